/** What to do where a deployment gives no footing: one sentence, with what was seen. */
import type { Answered, Silence } from '../client/answer.ts';

/** What Node calls the faults of certificates that no other authority would mend. */
const OF_CERTIFICATES: readonly (readonly [RegExp, string])[] = [
  [/CERT_HAS_EXPIRED/, 'its certificate has run out: renew it, or check the clock of this machine'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet: check the clock of this machine'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, 'its certificate is for another name: use a name that it is for'],
  [
    /CERT|SIGNED|SIGNATURE|ISSUER|CRL/,
    'its certificate is not trusted: name the certificate of its authority in NODE_EXTRA_CA_CERTS',
  ],
];

export function adviseOnSilence(cause: Silence, detail: string, { origin }: URL): string {
  switch (cause) {
    case 'unreachable': {
      if (!detail.startsWith('TLS'))
        return `Nothing could be reached at ${origin} (${detail}): check the URL and that the service is running.`;
      const [, known] = OF_CERTIFICATES.find(([pattern]) => pattern.test(detail)) ?? [];

      return `${origin} answers, but ${known ?? 'it does not agree on TLS: check that it speaks HTTPS at this port'} (${detail}).`;
    }
    case 'timeout':
      return `No answer came from ${origin} (${detail}): check the service, or raise --timeout.`;
    case 'throttled':
      return `${origin} keeps saying that it is asked too often (${detail}): lower --rate or --concurrency.`;
    case 'redirected-away':
      return `${origin} redirects elsewhere (${detail}): give the address that it redirects to.`;
    case 'reset':
    case 'cut-off':
    case 'not-http':
    case 'too-large':
      return `No whole HTTP answer came from ${origin} (${cause}: ${detail}): check that the URL is that of the service.`;
  }
}

export function adviseOnToken(
  answer: Answered | undefined,
  { origin }: URL,
  token: string | undefined,
): string {
  const what = token === undefined ? 'no token was given' : 'the token is not taken';

  return `${origin} answers ${answer?.status} to every request (${what}): pass a valid one in TOLLGATE_TOKEN or with --token.`;
}

/**
 * A proxy that wants to know who asks, or a redirect that leads a POST away as a GET, says nothing about the service;
 * undefined where the answers are of no such kind.
 */
export function adviseOnDetour(answers: readonly Answered[], { origin }: URL): string | undefined {
  const [first] = answers;
  if (first === undefined) return undefined;
  if (answers.every(({ status }) => status === 407 || status === 511))
    return `What answers in the place of ${origin} is a proxy that asks for a login (${first.status}): ask from where the service can be reached without it.`;
  const isLedAway = ({ status, headers }: Answered) =>
    [301, 302, 303].includes(status) && headers['location'] !== undefined;
  if (!answers.every(isLedAway)) return undefined;

  return `${origin} redirects every request with ${first.status}, which makes a GET of a POST: give the address that it redirects to.`;
}
