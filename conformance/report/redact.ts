/** Which secrets of a deployment no report may hold, and where a report is searched for them. */
import { maskDigits } from '../../src/text/card-numbers.ts';
import { mapTexts } from '../../src/text/map-texts.ts';
import { createRedactor, type Secret } from '../../src/text/redact.ts';
import { isSecretName } from '../../src/text/secret-names.ts';
import { credentialFrom, UNUSABLE_VARIABLES } from '../client/credential.ts';
import { plain, type Reach } from '../client/reach.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { ReportCounterexample } from './counterexample.ts';
import { cardTokenVariable, REDACTED } from './curl.ts';

const TOKEN_MARK = '$TOLLGATE_TOKEN';

export interface ReportRedactor {
  /** Replaces credentials: tokens, and configured headers that are named like secrets. */
  readonly credentials: (text: string) => string;
  /**
   * Replaces the values of all other configured headers as well, and masks card numbers: for what a server wrote.
   * A card number that the counterexample sent may come back.
   */
  readonly serverText: (text: string, counterexample?: ReportCounterexample) => string;
  /** The same as `credentials` for all texts of a value. */
  readonly value: <T>(value: T) => T;
  /** The same as `serverText` for the answers of a counterexample. */
  readonly answers: (counterexample: ReportCounterexample) => ReportCounterexample;
}

export function createReportRedactor(deployment: Deployment): ReportRedactor {
  const credentials = createRedactor(credentialsOf(deployment));
  const others = createRedactor(otherHeadersOf(deployment));
  const cards = deployment.cards.join(' ');
  const without = (text: string, sent: string) =>
    maskDigits(others(credentials(text)), 'identifier', (digits) => sent.includes(digits));
  const value = <T>(whole: T): T => mapTexts(whole, credentials);

  return {
    credentials,
    serverText: (text, counterexample) =>
      without(text, counterexample === undefined ? cards : `${cards} ${digitsSent(counterexample)}`),
    value,
    answers: (given) => {
      const sent = `${cards} ${digitsSent(given)}`;
      const shown = (text: string) => without(text, sent);

      return {
        ...given,
        got: shown(given.got),
        steps: given.steps.map((step) => ({ ...step, response: mapTexts(step.response, shown) })),
      };
    },
  };
}

/** The suite sends no number of anybody's card, and an answer may repeat what was sent; so may an sTxId be a number. */
function digitsSent({ case: value, steps }: ReportCounterexample): string {
  const texts = steps.flatMap(({ request, response }) => [
    request.url,
    request.body,
    ...('none' in response ? [] : (response.body.match(/"sTxId"\s{0,9}:\s{0,9}"?[^",}]{1,200}/g) ?? [])),
  ]);

  return [JSON.stringify(value) ?? '', ...texts].map((text) => text.replaceAll(/\D/g, '')).join(' ');
}

function credentialsOf({ one, several, tokens: unusable = {}, cardTokens = [], headers, reach }: Deployment) {
  const tokens = [one.token, several?.token].filter((token) => token !== undefined);
  const secretHeaders = Object.entries(headers).filter(([name]) => isSecretHeader(name));

  return [
    ...marked(tokens, TOKEN_MARK),
    ...(['expired', 'foreign'] as const).flatMap((name) =>
      marked([unusable[name] ?? ''], `$${UNUSABLE_VARIABLES[name]}`),
    ),
    ...cardTokens.flatMap((token, place) => marked([token], `$${cardTokenVariable(place)}`)),
    ...marked(madeOf(tokens), TOKEN_MARK).map((secret) => ({ ...secret, isWhole: true })),
    ...marked([...secretHeaders.map(([, value]) => value), ...secretsOfProxy(reach)], REDACTED),
  ];
}

/** Not those that only say how to talk: an answer has the same words by itself. */
const NEGOTIATION =
  /^(?:accept(?:-.*)?|content-type|x-requested-with|user-agent|origin|referer|host|connection|cache-control|pragma)$/i;

function otherHeadersOf({ headers }: Deployment): readonly Secret[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (NEGOTIATION.test(name) ? [] : [value]));

  return marked(
    values.filter(({ length }) => length >= SHORTEST_VALUE),
    REDACTED,
  );
}

/** Shorter ones, such as a region, are in answers by chance. */
const SHORTEST_VALUE = 6;

function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /auth|key/i.test(name);
}

function marked(texts: readonly string[], mark: string): readonly Secret[] {
  return texts.map((text) => ({ text, mark }));
}

const MADE_OF_TOKENS = ['forged', 'unsigned', 'expired', 'extended'] as const;

/** What was made of a token and sent in its place holds most of it. Its parts alone are those of the token. */
function madeOf(tokens: readonly string[]): readonly string[] {
  return tokens
    .flatMap((token) => MADE_OF_TOKENS.map((credential) => credentialFrom(credential, token)))
    .filter((made) => made !== undefined);
}

/** A proxy may be told the login with each request, and repeat it. */
function secretsOfProxy(reach: Reach | undefined): readonly string[] {
  if (reach?.route.kind !== 'by-proxy') return [];
  const { username, password } = reach.route.proxy;
  const secret = plain(password);

  return secret === '' ? [] : [password, secret, `${plain(username)}:${secret}`];
}
