/** The server of the console (a mock, one of its worlds, or a proxy) and its control routes. */
import type { Api } from './api.ts';

export interface Server {
  readonly kind: 'mock' | 'proxy';
  readonly version: string;
  /** The name of the world; undefined for the mock itself, and for a proxy. */
  readonly world: string | undefined;
  /** The address that a proxy forwards to. */
  readonly to: string | undefined;
  /** Whether it has a control route with this path below `_tollgate`, such as `/transactions`. */
  readonly has: (path: string) => boolean;
}

interface Index {
  readonly tollgate: string;
  readonly world?: string;
  readonly routes: readonly { readonly path: string }[];
}

/** @throws as `api.get` does */
export async function readServer(api: Api): Promise<Server> {
  const [{ tollgate, world, routes }, health] = await Promise.all([
    api.get<Index>(''),
    api.get<{ readonly to?: string }>('/health').catch(() => ({}) as { readonly to?: string }),
  ]);
  const paths = new Set(routes.map(({ path }) => path.replace(/^.*?\/_tollgate/, '')));

  return {
    kind: health.to === undefined ? 'mock' : 'proxy',
    version: tollgate,
    world,
    to: health.to,
    has: (path) => paths.has(path),
  };
}
