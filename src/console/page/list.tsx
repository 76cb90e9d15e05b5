/** The live list, the newest first. Only the rows in view are drawn, so that 10,000 scroll smoothly. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { dollars, type Story } from '../../exchange/journal/story.ts';
import { capitalize, count } from '../../text/words.ts';
import { Badge, Money, Text, toneOf } from './elements.tsx';
import { countFindings, firstFinding, ROW_HEIGHT, receivedOf, scrollTo, visibleRows } from './rows.ts';
import { hrefOf, useStore } from './store.ts';

interface ListProps {
  readonly entries: readonly JournalEntry[];
  /** The id of the open exchange. */
  readonly selected: string | undefined;
}

/** The headings, which are the classes of their cells. */
const COLUMNS = ['time', 'status', 'request', 'transaction', 'outcome', 'amount', 'fee', 'wrong'] as const;

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

  const rowOf = (id: string | undefined) => entries.findIndex(({ requestId }) => requestId === id);
  const bringIntoView = (row: number) => {
    if (row < 0 || box.current === null) return;
    box.current.scrollTop = scrollTo(row, box.current.scrollTop, box.current.clientHeight);
    measure();
  };
  // New rows arrive above: a list that is scrolled down stays at its row, and the open one stays in view.
  const first = useRef<JournalEntry | undefined>(undefined);
  useLayoutEffect(() => {
    const known = first.current;
    first.current = entries[0];
    const added = known === undefined ? -1 : entries.indexOf(known);
    if (added <= 0 || box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    const open = rowOf(selected);
    if (scrollTop > 0) box.current.scrollTop += added * ROW_HEIGHT;
    if (open >= added && scrollTo(open - added, scrollTop, clientHeight) === scrollTop) bringIntoView(open);
  }, [entries]);
  // A link leads to an exchange anywhere in the list.
  const isListed = rowOf(selected) >= 0;
  useEffect(() => bringIntoView(rowOf(selected)), [selected, isListed]);

  const at = rowOf(cursor);
  const moveTo = (index: number) => {
    const row = Math.max(0, Math.min(entries.length - 1, index));
    const id = entries[row]?.requestId;
    if (id === undefined) return;
    bringIntoView(row);
    setCursor(id);
    // Beside an open exchange the next one opens at once.
    if (selected !== undefined) location.replace(hrefOf('exchanges', id));
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
      <div class="columns" aria-hidden="true">
        {COLUMNS.map((column) => (
          <span key={column} class={column}>
            {column === 'wrong' ? 'What was wrong' : capitalize(column)}
          </span>
        ))}
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
          {entries.slice(from, to).map((entry, drawn) => {
            const { requestId } = entry;
            const at = from + drawn;

            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active row.
              <div
                key={requestId}
                id={`row-${requestId}`}
                role="option"
                aria-selected={requestId === selected}
                aria-posinset={at + 1}
                aria-setsize={entries.length}
                class={`row${requestId === selected ? ' open' : ''}${requestId === cursor ? ' cursor' : ''}`}
                style={{ transform: `translateY(${at * ROW_HEIGHT}px)` }}
                data-id={requestId}
              >
                <Cells entry={entry} story={feed.storyOf(entry)} />
              </div>
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

interface CellsProps {
  readonly entry: JournalEntry;
  readonly story: Story;
}

function Cells({ entry, story }: CellsProps) {
  const { time, method = '(no HTTP)', path = '', world, merchant, violations, fault } = entry;
  const { did, mTxId, sTxId, amount, fee } = story;
  const [received, word] = receivedOf(entry, story);
  const identifier = mTxId ?? sTxId;
  const findings = countFindings(entry);

  return (
    <>
      <span class="time" title={time}>
        {shortTime(time)}
      </span>
      <span class={`status tone ${toneOf(word)}`}>{received}</span>
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
      <span class="transaction mono">{identifier !== undefined && <Text text={identifier} />}</span>
      <span class="outcome">{did !== 'other' && <Badge word={did} />}</span>
      <span class="amount">
        <Money text={amount} />
      </span>
      <span class="fee">
        <Money text={fee === undefined ? undefined : dollars(fee)} />
      </span>
      <span class={`wrong ${fault === undefined ? '' : 'fault tone'}`}>
        {findings > 0 && fault === undefined && (
          <Badge word={violations.length > 0 ? 'refused' : 'hint'} title={count(findings, 'finding')}>
            {findings}
          </Badge>
        )}{' '}
        <Text text={firstFinding(entry)} />
      </span>
    </>
  );
}

/** The time of today, or day and time of another day. */
function shortTime(time: string): string {
  const isToday = time.startsWith(new Date().toISOString().slice(0, 10));

  return isToday ? time.slice(11, 19) : `${time.slice(5, 10)} ${time.slice(11, 16)}`;
}
