/** Advises what to do if the preflight finds no baseline: one sentence, with the observed cause. */

import { maskText } from '../../../src/text/mask.ts';
import { cut, visibleLine } from '../../../src/text/visible.ts';
import {
  type ConnectionOptions,
  DEPLOYMENT_DEFAULTS,
  type Deployment,
  type NetworkRoute,
  STRAIGHT,
} from '../../deployment/deployment.ts';
import type { FailureCause, HttpResponse } from '../../rule/http-result.ts';

/** TLS alerts about the client's certificate. */
const CLIENT_CERTIFICATE = /ALERT_.*(CERTIFICATE|UNKNOWN_CA)/;

/** Node's error codes for the server's certificate, and what to do. */
const SERVER_CERTIFICATE: readonly (readonly [RegExp, string])[] = [
  [/CERT_HAS_EXPIRED/, 'its certificate has expired: renew it, or check the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet: check the clock of this machine'],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH/,
    'its certificate is for another name: use the name that it was issued for',
  ],
  [
    /CERT|SIGNED|SIGNATURE|ISSUER|CRL/,
    'its certificate is not trusted: give the CA certificate with --ca FILE',
  ],
];

/** The chain does not end at a trusted authority. */
const UNTRUSTED_ISSUER = /ISSUER|SELF_SIGNED|LEAF_SIGNATURE|CERT_UNTRUSTED/;

/** Explains a TLS error: the end of a sentence that begins with the address. */
export function adviseOnTls(code: string, { tls }: ConnectionOptions = STRAIGHT): string {
  const seen = `(TLS: ${code})`;
  if (CLIENT_CERTIFICATE.test(code))
    return tls.client === undefined
      ? `it requires a client certificate: give --cert FILE and --key FILE ${seen}`
      : `it refuses the client certificate in ${tls.client.cert.path}: give one that it accepts ${seen}`;
  if (tls.ca !== undefined && UNTRUSTED_ISSUER.test(code))
    return `its certificate is not from an authority in ${tls.ca.path}: add its CA certificate to that file, or skip verification with --insecure ${seen}`;
  const [, known] = SERVER_CERTIFICATE.find(([pattern]) => pattern.test(code)) ?? [];

  return known === undefined
    ? `the TLS handshake fails: check that this port serves HTTPS ${seen}`
    : `${known}, or skip verification with --insecure ${seen}`;
}

export function adviseOnSilence(
  cause: FailureCause,
  detail: string,
  { url, reach = STRAIGHT }: Pick<Deployment, 'url' | 'reach'>,
): string {
  const { route } = reach;
  const { origin } = url;
  const viaProxy = route.kind === 'by-proxy' ? ` through the proxy ${route.proxy.origin}` : '';
  switch (cause) {
    case 'proxy':
      return `The proxy ${detail}, so ${origin} could not be reached: ${adviseOnProxy(detail, route)}.`;
    case 'unreachable':
      return detail.startsWith('TLS: ')
        ? `${origin} answers${viaProxy}, but ${adviseOnTls(detail.slice('TLS: '.length), reach)}.`
        : `${origin} could not be reached (${detail}): check the URL, and that the service is running.`;
    case 'timeout':
      return `No response came from ${origin}${viaProxy} (${detail}): check the service, or raise --timeout.`;
    case 'throttled':
      return `${origin} keeps throttling requests (${detail}): run the suite later, or more slowly (--rate, --concurrency, limits in the deployment file).`;
    case 'redirected-away':
      return `${origin} redirects elsewhere (${detail}): give the address that it redirects to.`;
    case 'reset': {
      const also =
        url.protocol === 'http:'
          ? ', and whether it expects https'
          : reach.tls.client === undefined
            ? ', and whether it requires a client certificate (--cert, --key)'
            : '';

      return `No complete HTTP response came from ${origin}${viaProxy} (${cause}: ${detail}): check the URL of the service${also}.`;
    }
    case 'cut-off':
    case 'not-http':
    case 'too-large':
      return `No complete HTTP response came from ${origin}${viaProxy} (${cause}: ${detail}): check the URL of the service.`;
  }
}

function adviseOnProxy(detail: string, route: NetworkRoute): string {
  const variable = route.kind === 'by-proxy' ? route.variable : 'HTTPS_PROXY';

  return detail.endsWith('(407)')
    ? `add user and password to the address in ${variable}, as in http://USER:PASSWORD@HOST:PORT`
    : `check ${variable}, or list the host in NO_PROXY to connect directly`;
}

export function adviseOnToken(
  response: HttpResponse | undefined,
  { origin }: URL,
  token: string | undefined,
): string {
  const what = token === undefined ? 'no token was given' : 'the token is refused';
  const why = response === undefined ? undefined : reasonIn(response, token);
  const said = why === undefined ? '' : `: ${why.field} says ${JSON.stringify(why.text)}`;

  return `${origin} answers ${response?.status} to every request (${what}${said}): pass a valid one in TOLLGATE_TOKEN, with --token, or as merchants.one.token of the deployment file.`;
}

/** In characters. */
const LONGEST_REASON = 100;

/** What a response says is wrong with the token; undefined where it says nothing, or repeats the token. */
function reasonIn({ headers, body }: HttpResponse, token: string | undefined) {
  const [, described] = /error_description="([^"]+)"/.exec(headers['www-authenticate'] ?? '') ?? [];
  const fields = ['detail', 'error_description', 'message', 'error'];
  const [field = '', reason] =
    [['WWW-Authenticate', described], ...fields.map((name) => [`the field ${name}`, body?.[name]])].find(
      ([, text]) => typeof text === 'string',
    ) ?? [];
  if (
    typeof field !== 'string' ||
    typeof reason !== 'string' ||
    reason === '' ||
    (token !== undefined && reason.includes(token))
  )
    return undefined;

  return { field, text: visibleLine(cut(maskText(reason), LONGEST_REASON)) };
}

