/** What to do where a deployment gives no footing: one sentence, with what was seen. */
import type { Answered, Silence } from '../client/answer.ts';
import { nameOf, type Reach, type Route, STRAIGHT } from '../client/reach.ts';
import type { Deployment } from '../deployment/deployment.ts';

/** What a server says of the client's certificate. */
const OF_CLIENTS = /ALERT_.*(CERTIFICATE|UNKNOWN_CA)/;

/** What Node calls the faults of the server's, and what to do. */
const OF_CERTIFICATES: readonly (readonly [RegExp, string])[] = [
  [/CERT_HAS_EXPIRED/, 'its certificate has run out: renew it, or check the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet: check the clock of this machine'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'its certificate is for another name: use a name that it is for'],
  [
    /CERT|SIGNED|SIGNATURE|ISSUER|CRL/,
    'its certificate is not trusted: name that of its authority with --ca FILE',
  ],
];

/** Of a chain that does not end at an authority that is trusted. */
const OF_ISSUERS = /ISSUER|SELF_SIGNED|LEAF_SIGNATURE|CERT_UNTRUSTED/;

/** What ails TLS, and what to do about it: the end of a sentence that begins with the address. */
export function adviseOnTls(code: string, { tls }: Reach = STRAIGHT): string {
  const told = `(TLS: ${code})`;
  if (OF_CLIENTS.test(code))
    return tls.client === undefined
      ? `it asks for a certificate of the client: give --cert FILE and --key FILE ${told}`
      : `it does not take the certificate in ${tls.client.cert.path}: give one that it knows ${told}`;
  if (tls.ca !== undefined && OF_ISSUERS.test(code))
    return `its certificate is not from an authority in ${tls.ca.path}: put the certificate of its authority into that file; with --insecure it is asked all the same ${told}`;
  const [, known] = OF_CERTIFICATES.find(([pattern]) => pattern.test(code)) ?? [];

  return known === undefined
    ? `it does not agree on TLS: check that it speaks HTTPS at this port ${told}`
    : `${known}; with --insecure it is asked all the same ${told}`;
}

export function adviseOnSilence(
  cause: Silence,
  detail: string,
  { url, reach = STRAIGHT }: Pick<Deployment, 'url' | 'reach'>,
): string {
  const { route } = reach;
  const { origin } = url;
  const byWayOf = route.kind === 'by-proxy' ? ` by way of the proxy ${nameOf(route.proxy)}` : '';
  switch (cause) {
    case 'proxy':
      return `The proxy ${detail}, and so ${origin} could not be asked: ${adviseOnProxy(detail, route)}.`;
    case 'unreachable':
      return detail.startsWith('TLS: ')
        ? `${origin} answers${byWayOf}, but ${adviseOnTls(detail.slice('TLS: '.length), reach)}.`
        : `Nothing could be reached at ${origin} (${detail}): check the URL and that the service is running.`;
    case 'timeout':
      return `No answer came from ${origin}${byWayOf} (${detail}): check the service, or raise --timeout.`;
    case 'throttled':
      return `${origin} keeps saying that it is asked too often (${detail}): ask it later, or more slowly (--rate, --concurrency, limits in the deployment file).`;
    case 'redirected-away':
      return `${origin} redirects elsewhere (${detail}): give the address that it redirects to.`;
    case 'reset':
      return `No whole HTTP answer came from ${origin}${byWayOf} (${cause}: ${detail}): check that the URL is that of the service${url.protocol === 'https:' && reach.tls.client === undefined ? ', and whether it asks for a certificate of the client (--cert, --key)' : ''}.`;
    case 'cut-off':
    case 'not-http':
    case 'too-large':
      return `No whole HTTP answer came from ${origin}${byWayOf} (${cause}: ${detail}): check that the URL is that of the service.`;
  }
}

function adviseOnProxy(detail: string, route: Route): string {
  const variable = route.kind === 'by-proxy' ? route.variable : 'HTTPS_PROXY';

  return detail.endsWith('(407)')
    ? `put user and password into the address in ${variable}, as in http://USER:PASSWORD@HOST:PORT`
    : `check ${variable}, or name the host in NO_PROXY to ask it straight away`;
}

export function adviseOnToken(
  answer: Answered | undefined,
  { origin }: URL,
  token: string | undefined,
): string {
  const what = token === undefined ? 'no token was given' : 'the token is not taken';

  return `${origin} answers ${answer?.status} to every request (${what}): pass a valid one in TOLLGATE_TOKEN or with --token.`;
}

/** The version is part of the paths of both operations (document 9), and so of no base address. */
const WITH_VERSION = /\/v1(\/ch(\/sale)?)?\/?$/;

/** What it answers by itself to a client without the certificate that it is to ask for. */
const OF_NGINX = /No required SSL certificate was sent|The SSL certificate error/;

/**
 * A proxy that wants to know who asks, an address with the version twice, or a redirect that leads a POST away as a GET,
 * says nothing about the service; undefined where the answers are of no such kind.
 */
export function adviseOnDetour(answers: readonly Answered[], { origin, pathname }: URL): string | undefined {
  const [first] = answers;
  if (first === undefined) return undefined;
  if (answers.every(({ status }) => status === 407 || status === 511))
    return `What answers in the place of ${origin} is a proxy that asks for a login (${first.status}): ask from where the service can be reached without it.`;
  if (answers.every(({ status, text }) => status === 400 && OF_NGINX.test(text)))
    return `${origin} does not speak the API without a certificate of the client that it knows: give --cert FILE and --key FILE.`;
  if (WITH_VERSION.test(pathname) && answers.every(({ status }) => status === 404 || status === 405))
    return `${origin} answers ${first.status} to every request below ${pathname}: give the base address alone, without ${WITH_VERSION.exec(pathname)?.[0]}.`;
  const isLedAway = ({ status, headers }: Answered) =>
    [301, 302, 303].includes(status) && headers['location'] !== undefined;
  if (!answers.every(isLedAway)) return undefined;

  return `${origin} redirects every request with ${first.status}, which makes a GET of a POST: give the address that it redirects to.`;
}
