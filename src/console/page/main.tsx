/** The console in its page: the server, the tabs, the view of the open tab, the message line. */
import { type ComponentType, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { Controls } from './controls/controls.tsx';
import { Text } from './elements.tsx';
import { Exchanges } from './exchanges/exchanges.tsx';
import { createStore, hrefOf, type Server, StoreContext, useStore } from './store.ts';
import { Transactions } from './transactions/transactions.tsx';
import { Verdict } from './verdict/verdict.tsx';

export function Reference() {
  const { api } = useStore();
  const { href } = new URL('_tollgate/reference/', api.base);

  return (
    <div class="stack">
      <div class="bar">
        <h2>API reference</h2>
        <p class="muted grow">Send requests from here: they appear among the exchanges.</p>
        <a href={href} target="_blank" rel="noopener">
          Open on a page of its own
        </a>
      </div>
      <iframe title="API reference" src={href} />
    </div>
  );
}

export interface Tab {
  /** The first part of its route. */
  readonly id: string;
  readonly label: string;
  /** Whether this server has what the tab shows. */
  readonly isIn: (server: Server) => boolean;
  /** @param item the second part of the route, such as the id of an exchange */
  readonly View: ComponentType<{ readonly item: string | undefined }>;
}

export const TABS: readonly Tab[] = [
  { id: 'exchanges', label: 'Exchanges', isIn: () => true, View: Exchanges },
  { id: 'transactions', label: 'Transactions', isIn: () => true, View: Transactions },
  { id: 'verdict', label: 'Verdict', isIn: (server) => server.has('/verdict'), View: Verdict },
  { id: 'controls', label: 'Controls', isIn: () => true, View: Controls },
  { id: 'reference', label: 'Reference', isIn: ({ kind }) => kind === 'mock', View: Reference },
];

const WORDS = { connecting: 'connecting', live: 'live', lost: 'not reachable', refused: 'refused' } as const;

export function ConnectionState() {
  const { api, server, feed } = useStore();
  const { kind } = feed.connection.value;
  const to = server.value?.to;

  return (
    <p class={`connection bar ${kind}`}>
      <span class="dot" aria-hidden="true" />
      <span role="status">{WORDS[kind]}</span>
      <code>
        <Text text={api.base.href.replace(/\/$/, '')} />
        {to === undefined ? null : (
          <>
            {' → '}
            <Text text={to.replace(/\/$/, '')} />
          </>
        )}
      </code>
    </p>
  );
}

export function App() {
  const { server, route, message } = useStore();
  const shown = server.value;
  const tabs = shown === undefined ? TABS.slice(0, 1) : TABS.filter(({ isIn }) => isIn(shown));
  // The route may name a tab that is listed only after the server answers.
  const first = shown === undefined ? undefined : tabs[0];
  const open = tabs.find(({ id }) => id === route.value.tab) ?? first;

  return (
    <>
      <header class="top bar">
        <h1 class="brand">
          tollgate <span>{shown?.kind ?? ''}</span>
        </h1>
        <TabList tabs={tabs} open={open} />
        <ConnectionState />
      </header>
      {open !== undefined && (
        <main>
          <div id="view" role="tabpanel" aria-labelledby={`tab-${open.id}`} key={open.id}>
            <open.View item={route.value.item} />
          </div>
        </main>
      )}
      <p class={message.value === '' ? 'message' : 'message shown'} role="status">
        {message.value}
      </p>
    </>
  );
}

interface TabListProps {
  readonly tabs: readonly Tab[];
  readonly open: Tab | undefined;
}

/** Arrow keys move between tabs (ARIA Authoring Practices, tabs with automatic activation). */
function TabList({ tabs, open }: TabListProps) {
  useEffect(() => {
    document.getElementById(`tab-${open?.id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === open?.id);
    const next = nextIndex(event.key, at, tabs.length);
    const target = next === undefined ? undefined : tabs[next];
    if (target === undefined) return;
    event.preventDefault();
    location.hash = hrefOf(target.id);
    document.getElementById(`tab-${target.id}`)?.focus();
  };

  return (
    <div class="tabs bar" role="tablist" aria-label="Views" onKeyDown={move}>
      {tabs.map(({ id, label }) => (
        <a
          key={id}
          id={`tab-${id}`}
          role="tab"
          href={hrefOf(id)}
          aria-selected={id === open?.id}
          aria-controls="view"
          tabIndex={id === open?.id ? 0 : -1}
        >
          {label}
        </a>
      ))}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  const moves = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at + count - 1) % count,
    Home: 0,
    End: count - 1,
  };

  return Object.entries(moves).find(([name]) => name === key)?.[1];
}

const place = document.querySelector('#console');
if (place !== null) {
  // The script stands at _tollgate/console/main.js below the address of the mock, one of its worlds, or the proxy.
  const store = createStore(new URL('../..', import.meta.url));
  render(
    <StoreContext.Provider value={store}>
      <App />
    </StoreContext.Provider>,
    place,
  );
  store.start();
}
