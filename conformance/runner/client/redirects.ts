/** Follows redirects within the origin, and remembers them, so that the next request of a kind goes to the target at once. */
import { type HttpResult, type OutgoingRequest, toHttpResponse } from '../../rule/http-result.ts';
import type { Transport } from './transport.ts';

const MAX_REDIRECTS = 3;

/** Sends a request to the end of its redirects. `beforeEach` is awaited before each further request. */
export type SendToEnd = (request: OutgoingRequest, beforeEach?: () => Promise<void>) => Promise<HttpResult>;

export function followRedirects(transport: Pick<Transport, 'send'>, url: URL): SendToEnd {
  /** Where each kind of request led to: for good, or the last time. */
  const known = new Map<
    string,
    { readonly path: string; readonly isKept: boolean; readonly isPermanent: boolean }
  >();
  const basePath = url.pathname.replace(/\/$/, '');

  return async (request, beforeEach = async () => {}) => {
    const ownPath = basePath + request.path;
    // A service may redirect requests without a token, or with another method, elsewhere.
    const kind = `${request.method} ${request.token} ${request.without} ${ownPath}`;
    const before = known.get(kind);
    let path = before?.isKept ? before.path : ownPath;
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
        // The target of a temporary redirect is gone.
        if (hops === 0 && before?.isKept && !before.isPermanent && (status === 404 || status === 410)) {
          known.delete(kind);
          path = ownPath;
          continue;
        }
        // A temporary redirect is remembered when it leads to the same path twice in a row.
        if (hops > 0 && path !== ownPath)
          known.set(kind, { path, isPermanent, isKept: isPermanent || before?.path === path });

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
