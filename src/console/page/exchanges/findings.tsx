/** What was wrong with an exchange: violations, what a lenient mock accepted, and hints. */
import type { Violation } from '../../../contract/types.ts';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { Code, Text } from '../ui/text.tsx';

export function Violations({ entry }: { readonly entry: JournalEntry }) {
  const { violations, overlooked, reason, reasonCode } = entry;

  return (
    <>
      {violations.length > 0 && <ViolationList title="Violations" tone="bad" list={violations} />}
      {violations.length === 0 && (reason ?? reasonCode) !== undefined && (
        <section class="part">
          <h3>Refused</h3>
          <p>
            <Text text={reason ?? reasonCode ?? ''} hasLines />
          </p>
        </section>
      )}
      {overlooked.length > 0 && <ViolationList title="Accepted nevertheless" tone="warn" list={overlooked} />}
    </>
  );
}

/** The hints of the client rules. */
export function Hints({ entry: { hints, violations } }: { readonly entry: JournalEntry }) {
  if (hints.length === 0) return null;

  return (
    <section class="part">
      <h3>{violations.length === 0 ? 'Hints' : 'The same in the verdict on the client'}</h3>
      <ul class="findings">
        {hints.map(({ rule, message }) => (
          <li class="finding warn" key={`${rule} ${message}`}>
            <Code text={rule} />
            <p>
              <Text text={message} hasLines />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ViolationListProps {
  readonly title: string;
  readonly tone: 'bad' | 'warn';
  readonly list: readonly Violation[];
}

function ViolationList({ title, tone, list }: ViolationListProps) {
  return (
    <section class="part">
      <h3>{title}</h3>
      <ul class="findings">
        {list.map(({ rule, section, pointer, expected, got }) => (
          <li class={`finding ${tone}`} key={`${rule} ${pointer} ${expected} ${got}`}>
            {rule !== undefined && (
              <code>
                <Text text={rule} />{' '}
              </code>
            )}
            <small>section {section}</small>
            <dl class="pair">
              <dt>Where</dt>
              <dd class="mono">
                <Text text={pointer === '' ? 'the body' : pointer} />
              </dd>
              <dt class="tone good">Expected</dt>
              <dd>
                <Text text={expected} />
              </dd>
              <dt class="tone bad">Got</dt>
              <dd>
                <Text text={got} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
