/** Reads a deployment file: YAML in which `${NAME}` stands for a variable of the environment. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { LineCounter, parseDocument } from 'yaml';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { compileFileSchema } from '../../src/contract/validators.ts';
import type { Merchant } from '../../src/engine/index.ts';
import schema from './deployment.schema.json' with { type: 'json' };
import { ASSUMED, type Deployment, type KnownProcessor, type Pricing } from './deployment.ts';
import { DeploymentError } from './deployment-error.ts';
import { pricingOf } from './pricing.ts';
import { readPricingFile } from './pricing-file.ts';
import { readReach, type TypedTls } from './reach.ts';
import type { TlsPaths } from './tls-files.ts';

/** What the file says, with nothing assumed. */
interface DeploymentFile {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly merchants?: { readonly one?: MerchantEntry; readonly several?: MerchantEntry };
  readonly cards?: readonly string[];
  readonly regions?: Partial<Deployment['regions']>;
  readonly amounts?: Partial<Deployment['amounts']>;
  readonly multiPay?: boolean;
  readonly pricing?: string;
  readonly limits?: Partial<Deployment['limits']>;
  /** By their paths from the file. */
  readonly tls?: TlsPaths;
}

interface MerchantEntry {
  readonly name?: string;
  readonly token?: string;
  /** Not in the file: the variable that the token is. */
  readonly tokenVariable?: string;
  readonly processors?: readonly KnownProcessor[];
}

