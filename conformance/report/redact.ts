/** Keeps secrets out of everything that is printed: the tokens, also where an answer repeats them. */
import { credentialFrom, UNUSABLE_VARIABLES } from '../client/credential.ts';
import { plain, type Reach } from '../client/reach.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { cardTokenVariable } from './curl.ts';
import { createDisguises } from './disguise.ts';

const TOKEN_MARK = '$TOLLGATE_TOKEN';
const HEADER_MARK = 'REDACTED';

const WHOLE_MARK = 'REDACTED: a secret in disguise';

/** Replaces every secret of the deployment, plain or encoded, in all texts of a JSON value. */
export function createRedactor({
  one,
  several,
  tokens: unusable = {},
  cardTokens = [],
  headers,
  reach,
}: Deployment): <T>(value: T) => T {
  const tokens = [one.token, several?.token].filter((token) => token !== undefined);
  const others = [...secretHeaders(headers), ...secretsOfProxy(reach)];
  const made = madeOf(tokens);
  const given = [unusable.expired, unusable.foreign].filter((token) => token !== undefined);
  const secrets = [
    ...marked(tokens, TOKEN_MARK),
    ...(['expired', 'foreign'] as const).flatMap((name) =>
      marked([unusable[name] ?? ''], `$${UNUSABLE_VARIABLES[name]}`),
    ),
    ...cardTokens.flatMap((token, n) => marked([token], `$${cardTokenVariable(n)}`)),
    ...derived(made, TOKEN_MARK),
    ...marked(others, HEADER_MARK),
  ];
  secrets.sort((a, b) => b.form.length - a.form.length);
  const isDisguised = createDisguises([
    ...tokens,
    ...given,
    ...cardTokens,
    ...made,
    ...[...tokens, ...given].flatMap(partsOf),
    ...others,
  ]);
  const inText = (text: string) => {
    const plainly = secrets.reduce((rest, { form, mark }) => rest.replaceAll(form, mark), text);

    return isDisguised(plainly) ? WHOLE_MARK : plainly;
  };

  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;

    return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), inValue(item)]));
  };

  return <T>(value: T) => (secrets.length === 0 ? value : (inValue(value) as T));
}

/** Every form that a secret may be met in, with what is to stand in its place. */
function marked(secrets: readonly string[], mark: string) {
  return secrets
    .filter(({ length }) => length > 3)
    .flatMap((secret) => [...escaped(secret), ...base64(secret), ...partsOf(secret)])
    .map((form) => ({ form, mark }));
}

/** As it stands in an address, in JSON, in a page, in a shell's quotes, or as the digits of its bytes. */
function escaped(text: string): string[] {
  const inAddress = encodeURIComponent(text);
  const inJson = JSON.stringify(text).slice(1, -1);
  const inPage = text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  const hex = Buffer.from(text).toString('hex');

  return [
    text,
    inAddress,
    inAddress.replaceAll(/%../g, (code) => code.toLowerCase()),
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    inPage,
    inPage.replaceAll('&#39;', '&#x27;').replaceAll('/', '&#x2F;'),
    text.replaceAll("'", String.raw`'\''`),
    hex,
    hex.toUpperCase(),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const MADE_OF_TOKENS = ['forged', 'unsigned', 'expired', 'extended'] as const;

/** What was made of a token and sent in its place holds most of it. Its parts alone are those of the token. */
function madeOf(tokens: readonly string[]): readonly string[] {
  return tokens
    .flatMap((token) => MADE_OF_TOKENS.map((credential) => credentialFrom(credential, token)))
    .filter((made) => made !== undefined);
}

function derived(made: readonly string[], mark: string) {
  return made.flatMap((token) => [...escaped(token), ...base64(token)]).map((form) => ({ form, mark }));
}

/** A JWT's signature is what makes it a secret; its other parts may stand alone in an answer as well. */
function partsOf(token: string): string[] {
  return token.split('.').filter((part) => part.length > 15);
}

/** As it stands in base64, alone or behind other text such as `Bearer `: at each of the three alignments. */
function base64(text: string): string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) => {
    const aligned = [0, 1, 2].map((before) => {
      const encoded = Buffer.from(' '.repeat(before) + text).toString(encoding);
      const whole = Math.floor(((before + text.length) * 8) / 6);

      return encoded.slice(Math.ceil((before * 8) / 6), whole);
    });

    return [Buffer.from(text).toString(encoding), ...aligned];
  });
}

function secretHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => /auth|token|key|secret|cookie/i.test(name))
    .map(([, value]) => value);
}

/** A proxy may be told the login with each request, and repeat it. */
function secretsOfProxy(reach: Reach | undefined): string[] {
  if (reach?.route.kind !== 'by-proxy') return [];
  const { username, password } = reach.route.proxy;
  const secret = plain(password);

  return secret === '' ? [] : [password, secret, `${plain(username)}:${secret}`];
}
