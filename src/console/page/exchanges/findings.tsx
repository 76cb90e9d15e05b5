/** What was wrong with an exchange: violations, what a lenient mock accepted, and hints. */
import type { Violation } from '../../../contract/types.ts';
import type { JournalEntry } from '../../../traffic/journal/entry.ts';
import { Text } from '../ui/text.tsx';

export function Findings({ entry }: { readonly entry: JournalEntry }) {
  const { violations, overlooked, hints, reason, reasonCode } = entry;

  return (
    <>
      {violations.length > 0 && <Violations title="Violations" tone="bad" list={violations} />}
      {violations.length === 0 && (reason ?? reasonCode) !== undefined && (
        <section class="part">
          <h3>Refused</h3>
          <p>
            <Text text={reason ?? reasonCode ?? ''} hasLines />
          </p>
        </section>
      )}
      {overlooked.length > 0 && <Violations title="Accepted all the same" tone="warn" list={overlooked} />}
      {hints.length > 0 && (
        <section class="part">
          <h3>Hints</h3>
          <ul class="findings">
            {hints.map(({ rule, message }) => (
              <li class="finding warn" key={`${rule} ${message}`}>
                <code>
                  <Text text={rule} />
                </code>
                <p>
                  <Text text={message} hasLines />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ViolationsProps {
  readonly title: string;
  readonly tone: 'bad' | 'warn';
  readonly list: readonly Violation[];
}

function Violations({ title, tone, list }: ViolationsProps) {
  return (
    <section class="part">
      <h3>{title}</h3>
      <ul class="findings">
        {list.map(({ rule, section, pointer, expected, got }) => (
          <li class={`finding ${tone}`} key={`${rule} ${pointer} ${expected} ${got}`}>
            <code>
              <Text text={rule ?? 'no rule'} />
            </code>
            <span class="muted"> document {section}</span>
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
