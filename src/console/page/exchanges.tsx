/** The tab of exchanges: the live list with its filters, and beside it the selected one in full. */
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count } from '../../text/words.ts';
import { useLoaded } from './data.ts';
import { Detail } from './detail.tsx';
import { Button, bound, Chips, Code, CopyButton, Line, Text } from './elements.tsx';
import { ExchangeList } from './list.tsx';
import { createSearch, FILTERS, type FilterId, fitsFilter, wordsOf } from './rows.ts';
import { hrefOf, useStore } from './store.ts';
import { OtherWorlds } from './worlds.tsx';

export function Exchanges({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();
  const filter = useSignal<FilterId>('all');
  const typed = useSignal('');
  const words = useComputed(() => wordsOf(typed.value));
  const finds = useMemo(createSearch, []);
  /** The newest first. */
  const shown = useComputed(() =>
    feed.exchanges.value
      .filter((entry) => fitsFilter(filter.value, entry, feed.storyOf(entry)) && finds(words.value, entry))
      .reverse(),
  );
  const close = () => {
    location.hash = hrefOf('exchanges');
    document.getElementById('exchange-list')?.focus();
  };

  return (
    <div class={item === undefined ? 'exchanges' : 'exchanges open'}>
      <section class="listed" aria-label="List of exchanges">
        <Toolbar filter={filter} typed={typed} count={shown.value.length} />
        <Announcement />
        {feed.exchanges.value.length === 0 ? (
          <FirstCall title={feed.isPaused.value ? 'Paused' : 'Waiting for the first exchange'} />
        ) : (
          <ExchangeList entries={shown.value} selected={item} />
        )}
      </section>
      {item !== undefined && <Detail key={item} requestId={item} close={close} />}
    </div>
  );
}

interface ToolbarProps {
  readonly filter: Signal<FilterId>;
  readonly typed: Signal<string>;
  /** Of the exchanges that the list shows. */
  readonly count: number;
}

function Toolbar({ filter, typed, count }: ToolbarProps) {
  const { feed } = useStore();
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

  return (
    <div class="toolbar bar">
      <Chips legend="Show" chips={FILTERS} chosen={filter} />
      <input
        ref={search}
        class="field search"
        type="search"
        placeholder="Search  /"
        aria-label="Search exchanges"
        {...bound(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          document.getElementById('exchange-list')?.focus();
        }}
      />
      <p
        class="muted"
        title="The page keeps the last 10,000, the journal of a mock 1,000 unless --journal says otherwise"
      >
        {count < all ? `${count} of ${all}` : all}
      </p>
      <Button
        label={isPaused ? `Resume${waiting === 0 ? '' : ` (${waiting} new)`}` : 'Pause'}
        isPressed={isPaused}
        action={() => feed.pause(!isPaused)}
      />
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.nodeName);
}

/** In milliseconds. */
const INTERVAL = 5_000;

/** Says to screen readers how many exchanges came, with the number of all, so that no two texts are the same. */
function Announcement() {
  const { feed } = useStore();
  const [text, setText] = useState('');
  useEffect(() => {
    let last = feed.exchanges.peek().at(-1);
    const timer = setInterval(() => {
      const all = feed.exchanges.peek();
      const added = all.length - 1 - (last === undefined ? -1 : all.lastIndexOf(last));
      last = all.at(-1);
      if (added > 0) setText(`${count(added, 'new exchange')}, ${all.length} in all`);
    }, INTERVAL);

    return () => clearInterval(timer);
  }, []);

  return (
    <p class="hidden" role="status">
      {text}
    </p>
  );
}

/** As `GET /` of a mock has it. */
interface Listing {
  readonly tokens: string;
  readonly try: readonly string[];
}

/** @param title where the server can be reached */
export function FirstCall({ title }: { readonly title: string }) {
  const { api, server, feed } = useStore();
  const kind = server.value?.kind;
  const connection = feed.connection.value;
  const { value } = useLoaded(() => (kind === 'mock' ? api.getIndex<Listing>() : undefined), [kind]);
  const command = value === undefined ? '' : pasted(value);
  if (connection.kind === 'refused')
    return <Empty title="The server lets the console see nothing" text={connection.why} />;
  if (connection.kind === 'lost')
    return (
      <Empty
        title={`${api.address} is not reachable`}
        text="The console tries again every second, and continues where it was."
      />
    );

  return (
    <div class="empty stack">
      <h2>{title}</h2>
      <OtherWorlds />
      {kind === 'proxy' && (
        <p>
          Point your client at <Code text={api.address} /> in place of <Code text={server.value?.to ?? ''} />.
          Each call of the API appears here.
        </p>
      )}
      {value !== undefined && (
        <>
          <p>Paste this into a shell, and the fee appears here.</p>
          <pre class="sunken">
            <Text text={command} hasLines />
          </pre>
          <p class="bar">
            <CopyButton label="Copy" what="the first call" text={command} />
          </p>
          <p class="muted">
            Accepted tokens: <Text text={value.tokens.replaceAll('`', '')} />. The message that this mock
            started with has the command, and a token. The tab Reference sends calls without a shell.
          </p>
        </>
      )}
    </div>
  );
}

function Empty({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="empty stack">
      <h2>{title}</h2>
      <Line text={text} />
    </div>
  );
}

/** Over several lines, after a line that sets the token where a command prints one. */
function pasted({ tokens, try: [call = ''] }: Listing): string {
  const lines = call.replaceAll(/ (?=-[Hd] )/g, ' \\\n  ');

  return tokens.includes('tollgate token') ? `export TOLLGATE_TOKEN=$(tollgate token)\n${lines}` : lines;
}
