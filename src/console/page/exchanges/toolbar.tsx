/** Above the list: filters, search, pause and clear. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../store.ts';
import { bound } from '../ui/bound.ts';
import { FILTERS, type FilterId } from './filter.ts';

interface ToolbarProps {
  readonly filter: Signal<FilterId>;
  readonly words: Signal<string>;
  /** Of the exchanges that the list shows. */
  readonly count: number;
}

export function Toolbar({ filter, words, count }: ToolbarProps) {
  const { feed, say } = useStore();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', focus);

    return () => removeEventListener('keydown', focus);
  }, []);
  const all = feed.exchanges.value.length;
  const isPaused = feed.isPaused.value;
  const waiting = feed.waiting.value;
  const clear = () => {
    feed.clear();
    say('Cleared this view. The journal keeps its exchanges.');
  };

  return (
    <div class="toolbar">
      <fieldset class="chips">
        <legend class="hidden">Show</legend>
        {FILTERS.map(({ id, label }) => (
          <button
            type="button"
            class="chip"
            key={id}
            aria-pressed={filter.value === id}
            onClick={() => {
              filter.value = id;
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <input
        ref={search}
        class="field search"
        type="search"
        placeholder="Search  /"
        aria-label="Search exchanges"
        {...bound(words)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          document.getElementById('exchange-list')?.focus();
        }}
      />
      <p
        class="muted count"
        title="The page keeps the last 10,000, the journal of a mock 1,000 unless --journal says otherwise"
      >
        {count < all ? `${count} of ${all}` : all}
      </p>
      <button type="button" class="button" aria-pressed={isPaused} onClick={() => feed.pause(!isPaused)}>
        {isPaused ? `Resume${waiting === 0 ? '' : ` (${waiting} new)`}` : 'Pause'}
      </button>
      <button type="button" class="button" onClick={clear} disabled={all === 0}>
        Clear
      </button>
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.nodeName);
}
