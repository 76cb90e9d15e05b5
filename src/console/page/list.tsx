/** A list with its toolbar, and the selected item beside it. Only the rows in view are drawn, so that 10,000 scroll smoothly. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, bound, type Cells } from './elements.tsx';
import { ROW_HEIGHT, scrollTo, visibleRows } from './scroll.ts';
import { hrefOf } from './store.ts';

interface SplitProps<Item> extends ListProps<Item> {
  /** Of the search: what it looks in. */
  readonly placeholder: string;
  readonly typed: Signal<string>;
  /** The number of items without the search. */
  readonly all: number;
  /** Before and after the search. */
  readonly tools?: readonly [before: ComponentChildren, after: ComponentChildren];
  /** Shown in place of a list without rows. */
  readonly empty: ComponentChildren;
  /** The selected item, in full. */
  readonly children: ComponentChildren;
}

/** On a phone it shows either the list or the item. */
export function Split<Item>({ placeholder, typed, all, tools, empty, children, ...list }: SplitProps<Item>) {
  const { tab, items, selected } = list;
  const search = useRef<HTMLInputElement>(null);
  const detail = useRef<HTMLElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).nodeName);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', focus);

    return () => removeEventListener('keydown', focus);
  }, []);
  useEffect(() => {
    detail.current?.scrollTo(0, 0);
    // On a phone the list is hidden.
    if (search.current?.offsetParent === null) detail.current?.focus();
  }, [selected]);
  const toList = () => document.getElementById('list')?.focus();
  const close = () => {
    location.hash = hrefOf(tab);
    // Shown with the next frame where it was hidden.
    requestAnimationFrame(toList);
  };

  return (
    <div class={selected === undefined ? 'split' : 'split open'}>
      <section class="listed" aria-label={`List of ${tab}`}>
        <div class="toolbar bar">
          {tools?.[0]}
          <input
            ref={search}
            class="field search"
            type="search"
            placeholder={placeholder}
            aria-label={`Search ${tab}`}
            {...bound(typed)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
              event.preventDefault();
              toList();
            }}
          />
          <p class="muted">{items.length < all ? `${items.length} of ${all}` : all}</p>
          {tools?.[1]}
        </div>
        <Announcement all={all} />
        {items.length > 0 ? <List {...list} /> : empty}
      </section>
      {selected !== undefined && (
        <section
          class="detail"
          ref={detail}
          tabIndex={-1}
          aria-label="Selected"
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <Button class="button close" label="Close" action={close} />
          {children}
        </section>
      )}
    </div>
  );
}

/** In milliseconds. */
const INTERVAL = 5_000;

/** Says to screen readers how many there are, at most every five seconds. */
function Announcement({ all }: { readonly all: number }) {
  const [said, say] = useState(all);
  const last = useRef(all);
  last.current = all;
  useEffect(() => {
    const timer = setInterval(() => say(last.current), INTERVAL);

    return () => clearInterval(timer);
  }, []);

  return (
    <p class="hidden" role="status">
      {said} in all
    </p>
  );
}

interface ListProps<Item> {
  /** The first part of the address of each item. */
  readonly tab: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** The id of the open item. */
  readonly selected: string | undefined;
  /** The headings by the classes of the cells. */
  readonly columns: Readonly<Record<string, string>>;
  readonly cellsOf: (item: Item) => Cells;
}

function List<Item>({ tab, items, idOf, selected, columns, cellsOf }: ListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const measure = () => {
    const { scrollTop = 0, clientHeight = 800 } = box.current ?? {};
    setView({ top: scrollTop, height: clientHeight });
  };
  useEffect(() => {
    const resized = new ResizeObserver(measure);
    if (box.current !== null) resized.observe(box.current);

    return () => resized.disconnect();
  }, []);

  const open = items.findIndex((item) => idOf(item) === selected);
  const bringIntoView = (row: number) => {
    if (row < 0 || box.current === null) return;
    box.current.scrollTop = scrollTo(row, box.current.scrollTop, box.current.clientHeight);
    measure();
  };
  // New rows arrive above: a list that is scrolled down stays at its row, and the open one stays in view.
  const first = useRef<Item | undefined>(undefined);
  useLayoutEffect(() => {
    const known = first.current;
    first.current = items[0];
    const added = known === undefined ? -1 : items.indexOf(known);
    if (added <= 0 || box.current === null) return;
    const { scrollTop, clientHeight } = box.current;
    if (scrollTop > 0) box.current.scrollTop += added * ROW_HEIGHT;
    if (open >= added && scrollTo(open - added, scrollTop, clientHeight) === scrollTop) bringIntoView(open);
  }, [items]);
  // A link leads to an item anywhere in the list.
  const isListed = open >= 0;
  useEffect(() => bringIntoView(open), [selected, isListed]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const moves: Readonly<Record<string, number>> = {
      ...{ ArrowDown: open + 1, j: open + 1, ArrowUp: open - 1, k: open - 1 },
      ...{ PageDown: open + page, PageUp: open - page, Home: 0, End: items.length - 1 },
    };
    const move = moves[event.key];
    const item = move === undefined ? undefined : items[Math.max(0, Math.min(items.length - 1, move))];
    if (item === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    const href = hrefOf(tab, item && idOf(item));
    // One step back leads to the list.
    if (item !== undefined && selected !== undefined) location.replace(href);
    else location.hash = href;
  };
  const { from, to } = visibleRows(view.top, view.height, items.length);
  const names = Object.keys(columns);

  return (
    <>
      <div class={`columns ${tab}`} aria-hidden="true">
        {names.map((name) => (
          <span key={name} class={name}>
            {columns[name]}
          </span>
        ))}
      </div>
      <div
        id="list"
        class="list"
        ref={box}
        role="listbox"
        aria-label={`List of ${tab}`}
        tabIndex={0}
        aria-activedescendant={open >= from && open < to ? `row-${selected}` : undefined}
        onScroll={measure}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
          if (row !== null) location.hash = hrefOf(tab, row.dataset['id']);
        }}
      >
        <div role="presentation" class="rows" style={{ height: `${items.length * ROW_HEIGHT}px` }}>
          {items.slice(from, to).map((item, drawn) => {
            const id = idOf(item);
            const at = from + drawn;
            const cells = cellsOf(item);

            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active row.
              <div
                key={id}
                id={`row-${id}`}
                role="option"
                aria-selected={id === selected}
                aria-posinset={at + 1}
                aria-setsize={items.length}
                class={id === selected ? `row ${tab} open` : `row ${tab}`}
                style={{ transform: `translateY(${at * ROW_HEIGHT}px)` }}
                data-id={id}
              >
                {names.map((name) => (
                  <span key={name} class={name}>
                    {cells[name]}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}
