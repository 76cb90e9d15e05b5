/** Masks the texts of a report: secrets of a deployment or of exchanges of others, and card numbers of servers. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { maskDigits } from '../../src/text/card-numbers.ts';
import { isSecretName } from '../../src/text/find-secrets.ts';
import { hideSecrets, type MaskStyle } from '../../src/text/hide-secrets.ts';
import { mapTexts } from '../../src/text/json-object.ts';
import { maskText } from '../../src/text/mask.ts';
import { decoded } from '../../src/text/percent.ts';
import { createRedactor, type Secret } from '../../src/text/redact.ts';
import type { ConnectionOptions, Deployment } from '../deployment/deployment.ts';
import { credentialFrom, UNUSABLE_VARIABLES } from '../rule/credential.ts';
import { cardTokenVariable, REDACTED } from './curl.ts';
import type { ReportCounterexample } from './report.ts';

export interface ReportMasks {
  /** Masks tokens, card tokens, and headers whose names sound secret, in all texts of a value. */
  readonly maskCredentials: <T>(value: T) => T;
  /**
   * Masks text of the server: secrets, and card numbers except those that the deployment file lists or the
   * counterexample sent.
   */
  readonly maskServerText: (text: string, counterexample?: ReportCounterexample) => string;
  /** Masks text of the server in a counterexample. Requests can contain some, too: they repeat an `sTxId`. */
  readonly maskCounterexample: (counterexample: ReportCounterexample) => ReportCounterexample;
}

export interface ReportRedactor extends ReportMasks {
  /** Masks credentials, and the values of all other configured headers. */
  readonly maskSecrets: (text: string) => string;
}

export function createReportRedactor(deployment: Deployment): ReportRedactor {
  const maskCredentials = createRedactor(credentialsOf(deployment));
  const maskHeaders = createRedactor(otherHeadersOf(deployment));
  const maskSecrets = (text: string) => maskHeaders(maskCredentials(text));
  const cards = deployment.cards.join(' ');

  const serverTextMask = (counterexample?: ReportCounterexample) => {
    const sent = counterexample === undefined ? cards : `${cards} ${digitsSent(counterexample)}`;

    return (text: string) =>
      maskDigits(maskUnknown(maskSecrets(text)), 'identifier', {
        isAllowed: (digits) => sent.includes(digits),
      });
  };

  return {
    maskCredentials: (value) => mapTexts(value, maskCredentials),
    maskServerText: (text, counterexample) => serverTextMask(counterexample)(text),
    maskSecrets,
    maskCounterexample(counterexample) {
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

/** Card numbers, the nicn and card tokens have their own rules. */
const UNKNOWN: MaskStyle = { token: hide, secret: hide, cardToken: keep, digits: keep, quote: '' };

/** Masks tokens that no deployment file has, and values of members, pairs and parameters that are named like secrets. */
function maskUnknown(text: string): string {
  return hideSecrets({ text, kind: 'text', style: UNKNOWN }, keep);
}

/** The suite sends no real card number, and a response may repeat what was sent; an sTxId may be a number too. */
function digitsSent({ case: value, steps }: ReportCounterexample): string {
  const texts = steps.flatMap(({ request, response }) => [
    request.url,
    request.body,
    ...('none' in response ? [] : (response.body.match(/"sTxId"\s{0,9}:\s{0,9}"?[^",}]{1,200}/g) ?? [])),
  ]);

  return [JSON.stringify(value) ?? '', ...texts].map((text) => text.replaceAll(/\D/g, '')).join(' ');
}

const TOKEN_MARK = '$TOLLGATE_TOKEN';

function credentialsOf({ one, several, tokens: unusable = {}, cardTokens = [], headers, reach }: Deployment) {
  const tokens = [one.token, several?.token].filter((token) => token !== undefined);
  const secretHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isSecretName(name) || /auth|key/i.test(name) ? [value] : [],
  );

  return [
    ...toSecrets(tokens, TOKEN_MARK),
    ...toSecrets([unusable.expired ?? ''], `$${UNUSABLE_VARIABLES.expired}`),
    ...toSecrets([unusable.foreign ?? ''], `$${UNUSABLE_VARIABLES.foreign}`),
    ...cardTokens.flatMap((token, index) => toSecrets([token], `$${cardTokenVariable(index)}`)),
    ...toSecrets(tokensDerivedFrom(tokens), TOKEN_MARK).map((secret) => ({ ...secret, isWhole: true })),
    ...toSecrets([...secretHeaders, ...proxySecrets(reach)], REDACTED),
  ];
}

function toSecrets(texts: readonly string[], mark: string): readonly Secret[] {
  return texts.map((text) => ({ text, mark }));
}

export const DERIVED = ['forged', 'unsigned', 'expired', 'extended'] as const;

/** Tokens that the suite makes from a valid one contain most of it. Their parts alone are those of the token. */
function tokensDerivedFrom(tokens: readonly string[]): readonly string[] {
  return tokens
    .flatMap((token) => DERIVED.map((credential) => credentialFrom(credential, token)))
    .filter((derived) => derived !== undefined);
}

/** A proxy receives the login with each request, and may repeat it. */
function proxySecrets(reach: ConnectionOptions | undefined): readonly string[] {
  if (reach?.route.kind !== 'by-proxy') return [];
  const { username, password } = reach.route.proxy;
  const secret = decoded(password);

  return secret === '' ? [] : [password, secret, `${decoded(username)}:${secret}`];
}

/** Headers whose values also occur in responses by themselves. */
const NEGOTIATION =
  /^(?:accept(?:-.*)?|content-type|x-requested-with|user-agent|origin|referer|host|connection|cache-control|pragma)$/i;

/** Shorter values, such as a region, occur in responses by chance. */
const SHORTEST_VALUE = 6;

/** Values that requests have by themselves are not secrets, such as the MID of a processor. */
function otherHeadersOf({ headers, url, one, several, cards, regions }: Deployment): readonly Secret[] {
  const shown = JSON.stringify([url, one.processors, several?.processors, cards, regions]);
  const values = Object.entries(headers).flatMap(([name, value]) =>
    NEGOTIATION.test(name) || value.length < SHORTEST_VALUE || shown.includes(value) ? [] : [value],
  );

  return toSecrets(values, REDACTED);
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

function secretsIn({ request: { headers, json } }: Exchange): readonly Secret[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) => {
    const text = String(value ?? '');
    if (name === 'authorization') return { text: text.replace(/^\s*\S+\s+/, ''), mark: '(a token)' };
    if (name === 'cookie') return text.split(';').map((pair) => hidden(pair.replace(/^[^=]*=/, '').trim()));

    return isSecretName(name) ? hidden(text) : [];
  });
  const { cardToken } = Object(json) as { readonly cardToken?: unknown };

  return typeof cardToken === 'string'
    ? [...ofHeaders, { text: cardToken, mark: '(a card token)' }]
    : ofHeaders;
}

function hidden(text: string): Secret {
  return { text, mark: '(not shown)' };
}
