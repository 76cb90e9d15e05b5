/** One exchange in a row of the list. */

import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { dollars, type Story, shortId } from '../../../exchange/journal/story.ts';
import { count as countOf } from '../../../text/words.ts';
import { Text } from '../ui/text.tsx';
import { countFindings, firstFinding } from './filter.ts';
import { OUTCOMES, statusTone } from './outcomes.ts';
import { ROW_HEIGHT } from './visible-rows.ts';

interface RowProps {
  readonly entry: JournalEntry;
  readonly story: Story;
  readonly at: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly isCursor: boolean;
}

export function Row({ entry, story, at, count, isOpen, isCursor }: RowProps) {
  const { requestId, time, status, method = '(no HTTP)', path = '', world, merchant } = entry;
  const { did, mTxId, sTxId, amount, fee, received } = story;
  const identifier = mTxId ?? sTxId;
  const findings = countFindings(entry);
  const wrong = entry.fault === undefined ? firstFinding(entry) : `fault: ${entry.fault}`;
  const tone = entry.violations.length > 0 ? 'bad' : 'warn';
  const outcome = OUTCOMES[did];

  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active row.
    <div
      id={`row-${requestId}`}
      role="option"
      aria-selected={isOpen}
      aria-posinset={at + 1}
      aria-setsize={count}
      class={`row${isOpen ? ' open' : ''}${isCursor ? ' cursor' : ''}`}
      style={{ transform: `translateY(${at * ROW_HEIGHT}px)` }}
      data-id={requestId}
    >
      <span class="time" title={time}>
        {shortTime(time)}
      </span>
      {received === undefined ? (
        <span class={`status tone ${statusTone(status)}`}>{status}</span>
      ) : (
        <span class="status tone bad" title={`The client received ${received}`}>
          {received === 'a part' ? 'cut' : 'lost'}
        </span>
      )}
      <span class="request">
        <b>
          <Text text={method} />
        </b>{' '}
        <Text text={`${world === undefined ? '' : `/w/${world}`}${path}`} />
        {merchant !== undefined && (
          <small title="The merchant of the token; from a proxy a short hash of it">
            {' '}
            <Text text={merchant} />
          </small>
        )}
      </span>
      <span class="identifier mono">{identifier !== undefined && <Text text={shortId(identifier)} />}</span>
      <span class="outcome">
        {outcome !== undefined && <span class={`badge ${outcome.tone}`}>{outcome.label}</span>}
      </span>
      <span class="number amount">{amount !== undefined && <Text text={amount} />}</span>
      <span class="number fee">{fee !== undefined && dollars(fee)}</span>
      <span class="finding-text">
        {wrong !== '' && (
          <>
            {findings > 0 && (
              <span class={`badge ${tone}`} title={countOf(findings, 'finding')}>
                {findings}
              </span>
            )}{' '}
            <Text text={wrong} />
          </>
        )}
      </span>
    </div>
  );
}

/** The time of today, or day and time of another day. */
function shortTime(time: string): string {
  const isToday = time.startsWith(new Date().toISOString().slice(0, 10));

  return isToday ? time.slice(11, 19) : `${time.slice(5, 10)} ${time.slice(11, 16)}`;
}
