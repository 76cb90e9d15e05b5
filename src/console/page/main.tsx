/** The console in its page: the server, the tabs, the view of the open tab, the message line. */
import { type ComponentType, render } from 'preact';
import { Controls } from './controls.tsx';
import { Text, toneOf } from './elements.tsx';
import { Exchanges } from './exchanges.tsx';
import { createStore, hrefOf, type ShownServer, StoreContext, useStore } from './store.ts';
import { Transactions } from './transactions.tsx';
import { Verdict } from './verdict.tsx';

function Reference() {
  const { href } = new URL('_tollgate/reference/', useStore().api.base);

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
  /** Whether this server has what the tab shows; by default any has. */
  readonly isIn?: (server: ShownServer) => boolean;
  /** @param item the second part of the route, such as the id of an exchange */
  readonly View: ComponentType<{ readonly item: string | undefined }>;
}

const TABS: readonly Tab[] = [
  { id: 'exchanges', label: 'Exchanges', View: Exchanges },
  { id: 'transactions', label: 'Transactions', View: Transactions },
  { id: 'verdict', label: 'Verdict', isIn: (server) => server.has('/verdict'), View: Verdict },
  { id: 'controls', label: 'Controls', isIn: ({ kind }) => kind === 'mock', View: Controls },
  { id: 'reference', label: 'Reference', isIn: ({ kind }) => kind === 'mock', View: Reference },
];

function App() {
  const { api, feed, server, route, message } = useStore();
  const shown = server.value;
  const tabs = shown === undefined ? TABS.slice(0, 1) : TABS.filter(({ isIn = () => true }) => isIn(shown));
  // The route may name a tab that is listed only after the server answers.
  const first = shown === undefined ? undefined : tabs[0];
  const open = tabs.find(({ id }) => id === route.value.tab) ?? first;
  const { kind } = feed.connection.value;

  return (
    <>
      <header class="top bar">
        <h1>
          tollgate <small>{shown?.kind ?? ''}</small>
        </h1>
        <nav class="tabs bar" aria-label="Views">
          {tabs.map(({ id, label }) => (
            <a
              key={id}
              id={`tab-${id}`}
              href={hrefOf(id)}
              aria-current={id === open?.id ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <p class={`connection bar ${kind}`}>
          <span class={`tone ${toneOf(kind)}`} role="status">
            {kind === 'lost' ? 'not reachable' : kind}
          </span>
          <code>
            <Text text={shown?.to === undefined ? api.address : `${api.address} → ${shown.to}`} />
          </code>
        </p>
      </header>
      {open !== undefined && (
        <main key={open.id} id="view">
          <open.View item={route.value.item} />
        </main>
      )}
      <p class="message" role="status">
        {message.value}
      </p>
    </>
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
