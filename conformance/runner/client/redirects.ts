/** Follows redirects within the origin. */
import { type HttpResult, type OutgoingRequest, toHttpResponse } from '../../rule/http-result.ts';
import type { Transport } from './transport.ts';

const MAX_REDIRECTS = 3;

/** Sends a request to the end of its redirects. @param beforeEach is awaited before each further request */
export async function sendToEnd(
  transport: Pick<Transport, 'send'>,
  { origin, pathname }: URL,
  request: OutgoingRequest,
  beforeEach = async () => {},
): Promise<HttpResult> {
  let path = pathname.replace(/\/$/, '') + request.path;
  let ms = 0;
  const away = (detail: string): HttpResult => ({
    kind: 'unanswered',
    cause: 'redirected-away',
    detail,
    ms,
  });

  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (hops > 0) await beforeEach();
    const result = await transport.send(hops === 0 ? request : { ...request, target: path, spent: ms });
    ms += result.ms;
    if (result.kind === 'unanswered') return { ...result, ms };
    const { status, headers } = result;
    const location = status === 307 || status === 308 ? headers['location'] : undefined;
    if (location === undefined) return hops === 0 ? result : toHttpResponse({ ...result, ms });
    const target = URL.parse(location, origin + path);
    if (target?.origin !== origin)
      return away(`a redirect to ${target?.origin ?? 'an address that cannot be read'}`);
    path = target.pathname + target.search;
  }

  return away(`more than ${MAX_REDIRECTS} redirects`);
}
