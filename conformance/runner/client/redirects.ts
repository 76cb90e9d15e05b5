/** Follows redirects within the origin, and remembers them, so that the next request of a kind goes to the target at once. */
import { type HttpResult, type OutgoingRequest, toHttpResponse } from '../../rule/http-result.ts';
import type { Transport } from './transport.ts';

const MAX_REDIRECTS = 3;

/** Sends a request to the end of its redirects. `beforeEach` is awaited before each further request. */
export type SendToEnd = (request: OutgoingRequest, beforeEach?: () => Promise<void>) => Promise<HttpResult>;

export function followRedirects(transport: Pick<Transport, 'send'>, url: URL): SendToEnd {
  const redirects = createRedirectCache();
  const basePath = url.pathname.replace(/\/$/, '');

  return async (request, beforeEach = async () => {}) => {
    const ownPath = basePath + request.path;
    // A service may redirect requests without a token, or with another method, elsewhere.
    const kind = `${request.method} ${request.token} ${request.without} ${ownPath}`;
    let path = redirects.get(kind) ?? ownPath;
    let isPermanent = true;
    let ms = 0;
    const away = (detail: string): HttpResult => ({
      kind: 'unanswered',
      cause: 'redirected-away',
      detail,
      ms,
    });

    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      if (hops > 0) await beforeEach();
      const result = await transport.send(
        hops === 0 && path === ownPath ? request : { ...request, target: path, spent: ms },
      );
      ms += result.ms;
      if (result.kind === 'unanswered') return { ...result, ms };
      const { status, headers } = result;
      const location = status === 307 || status === 308 ? headers['location'] : undefined;
      if (location === undefined) {
        if (hops === 0 && redirects.forgetIfGone(kind, status)) {
          path = ownPath;
          continue;
        }
        if (hops > 0 && path !== ownPath) redirects.add(kind, path, isPermanent);

        return hops === 0 ? result : toHttpResponse({ ...result, ms });
      }
      const target = URL.parse(location, url.origin + path);
      if (target?.origin !== url.origin)
        return away(`a redirect to ${target?.origin ?? 'an address that cannot be read'}`);
      path = target.pathname + target.search;
      isPermanent &&= status === 308;
    }

    return away(`more than ${MAX_REDIRECTS} redirects`);
  };
}

interface RedirectCache {
  get(kind: string): string | undefined;
  /** A temporary redirect (307) is remembered when it leads to the same path twice in a row. */
  add(kind: string, path: string, isPermanent: boolean): void;
  /** Forgets a temporary redirect whose target is gone. Returns whether it did. */
  forgetIfGone(kind: string, status: number): boolean;
}

function createRedirectCache(): RedirectCache {
  const cached = new Map<string, { readonly path: string; readonly isPermanent: boolean }>();
  const last = new Map<string, string>();

  return {
    get: (kind) => cached.get(kind)?.path,
    add(kind, path, isPermanent) {
      if (isPermanent || last.get(kind) === path) cached.set(kind, { path, isPermanent });
      last.set(kind, path);
    },
    forgetIfGone(kind, status) {
      if ((status !== 404 && status !== 410) || cached.get(kind)?.isPermanent !== false) return false;
      last.delete(kind);

      return cached.delete(kind);
    },
  };
}
