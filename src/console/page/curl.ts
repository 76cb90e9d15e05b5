/** An exchange's request as the curl command that sends it again. */
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { quote } from '../../text/shell.ts';

/** Headers that curl writes itself, and those of browsers. */
const LEFT_OUT =
  /^(?:authorization|host|connection|content-length|transfer-encoding|accept|accept-encoding|accept-language|user-agent|origin|referer|keep-alive|te|upgrade|expect|cookie|proxy-.*|sec-.*|tollgate-.*)$/i;

/**
 * The token is a placeholder: the journal has none.
 *
 * @param base the address of the mock, one of its worlds, or the proxy, with a slash at its end
 */
export function toCurl(
  { method = 'POST', path = '/', query, world, request }: JournalEntry,
  base: URL,
): string {
  const isInWorld = world === undefined || base.pathname.endsWith(`/w/${world}/`);
  const address = `${base.href}${isInWorld ? '' : `w/${world}/`}${path.replace(/^\//, '')}`;
  const url = query === undefined ? address : `${address}?${query}`;
  const body = request.body === undefined ? request.text : JSON.stringify(request.body);
  const headers = Object.entries(request.headers);
  const hasToken = headers.some(([name]) => name.toLowerCase() === 'authorization');

  return [
    `curl -sS ${method === 'POST' && body !== undefined ? '' : `-X ${method} `}${quote(url)}`,
    ...headers
      .filter(([name]) => !LEFT_OUT.test(name))
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(hasToken ? ['-H "Authorization: Bearer $TOLLGATE_TOKEN"'] : []),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}
