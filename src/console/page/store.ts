/** The state that all tabs share: the server, the stream of exchanges, the route. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { decoded } from '../../text/percent.ts';
import { visibleLine } from '../../text/visible.ts';
import { type Api, createApi } from './api.ts';
import { createFeed, type Feed } from './feed.ts';

export interface ConsoleRoute {
  /** The id of a tab. */
  readonly tab: string;
  /** What the tab shows of its list, such as the id of an exchange. */
  readonly item: string | undefined;
}

export function parseRoute(hash: string): ConsoleRoute {
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

interface Index {
  readonly world?: string;
  readonly routes: readonly { readonly path: string }[];
}

/** @throws as `api.get` does */
async function readServer(api: Api): Promise<ShownServer> {
  const [{ world, routes }, health] = await Promise.all([
    api.get<Index>(''),
    api.get<{ readonly to?: string }>('/health').catch(() => ({}) as { readonly to?: string }),
  ]);
  const paths = new Set(routes.map(({ path }) => path.replace(/^.*?\/_tollgate/, '')));

  return {
    kind: health.to === undefined ? 'mock' : 'proxy',
    world,
    to: health.to?.replace(/\/$/, ''),
    has: (path) => paths.has(path),
  };
}

export interface PageStore {
  readonly api: Api;
  /** Undefined until the server has answered. */
  readonly server: ReadonlySignal<ShownServer | undefined>;
  /** The exchanges so far, and the state of their stream. */
  readonly feed: Feed;
  /** Increases with each reset and restart, which invalidate earlier data. */
  readonly run: ReadonlySignal<number>;
  readonly route: ReadonlySignal<ConsoleRoute>;
  /** The message for screen readers and the line at the bottom. */
  readonly message: ReadonlySignal<string>;
  readonly say: (message: string) => void;
  readonly start: () => void;
}

/** In milliseconds. */
const MESSAGE_TIME = 6_000;

export function createStore(base: URL): PageStore {
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
    ...{ api, server, feed, run, route, message },
    say,
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
