/** The live list, the newest first. Only the rows in view are drawn, so that 10,000 scroll smoothly. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { hrefOf } from '../route.ts';
import { useStore } from '../store.ts';
import { Announcement } from './announcement.tsx';
import { Row } from './row.tsx';
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
                count={entries.length}
                isOpen={requestId === selected}
                isCursor={requestId === cursor}
              />
            );
          })}
        </div>
        {entries.length === 0 && <p class="empty muted">No exchange fits the filter and the search.</p>}
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
