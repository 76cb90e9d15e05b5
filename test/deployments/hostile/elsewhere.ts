/** Deployments that redirect to another origin, which must not be called, since it would get the token. */
import { type Listening, listenHttp } from '../listen.ts';
import { startReference } from '../reference.ts';
import type { Hostile } from './hostile.ts';

export const ELSEWHERE: readonly Hostile[] = [
  led('round and round', (path) => path, /more than 3 redirects/),
  led('ever deeper', (path) => `${path}/x`, /more than 3 redirects/),
  led(
    'to another port',
    (path, { port }) => `http://127.0.0.1:${Number(port) === 65535 ? 1 : Number(port) + 1}${path}`,
    /a redirect to http/,
  ),
  led(
    'to another host at the same port',
    (path, { port }) => `http://localhost:${port}${path}`,
    /a redirect to http/,
  ),
  led(
    'to another host, without a scheme',
    (path, { port }) => `//localhost:${port}${path}`,
    /a redirect to http/,
  ),
  led('to HTTPS at the same port', (path, { host }) => `https://${host}${path}`, /a redirect to https/),
  led(
    'to a user of another host',
    (path, { host }) => `http://${host}@localhost${path}`,
    /a redirect to http:\/\/localhost/,
  ),
  led('to a script', () => 'javascript:alert(1)', /redirects elsewhere/),
  led('to a file', () => 'file:///etc/passwd', /redirects elsewhere/),
  led('to what cannot be read', () => 'http://[', /cannot be read/),
  led('by a GET, with 301', (path) => `${path}/`, /301/, 301),
  led('by a GET, with 302', () => '/login', /302/, 302),
  led('by a GET, with 303', () => '/login', /303/, 303),
  {
    name: 'leads on the same origin, with a user and a fragment, and answers there',
    verdict: 'conformant',
    fails: [],
    start: () =>
      startReference({
        intercept: (request, response) => {
          const { url = '', headers } = request;
          if (url.startsWith('/moved')) {
            request.url = url.slice('/moved'.length);

            return false;
          }
          response.writeHead(308, { location: `http://user:word@${headers.host}/moved${url}#top` }).end();

          return true;
        },
      }),
  },
];

type Place = (path: string, at: { readonly host: string; readonly port: string }) => string;

function led(name: string, place: Place, says: RegExp, status = 307): Hostile {
  return { name: `leads ${name}`, verdict: 'inconclusive', says, start: () => leading(place, status) };
}

function leading(place: Place, status: number): Promise<Listening> {
  return listenHttp((request, response) => {
    const host = request.headers.host ?? '';
    const location = place(request.url ?? '', { host, port: String(request.socket.localPort) });
    response.writeHead(status, { location }).end();
  });
}
