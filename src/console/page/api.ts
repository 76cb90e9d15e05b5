/** Requests of the control API. Addresses are relative to the mock, one of its worlds, or the proxy. */

/** A refused request, with the detail of the problem as its message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export interface Api {
  /** With a slash at its end. */
  readonly base: URL;
  /** The same without the slash, as people write it. */
  readonly address: string;
  /** The API of a world of this mock; the same where it is the world of the address, or none. */
  readonly inWorld: (name: string | undefined) => Api;
  /**
   * @param path below `_tollgate`, such as `/journal?limit=10`
   * @throws ApiError where the request is refused, TypeError where there is no response
   */
  readonly get: <Body>(path: string) => Promise<Body>;
  /** `GET /`, the index of a mock. A proxy passes it on. */
  readonly getIndex: <Body>() => Promise<Body>;
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
  const request = async (address: URL, init: RequestInit = {}): Promise<Response> => {
    const headers = { accept: 'application/json, application/x-ndjson', ...init.headers };
    const response = await fetch(address, { cache: 'no-store', credentials: 'omit', ...init, headers });
    if (response.ok) return response;

    throw new ApiError(response.status, await detailOf(response));
  };
  const route = (path: string) => new URL(`_tollgate${path}`, base);
  const json = async (response: Response) => (response.status === 204 ? undefined : response.json());

  const api: Api = {
    base,
    address: base.href.slice(0, -1),
    inWorld: (name) =>
      name === undefined || base.pathname.endsWith(`/w/${name}/`)
        ? api
        : createApi(new URL(`w/${name}/`, base)),
    get: async (path) => json(await request(route(path))),
    getIndex: async () => json(await request(base)),
    async send(method, path, body) {
      const content =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

      return json(await request(route(path), { method, ...content }));
    },
    async stream(path, signal, { onOpen, onLine }) {
      const silent = new AbortController();
      const response = await request(route(path), { signal: AbortSignal.any([signal, silent.signal]) });
      onOpen();
      let timer = setTimeout(() => silent.abort(), SILENCE);
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

async function detailOf(response: Response): Promise<string> {
  try {
    const { detail } = (await response.json()) as { readonly detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not a problem of tollgate.
  }

  return `status ${response.status}`;
}
