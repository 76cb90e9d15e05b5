/** Masks the texts of a report: secrets of a deployment or of exchanges of others, and card numbers of servers. */
import { type Exchange, requestJson } from '../../src/exchange/exchange.ts';
import { isSecretName } from '../../src/text/find-secrets.ts';
import { mapTexts } from '../../src/text/json-object.ts';
import { type MaskStyle, maskText, NOTES } from '../../src/text/mask.ts';
import { decoded } from '../../src/text/percent.ts';
import { createRedactor, type Secret } from '../../src/text/redact.ts';
import type { ConnectionOptions, Deployment } from '../deployment/deployment.ts';
import { credentialFrom, DERIVED_CREDENTIALS, UNUSABLE_VARIABLES } from '../rule/credential.ts';
import { cardTokenVariable, REDACTED } from './curl.ts';
import type { ReportCounterexample } from './report.ts';

export type ReportMasks = Omit<ReturnType<typeof createReportRedactor>, 'maskSecrets'>;

export function createReportRedactor(deployment: Deployment) {
  const secrets = secretsOf(deployment);
  const maskCredentials = createRedactor([
    ...secrets.filter(({ kind }) => kind !== 'header'),
    ...secrets.flatMap(({ kind, text, mark }) =>
      kind === 'token' ? derivedFrom(text).map((derived) => ({ text: derived, mark, isWhole: true })) : [],
    ),
    ...proxySecrets(deployment.reach).map((text) => ({ text, mark: REDACTED })),
  ]);
  const maskHeaders = createRedactor(secrets.filter(({ kind }) => kind === 'header'));
  const maskSecrets = (text: string) => maskHeaders(maskCredentials(text));
  const cards = deployment.cards.join(' ');

  const serverTextMask = (counterexample?: ReportCounterexample) => {
    const sent = counterexample === undefined ? cards : `${cards} ${digitsSent(counterexample)}`;

    const style: MaskStyle = {
      ...{ token: hide, secret: hide, cardToken: keep },
      digits: (number) => (sent.includes(number.replaceAll(/\D/g, '')) ? number : NOTES.digits(number)),
    };

    return (text: string) => maskText(maskSecrets(text), style, 'identifier');
  };

  return {
    /** Masks tokens, card tokens, and headers whose names sound secret, in all texts of a value. */
    maskCredentials: <T>(value: T): T => mapTexts(value, maskCredentials),
    /** Masks credentials, and the values of all other configured headers. */
    maskSecrets,
    /** Masks secrets, and card numbers except those that the deployment file lists or the counterexample sent. */
    maskServerText: (text: string, counterexample?: ReportCounterexample): string =>
      serverTextMask(counterexample)(text),
    /** Masks text of the server in a counterexample. Requests can contain some, too: they repeat an `sTxId`. */
    maskCounterexample(counterexample: ReportCounterexample): ReportCounterexample {
      const mask = serverTextMask(counterexample);
      const { expected, got, case: value, steps } = counterexample;

      return {
        ...counterexample,
        expected: mask(expected),
        got: mask(got),
        case: mapTexts(value, maskSecrets),
        steps: steps.map(({ request, response, curl }) => ({
          request: { ...request, url: maskSecrets(request.url), body: maskSecrets(request.body) },
          response: mapTexts(response, mask),
          curl: maskSecrets(curl),
        })),
      };
    },
  };
}

/** A mark of a known secret. */
const MARK = /^\$[A-Z_\d]+$/;
const hide = (value: string) => (MARK.test(value) ? value : REDACTED);
const keep = (value: string) => value;

/** The suite sends no real card number, and a response may repeat what was sent; an sTxId may be a number too. */
function digitsSent({ case: value, steps }: ReportCounterexample): string {
  const texts = steps.flatMap(({ request, response }) => [
    request.url,
    request.body,
    ...('none' in response ? [] : (response.body.match(/"sTxId"\s{0,9}:\s{0,9}"?[^",}]{1,200}/g) ?? [])),
  ]);

  return [JSON.stringify(value) ?? '', ...texts].map((text) => text.replaceAll(/\D/g, '')).join(' ');
}

/** A text of a deployment that no report and no recording shows. */
interface DeploymentSecret extends Secret {
  readonly kind: 'token' | 'credential' | 'header';
  /** Such as `one`, `card-token-1` or `header-x-tenant`. */
  readonly name: string;
}