/** The paths of both operations include the version (document 9), so the base address does not. */
const WITH_VERSION = /\/v1(\/ch(\/sale)?)?\/?$/;

/**
 * Explains responses that do not come from the service: below an address with the version twice, or redirects that turn
 * a POST into a GET. Undefined for other responses.
 */
export function adviseOnDetour(
  answers: readonly HttpResponse[],
  { origin, pathname }: URL,
): string | undefined {
  const [first] = answers;
  if (first === undefined) return undefined;
  if (WITH_VERSION.test(pathname) && answers.every(({ status }) => status === 404 || status === 405))
    return `${origin} answers ${first.status} to every request below ${pathname}: give the base address without ${WITH_VERSION.exec(pathname)?.[0]}.`;
  const isRedirect = ({ status, headers }: HttpResponse) =>
    [301, 302, 303].includes(status) && headers['location'] !== undefined;
  if (!answers.every(isRedirect)) return undefined;

  return `${origin} redirects every request with ${first.status}${adviseOnRedirect(first, { origin, pathname })}.`;
}

const FEE_PATH = '/v1/ch';

/** Where a redirect leads, and what to do: the end of a sentence. */
function adviseOnRedirect({ headers }: HttpResponse, { origin, pathname }: Pick<URL, 'origin' | 'pathname'>) {
  const path = `${pathname.replace(/\/$/, '')}${FEE_PATH}`;
  const why = 'which turns a POST into a GET';
  const given = headers['location'] ?? '';
  if (!URL.canParse(given, origin + path)) return `, ${why}: check the URL`;
  const target = new URL(given, origin + path);
  // Without its query, which may have secrets.
  const to = ` to ${visibleLine(cut(target.origin + target.pathname, LONGEST_REASON))}, ${why}`;
  if (target.pathname.endsWith(FEE_PATH))
    return `${to}: give the address ${target.href.slice(0, target.href.indexOf(FEE_PATH))}`;
  if (target.origin === origin && target.pathname === `${path}/`)
    return `${to}: have the service answer POST ${path} itself`;

  return `${to}: check the URL, and whether the service asks for a login`;
}

/** Explains successes that are no JSON objects, as of a web page. */
export function adviseOnPage({ status, headers, text }: HttpResponse, { href, pathname }: URL): string {
  const type = headers['content-type']?.split(';')[0];
  const begin = visibleLine(cut(maskText(text.slice(0, LONGEST_REASON)), LONGEST_PAGE));
  const got = [String(status), ...(type ? [visibleLine(cut(type, LONGEST_PAGE))] : [])].join(' ');
  const version = WITH_VERSION.exec(pathname)?.[0];
  const what = version === undefined ? 'check the URL' : `give the base address without ${version}`;

  return `${href} does not speak the API: expected a JSON object from POST ${FEE_PATH} below it, got ${got} ${text === '' ? 'with an empty body' : `that begins with ${JSON.stringify(begin)}`}: ${what}.`;
}

/** In characters. */
const LONGEST_PAGE = 40;

/** Words by which a refusal may name the field that it requires. */
const PROCESSOR = /processor|\bMID\b/i;
const MULTI_PAY = /total_?amount|multi-?pay/i;
const CARD = /nicn|\bcards?\b|\bB?IN\b|\bIIN\b/i;
const REGION = /region|\bzip|postal|\bstates?\b/i;
const AMOUNT = /amount/i;

/**
 * Advises what to configure if the document allows the service to refuse these calls (section 2.1). Undefined if it
 * does not.
 */
export function adviseOnDemand(
  answers: readonly HttpResponse[],
  { url: { origin }, one, several, cards, regions }: Deployment,
): string | undefined {
  const names = (what: RegExp) => answers.some(({ text }) => what.test(text));
  const refuses = `${origin} refuses every valid fee call`;
  const useAnother = 'use the token of a merchant with exactly one processor as merchants.one';

  if (one.processors.length > 1)
    return `${refuses}, and may: merchants.one lists ${one.processors.length} processors, so each call would have to name one; ${useAnother}, and list this merchant as merchants.several.`;
  if (several !== undefined && several.processors.length > 1 && several.token === one.token)
    return `${refuses}, and may: merchants.one has the token of merchants.several, so each call would have to name a processor; ${useAnother}.`;
  const isStated = one.processors.length === 1;
  if (!isStated && names(PROCESSOR))
    return `${refuses} without a processor, as it may where the merchant has several: ${useAnother}, or list this merchant's one processor in merchants.one.processors of the deployment file.`;
  if (names(MULTI_PAY))
    return `${refuses} without totalAmount, as it may where every call is a multi-pay request: use the token of a merchant whose calls need no totalAmount as merchants.one.`;
  if (cards === DEPLOYMENT_DEFAULTS.cards && names(CARD) && !names(REGION))
    return `${refuses} because of its card, and the cards are defaults: list test cards of this deployment as cards in the deployment file.`;
  if (regions === DEPLOYMENT_DEFAULTS.regions && names(REGION) && !names(CARD))
    return `${refuses} because of its region, and the regions are defaults: list regions of this deployment as regions in the deployment file.`;
  if (isStated || [CARD, REGION, AMOUNT].some(names) || !answers.every(mayDemand)) return undefined;

  return `${refuses} without a reason, as it may where the merchant has several processors: list the processors of this token's merchant in merchants.one.processors of the deployment file, or ${useAnother}.`;
}

/** A server error, or a response for another path, demands no field. */
function mayDemand({ status }: HttpResponse): boolean {
  return status < 500 && status !== 404 && status !== 405;
}
