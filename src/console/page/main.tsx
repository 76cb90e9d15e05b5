/** The console in its page: the server, the tabs, the view of the open tab, the message line. */
import { type ComponentType, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { Controls } from './controls.tsx';
import { Text, toneOf } from './elements.tsx';
import { Exchanges } from './exchanges.tsx';
import { createStore, hrefOf, type ShownServer, StoreContext, useStore } from './store.ts';
import { Transactions } from './transactions.tsx';
import { Verdict } from './verdict.tsx';

function Reference() {
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

interface Tab {
  /** The first part of its route. */
  readonly id: string;
  readonly label: string;
  /** Whether this server has what the tab shows. */
  readonly isIn: (server: ShownServer) => boolean;
  /** @param item the second part of the route, such as the id of an exchange */
  readonly View: ComponentType<{ readonly item: string | undefined }>;
}

const TABS: readonly Tab[] = [
  { id: 'exchanges', label: 'Exchanges', isIn: () => true, View: Exchanges },
  { id: 'transactions', label: 'Transactions', isIn: () => true, View: Transactions },
  { id: 'verdict', label: 'Verdict', isIn: (server) => server.has('/verdict'), View: Verdict },
  { id: 'controls', label: 'Controls', isIn: () => true, View: Controls },
  { id: 'reference', label: 'Reference', isIn: ({ kind }) => kind === 'mock', View: Reference },
];

function ConnectionState() {
  const { api, server, feed } = useStore();
  const { kind } = feed.connection.value;
  const to = server.value?.to;

  return (
    <p class={`connection bar ${kind}`}>
      <span class={`tone ${toneOf(kind)}`} role="status">
        {kind === 'lost' ? 'not reachable' : kind}
      </span>
      <code>
        <Text text={to === undefined ? api.address : `${api.address} → ${to}`} />
      </code>
    </p>
  );
}

function App() {
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
          tollgate <small>{shown?.kind ?? ''}</small>
        </h1>
        <TabList tabs={tabs} open={open} />
        <ConnectionState />
      </header>
      {open !== undefined && (
        <main key={open.id}>
          <div id="view" role="tabpanel" aria-labelledby={`tab-${open.id}`}>
            <open.View item={route.value.item} />
          </div>
        </main>
      )}
      <p class="message" role="status">
        {message.value}
      </p>
    </>
  );
}

/** Arrow keys move between tabs (ARIA Authoring Practices, tabs with automatic activation). */
function TabList({ tabs, open }: { readonly tabs: readonly Tab[]; readonly open: Tab | undefined }) {
  useEffect(() => {
    document.getElementById(`tab-${open?.id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === open?.id);
    const moves = new Map([
      ['ArrowRight', (at + 1) % tabs.length],
      ['ArrowLeft', at - 1],
      ['Home', 0],
      ['End', -1],
    ]);
    const next = moves.get(event.key);
    const target = next === undefined ? undefined : tabs.at(next);
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
