/** Requests of the control API. Addresses are relative to the mock, one of its worlds, or the proxy. */

/** A refused request, with the detail of the problem as its message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}

export interface Api {
  /** With a slash at its end. */
  readonly base: URL;
  /** The same without the slash, as people write it. */
  readonly address: string;
  /** The API of a world of this mock; the same where it is the world of the address, or none. */
  readonly inWorld: (name: string | undefined) => Api;
  /**
   * @param path below `_tollgate`, such as `/journal?limit=10`; `/..` is `GET /`, the index of a mock
   * @throws ApiError where the request is refused, TypeError where there is no response
   */
  readonly get: <Body>(path: string) => Promise<Body>;
  /** @param body sent as JSON; undefined for none. @throws as `get` does */
  readonly send: <Body>(method: 'POST' | 'DELETE', path: string, body?: unknown) => Promise<Body>;
  /** Calls with each line of a stream until it ends. @throws as `get` does, and where the connection breaks */
  readonly stream: (
    path: string,
    signal: AbortSignal,
    events: { readonly onOpen: () => void; readonly onLine: (line: string) => void },
  ) => Promise<void>;
}

/** Longer than two heartbeats of a stream, in milliseconds. */
const SILENCE = 40_000;

export function createApi(base: URL): Api {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { accept: 'application/json, application/x-ndjson', 'content-type': 'application/json' };
    const address = new URL(`_tollgate${path}`, base);
    const response = await fetch(address, { cache: 'no-store', credentials: 'omit', headers, ...init });
    if (response.ok) return response;
    // Without a detail it is no problem of tollgate.
    const { detail = `status ${response.status}` } = await response.json().catch(() => ({}));

    throw new ApiError(detail);
  };
  const json = async (response: Response) => (response.status === 204 ? undefined : response.json());

  const api: Api = {
    base,
    address: base.href.slice(0, -1),
    inWorld: (name) =>
      name === undefined || base.pathname.endsWith(`/w/${name}/`)
        ? api
        : createApi(new URL(`w/${name}/`, base)),
    get: async (path) => json(await request(path)),
    send: async (method, path, body) => json(await request(path, { method, body: JSON.stringify(body) })),
    async stream(path, signal, { onOpen, onLine }) {
      const silent = new AbortController();
      const response = await request(path, { signal: AbortSignal.any([signal, silent.signal]) });
      onOpen();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let rest = '';
      try {
        for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          clearTimeout(timer);
          timer = setTimeout(() => silent.abort(), SILENCE);
          const lines = (rest + piece).split('\n');
          rest = lines.pop() ?? '';
          // An empty line is a heartbeat.
          for (const line of lines) if (line !== '') onLine(line);
        }
      } finally {
        clearTimeout(timer);
      }
    },
  };

  return api;
}