/** Headers whose values also occur in responses by themselves. */
const NEGOTIATION =
  /^(?:accept(?:-.*)?|content-type|x-requested-with|user-agent|origin|referer|host|connection|cache-control|pragma)$/i;

/** Shorter values of a header, such as a region, occur in other texts by chance. */
const SHORTEST_HEADER = 6;

export function secretsOf(deployment: Deployment): readonly DeploymentSecret[] {
  const { url, headers, one, several, tokens = {}, cardTokens = [], cards, regions } = deployment;
  // Values that requests have by themselves are not secrets, such as the MID of a processor.
  const shown = JSON.stringify([url, one.processors, several?.processors, cards, regions]);
  const kindOf = (name: string, value: string) => {
    if (isSecretName(name) || /auth|key/i.test(name)) return 'credential';
    const isPlain = NEGOTIATION.test(name) || value.length < SHORTEST_HEADER || shown.includes(value);

    return isPlain ? undefined : 'header';
  };
  const toSecret = (
    kind: DeploymentSecret['kind'] | undefined,
    name: string,
    text: string | undefined,
    mark: string,
  ) => (kind === undefined || text === undefined ? [] : [{ kind, name, text, mark }]);

  return [
    ...toSecret('token', 'one', one.token, '$TOLLGATE_TOKEN'),
    ...toSecret('token', 'several', several?.token, '$TOLLGATE_TOKEN'),
    ...toSecret('credential', 'expired', tokens.expired, `$${UNUSABLE_VARIABLES.expired}`),
    ...toSecret('credential', 'foreign', tokens.foreign, `$${UNUSABLE_VARIABLES.foreign}`),
    ...cardTokens.flatMap((text, at) =>
      toSecret('credential', `card-token-${at + 1}`, text, `$${cardTokenVariable(at)}`),
    ),
    ...Object.entries(headers).flatMap(([name, text]) =>
      toSecret(kindOf(name, text), `header-${name}`, text, REDACTED),
    ),
  ];
}

/** Tokens that the suite makes from a valid one contain most of it. Their parts alone are those of the token. */
export function derivedFrom(token: string): readonly string[] {
  return DERIVED_CREDENTIALS.flatMap((credential) => credentialFrom(credential, token) ?? []);
}

/** A proxy receives the login with each request, and may repeat it. */
function proxySecrets(reach: ConnectionOptions | undefined): readonly string[] {
  if (reach?.route.kind !== 'by-proxy') return [];
  const { username, password } = reach.route.proxy;
  const secret = decoded(password);

  return secret === '' ? [] : [password, secret, `${decoded(username)}:${secret}`];
}

/** Shorter values occur by chance. */
const SHORTEST_SECRET = 8;

/** A credential may be repeated anywhere, such as in the text of a refusal. */
export function createExchangeRedactor(exchanges: readonly Exchange[]): ReportMasks {
  const secrets = exchanges.flatMap(secretsIn).filter(({ text }) => text.length >= SHORTEST_SECRET);
  const redact = createRedactor([...new Map(secrets.map((secret) => [secret.text, secret])).values()]);

  return {
    maskCredentials: (value) => (secrets.length === 0 ? value : mapTexts(value, redact)),
    maskServerText: (text) => maskText(text),
    maskCounterexample: ({ expected, got, ...rest }) => ({
      ...rest,
      ...{ expected: maskText(expected), got: maskText(got) },
    }),
  };
}

function secretsIn({ request }: Exchange): readonly Secret[] {
  const ofHeaders = Object.entries(request.headers).flatMap(([name, value]) => {
    const text = String(value ?? '');
    if (name === 'authorization') return { text: text.replace(/^\s*\S+\s+/, ''), mark: '(a token)' };
    if (name === 'cookie') return text.split(';').map((pair) => hidden(pair.replace(/^[^=]*=/, '').trim()));

    return isSecretName(name) ? hidden(text) : [];
  });
  const { cardToken } = Object(requestJson(request)) as { readonly cardToken?: unknown };

  return typeof cardToken === 'string'
    ? [...ofHeaders, { text: cardToken, mark: '(a card token)' }]
    : ofHeaders;
}

function hidden(text: string): Secret {
  return { text, mark: '(not shown)' };
}
