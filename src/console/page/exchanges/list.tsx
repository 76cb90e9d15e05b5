/** The live list, the newest first. Only the rows in view are drawn, so that 10,000 scroll smoothly. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { dollars, type Story, shortId } from '../../../exchange/journal/story.ts';
import { count } from '../../../text/words.ts';
import { Text } from '../elements.tsx';
import { hrefOf, useStore } from '../store.ts';
import { countFindings, firstFinding, OUTCOMES, statusTone } from './filter.ts';
import { ROW_HEIGHT, scrollTo, slotsOf, visibleRows } from './visible-rows.ts';

interface ListProps {
  readonly entries: readonly JournalEntry[];
  /** The id of the open exchange. */
  readonly selected: string | undefined;
}

export function ExchangeList({ entries, selected }: ListProps) {
  const { feed } = useStore();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [cursor, setCursor] = useState<string | undefined>(selected);
  const measure = () => {
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 800 };
    setView((last) =>
      last.top === scrollTop && last.height === clientHeight
        ? last
        : { top: scrollTop, height: clientHeight },
    );
  };
  useEffect(() => {
    const resized = new ResizeObserver(measure);
    if (box.current !== null) resized.observe(box.current);

    return () => resized.disconnect();
  }, []);

  // New rows arrive above: a list that is scrolled down stays at its row.
  const first = useRef<JournalEntry | undefined>(undefined);
  useLayoutEffect(() => {
    const known = first.current;
    const added = known === undefined ? -1 : entries.indexOf(known);
    if (added > 0 && box.current !== null && box.current.scrollTop > 0)
      box.current.scrollTop += added * ROW_HEIGHT;
    first.current = entries[0];
  }, [entries]);

  const at = cursor === undefined ? -1 : entries.findIndex(({ requestId }) => requestId === cursor);
  const moveTo = (index: number) => {
    const target = entries[Math.max(0, Math.min(entries.length - 1, index))];
    if (target === undefined || box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    box.current.scrollTop = scrollTo(entries.indexOf(target), scrollTop, clientHeight);
    measure();
    setCursor(target.requestId);
    // Beside an open exchange the next one opens at once.
    if (selected !== undefined) location.replace(hrefOf('exchanges', target.requestId));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const move = movesOf(at, page, entries.length)[event.key];
    if (move !== undefined) moveTo(move);
    else if (event.key === 'Enter' && cursor !== undefined) location.hash = hrefOf('exchanges', cursor);
    else if (event.key === 'Escape' && selected !== undefined) location.hash = hrefOf('exchanges');
    else return;
    event.preventDefault();
  };

  const { from, to } = visibleRows(view.top, view.height, entries.length);
  const isDrawn = at >= from && at < to;

  return (
    <>
      <Announcement entries={entries} />
      <div class="columns" aria-hidden="true">
        <span>Time</span>
        <span>Status</span>
        <span>Request</span>
        <span>Transaction</span>
        <span>Outcome</span>
        <span class="number">Amount</span>
        <span class="number">Fee</span>
        <span>What was wrong</span>
      </div>
      <div
        id="exchange-list"
        class="list"
        ref={box}
        role="listbox"
        aria-label="Exchanges, the newest first"
        tabIndex={0}
        aria-activedescendant={isDrawn ? `row-${cursor}` : undefined}
        onScroll={measure}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const id =
            target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
          if (id === undefined) return;
          setCursor(id);
          location.hash = hrefOf('exchanges', id);
        }}
        onFocus={() => {
          if (at < 0) setCursor(entries[Math.ceil(view.top / ROW_HEIGHT)]?.requestId);
        }}
      >
        <div role="presentation" class="rows" style={{ height: `${entries.length * ROW_HEIGHT}px` }}>
          {slotsOf({ from, to }).map((at) => {
            const entry = entries[at];
            if (entry === undefined) return null;
            const { requestId } = entry;

            return (
              <Row
                key={at % (to - from)}
                {...{ entry, at }}
                story={feed.storyOf(entry)}
                total={entries.length}
                isOpen={requestId === selected}
                isCursor={requestId === cursor}
              />
            );
          })}
        </div>
        {entries.length === 0 && <p class="empty muted stack">No exchange fits the filter and the search.</p>}
      </div>
    </>
  );
}

/** The row that a key leads to. */
function movesOf(at: number, page: number, count: number): Readonly<Record<string, number>> {
  return {
    ...{ ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 },
    ...{ PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 },
  };
}

interface RowProps {
  readonly entry: JournalEntry;
  readonly story: Story;
  readonly at: number;
  /** The rows of the list. */
  readonly total: number;
  readonly isOpen: boolean;
  readonly isCursor: boolean;
}

function Row({ entry, story, at, total, isOpen, isCursor }: RowProps) {
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
      aria-setsize={total}
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
              <span class={`badge ${tone}`} title={count(findings, 'finding')}>
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

/** In milliseconds. */
const INTERVAL = 5_000;

/** @param entries the newest first */
function Announcement({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const [text, setText] = useState('');
  const current = useRef(entries);
  current.current = entries;
  useEffect(() => {
    let [last] = current.current;
    const timer = setInterval(() => {
      const known = last === undefined ? -1 : current.current.indexOf(last);
      // A new filter is not an arrival.
      const added = last === undefined ? current.current : current.current.slice(0, Math.max(0, known));
      [last] = current.current;
      if (added.length > 0) setText(wordsFor(added));
    }, INTERVAL);

    return () => clearInterval(timer);
  }, []);

  return (
    <p class="hidden" role="status">
      {text}
    </p>
  );
}

function wordsFor(added: readonly JournalEntry[]): string {
  const refused = added.filter(({ status }) => status >= 400).length;

  return `${count(added.length, 'new exchange')}${refused === 0 ? '' : `, ${refused} refused`}`;
}
