/** The tab of exchanges: the live list, and beside it the selected one in full. */
import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { hrefOf } from '../route.ts';
import { useStore } from '../store.ts';
import { Detail } from './detail.tsx';
import { createSearch, type FilterId, fitsFilter } from './filter.ts';
import { FirstCall } from './first-call.tsx';
import { ExchangeList } from './list.tsx';
import { Toolbar } from './toolbar.tsx';

export function Exchanges({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();
  const filter = useSignal<FilterId>('all');
  const words = useSignal('');
  const search = useMemo(createSearch, []);
  /** The newest first. */
  const shown = useComputed(() =>
    feed.exchanges.value
      .filter((entry) => fitsFilter(filter.value, entry, feed.storyOf(entry)) && search(words.value, entry))
      .reverse(),
  );
  const close = () => {
    location.hash = hrefOf('exchanges');
    document.getElementById('exchange-list')?.focus();
  };

  return (
    <div class={item === undefined ? 'exchanges' : 'exchanges open'}>
      <section class="listed" aria-label="List of exchanges">
        <Toolbar filter={filter} words={words} count={shown.value.length} />
        {feed.exchanges.value.length === 0 ? (
          <FirstCall />
        ) : (
          <ExchangeList entries={shown.value} selected={item} />
        )}
      </section>
      {item !== undefined && <Detail key={item} requestId={item} close={close} />}
    </div>
  );
}
