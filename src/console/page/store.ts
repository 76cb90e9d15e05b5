/** The state that all tabs share: the server, the stream of exchanges, the route. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { decoded } from '../../text/percent.ts';
import { visibleLine } from '../../text/visible.ts';
import { type Api, createApi } from './api.ts';
import { createFeed } from './feed.ts';

/** The id of a tab, and what it shows of its list, such as the id of an exchange. */
export function parseRoute(hash: string): { readonly tab: string; readonly item: string | undefined } {
  const [tab = '', item] = hash
    .replace(/^#\/?/, '')
    .split(/\/(.*)/s)
    .map(decoded);

  return { tab: tab === '' ? 'exchanges' : tab, item: item === '' ? undefined : item };
}

export function hrefOf(tab: string, item?: string): string {
  return item === undefined ? `#/${tab}` : `#/${tab}/${encodeURIComponent(item)}`;
}

export interface ShownServer {
  readonly kind: 'mock' | 'proxy';
  /** The name of the world; undefined for the mock itself, and for a proxy. */
  readonly world: string | undefined;
  /** The address that a proxy forwards to. */
  readonly to: string | undefined;
  /** Whether it has a control route with this path below `_tollgate`, such as `/transactions`. */
  readonly has: (path: string) => boolean;
}

/** @throws as `api.get` does */
async function readServer(api: Api): Promise<ShownServer> {
  type Index = {
    readonly world?: string;
    readonly to?: string;
    readonly routes: readonly { path: string }[];
  };
  const { world, to, routes } = await api.get<Index>('');

  return {
    ...{ kind: to === undefined ? 'mock' : 'proxy', world, to: to?.replace(/\/$/, '') },
    has: (path) => routes.some((route) => route.path.endsWith(`/_tollgate${path}`)),
  };
}

export type PageStore = ReturnType<typeof createStore>;

/** In milliseconds. */
const MESSAGE_TIME = 6_000;

export function createStore(base: URL) {
  const api = createApi(base);
  const server = signal<ShownServer | undefined>(undefined);
  const run = signal(0);
  const message = signal('');
  const hash = signal(location.hash);
  const route = computed(() => parseRoute(hash.value));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string) => {
    clearTimeout(timer);
    message.value = visibleLine(text);
    timer = setTimeout(() => {
      message.value = '';
    }, MESSAGE_TIME);
  };
  const feed = createFeed(api, {
    async onConnect() {
      server.value = await readServer(api);
    },
    onRestart() {
      run.value += 1;
      say('The journal was emptied or restarted: the list shows its current exchanges.');
    },
  });

  return {
    api,
    /** Undefined until the server has answered. */
    server: server as ReadonlySignal<ShownServer | undefined>,
    /** The exchanges so far, and the state of their stream. */
    feed,
    /** Increases with each reset and restart, which invalidate earlier data. */
    run: run as ReadonlySignal<number>,
    route,
    /** For screen readers and the line at the bottom. */
    message: message as ReadonlySignal<string>,
    say,
    /** Follows the journal and the address until the page is closed. */
    start() {
      addEventListener('hashchange', () => {
        hash.value = location.hash;
      });
      void feed.run();
    },
  };
}

export const StoreContext = createContext<PageStore | undefined>(undefined);

/** @throws Error outside of the console */
export function useStore(): PageStore {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error('expected a StoreContext around this component');

  return store;
}