/** What the command line says; it goes before the file. */
export interface Overrides {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly limits?: { readonly [Name in keyof Deployment['limits']]?: number | undefined };
  readonly tls?: TypedTls | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A deployment from a file's text, which may be empty. The files that it names are read from beside it. The
 * environment fills in `${NAME}` and tells of a proxy: an empty one has none.
 *
 * @throws DeploymentError with everything that is wrong
 */
export function readDeployment(
  text: string,
  where: string,
  environment: Environment,
  overrides: Overrides,
): Deployment {
  const file = parseFile(text, where, environment, overrides);
  const url = overrides.url ?? file.url;
  if (url === undefined) throw new DeploymentError(`${where}: url: expected an address, got nothing`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new DeploymentError(
      `url: expected an address such as https://fees.example.com, got ${url.replace(/\/\/.*@/, '//…@')}`,
    );
  }
  const { username, password, search, hash } = new URL(url);
  if (username + password + search + hash !== '') {
    throw new DeploymentError(
      'url: expected a base address alone, got one with a user name, a query or a fragment: use headers in a deployment file',
    );
  }
  const { one, several } = file.merchants ?? {};
  const amounts = { ...ASSUMED.amounts, ...file.amounts };
  if (amounts.max < amounts.min)
    throw new DeploymentError(
      `${where}: amounts: expected min up to max, got ${amounts.min} and ${amounts.max}`,
    );
  const token = overrides.token ?? one?.token;
  checkToken(token, overrides.token === undefined ? `${where}: merchants.one.token` : 'token');
  checkToken(several?.token, `${where}: merchants.several.token`);
  const pricing =
    file.pricing === undefined ? undefined : pricingFrom(file.pricing, file.merchants ?? {}, where);

  return {
    url: new URL(url),
    headers: { ...REQUIRED_HEADERS, ...lowerCase(file.headers ?? {}) },
    one: {
      token,
      tokenVariable: overrides.token === undefined ? one?.tokenVariable : undefined,
      processors: processorsOf(one, pricing?.one),
    },
    several: several && {
      token: several.token,
      tokenVariable: several.tokenVariable,
      processors: processorsOf(several, pricing?.several),
    },
    cards: file.cards ?? ASSUMED.cards,
    regions: file.regions === undefined ? ASSUMED.regions : { zip: [], state: [], iso: [], ...file.regions },
    amounts,
    multiPay: file.multiPay ?? true,
    ...(pricing === undefined ? {} : { pricing }),
    limits: { ...ASSUMED.limits, ...file.limits, ...defined(overrides.limits ?? {}) },
    reach: readReach(new URL(url), { environment, typed: overrides.tls, written: file.tls, where }),
  };
}

function pricingFrom(
  path: string,
  { one, several }: NonNullable<DeploymentFile['merchants']>,
  where: string,
): Pricing {
  return pricingOf(readPricingFile(path, where), { one: one ?? {}, several }, { where, path });
}

/** Where tokens and keys stand, even in a file that is not in order. */
const MAY_BE_SECRET = /^\/(?:headers|merchants)(?!.*\/processors)/;

/** Lines of the file are not repeated: a token may stand there. @throws DeploymentError */
function parseYaml(text: string, where: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const mistakes = document.errors.map(({ message, pos: [at] }) => {
    const { line, col } = lineCounter.linePos(at);

    return `${where}:${line}:${col}: ${message}`;
  });
  if (mistakes.length > 0) throw new DeploymentError(mistakes.join('\n'));
  try {
    return document.toJS();
  } catch (cause) {
    // Aliases are followed only now.
    throw new DeploymentError(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function parseFile(
  text: string,
  where: string,
  environment: Environment,
  { token }: Overrides,
): DeploymentFile {
  const unset = new Set<string>();
  const written = parseYaml(text, where) ?? {};
  const value = substitute(token === undefined ? written : withToken(written, token), environment, unset);
  if (unset.size > 0) {
    throw new DeploymentError(
      `${where}: expected these variables in the environment, got nothing: ${[...unset].join(', ')}`,
    );
  }
  const violations = compileFileSchema(schema)(value);
  if (violations.length > 0) {
    const lines = violations.map(
      ({ pointer, expected, got }) =>
        `${where}: ${toPath(pointer)}: expected ${expected}, got ${got !== 'nothing' && MAY_BE_SECRET.test(pointer) ? 'something else' : got}`,
    );
    throw new DeploymentError(lines.join('\n'));
  }

  const file = value as DeploymentFile;
  for (const [name, text] of Object.entries(file.headers ?? {})) checkHeader(name, text, where);

  return { ...file, ...(file.merchants && { merchants: withVariables(file.merchants, written) }) };
}

/** A token from the command line makes up for a variable that the file names and nobody set. */
function withToken(written: unknown, token: string): unknown {
  const file = written as DeploymentFile;
  const { one } = file.merchants ?? {};
  if (typeof one?.token !== 'string') return written;

  return { ...file, merchants: { ...file.merchants, one: { ...one, token } } };
}

/** With the variables that stand for the tokens, so that printed commands can name them too. */
function withVariables(
  { one, several }: NonNullable<DeploymentFile['merchants']>,
  written: unknown,
): NonNullable<DeploymentFile['merchants']> {
  const { merchants } = written as { readonly merchants: DeploymentFile['merchants'] };
  const named = (entry: MerchantEntry | undefined, token: string | undefined) => {
    const [, tokenVariable] = /^\$\{(\w+)\}$/.exec(token ?? '') ?? [];

    return entry && { ...entry, ...(tokenVariable === undefined ? {} : { tokenVariable }) };
  };
  const both = { one: named(one, merchants?.one?.token), several: named(several, merchants?.several?.token) };

  return { ...(both.one && { one: both.one }), ...(both.several && { several: both.several }) };
}

/** What came is not repeated. @throws DeploymentError */
function checkToken(token: string | undefined, name: string): void {
  try {
    validateHeaderValue('authorization', `Bearer ${token ?? ''}`);
  } catch {
    throw new DeploymentError(
      `${name}: expected a token that an HTTP header can hold, got one with a line break or another such character`,
    );
  }
}

/** @throws DeploymentError where a header cannot be sent, or would take the place of the token */
function checkHeader(name: string, text: string, where: string): void {
  if (name.toLowerCase() === 'authorization') {
    throw new DeploymentError(
      `${where}: headers.${name}: expected the token under merchants.one.token, got it here`,
    );
  }
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
  } catch {
    throw new DeploymentError(
      `${where}: headers: expected names and values that HTTP allows, got ${JSON.stringify(name)}`,
    );
  }
}

function substitute(value: unknown, environment: Environment, unset: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment, unset));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, substitute(item, environment, unset)]),
    );
  }
  if (typeof value !== 'string') return value;

  return value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    // What a CI makes of a secret that is not there is an empty text.
    if ((environment[name] ?? '') === '') unset.add(name);

    return environment[name] ?? '';
  });
}

/** `/merchants/one/processors/0/mid` as `merchants.one.processors[0].mid`. */
function toPath(pointer: string): string {
  const path = pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');

  return path === '' ? 'the file' : path;
}

/** As the deployment file has them, else as the merchant file does. */
function processorsOf(
  entry: MerchantEntry | undefined,
  priced: Merchant | undefined,
): readonly KnownProcessor[] {
  return entry?.processors ?? priced?.processors.map(({ mid, name }) => ({ mid, name })) ?? [];
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
