/** Reads a deployment from its file, the command line and the defaults. `${NAME}` in the file is an environment variable. */
import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import type { Merchant } from '../../src/engine/index.ts';
import { type Environment, readConnectionOptions, type TlsOptions, type TlsPaths } from './connection.ts';
import schema from './deployment.schema.json' with { type: 'json' };
import {
  DEPLOYMENT_DEFAULTS,
  type Deployment,
  DeploymentError,
  type KnownProcessor,
  type MerchantAccess,
} from './deployment.ts';
import { readPricing } from './pricing.ts';
import { fileCheck, listProblems, parseYaml, placesIn, problemFormatter } from './read-file.ts';

/** Values that override those of the file. */
export interface Overrides {
  readonly url?: string | undefined;
  /** Of `merchants.one`, whose variable in the file may then be unset. */
  readonly token?: GivenToken | undefined;
  readonly limits?: { readonly [Name in keyof Deployment['limits']]?: number | undefined };
  readonly tls?: TlsOptions | undefined;
}

/** A token, or the command that prints it. */
export type GivenToken = string | { readonly command: string };

/** A file that fits the schema. */
export interface DeploymentFile
  extends Partial<
    Pick<Deployment, 'headers' | 'cards' | 'multiPay' | 'cardTokens' | 'tokens' | 'buildHeader'>
  > {
  readonly url?: string;
  readonly merchants?: { readonly one?: MerchantEntry; readonly several?: MerchantEntry };
  readonly regions?: Partial<Deployment['regions']>;
  readonly amounts?: Partial<Deployment['amounts']>;
  readonly pricing?: string;
  readonly limits?: Partial<Deployment['limits']>;
  readonly tls?: TlsPaths;
}

interface MerchantEntry {
  readonly name?: string;
  readonly token?: GivenToken | undefined;
  readonly processors?: readonly KnownProcessor[];
}

/** @throws DeploymentError; an error of Node where the file cannot be read */
export function readDeploymentFile(path: string, overrides: Overrides = {}): Deployment {
  return readDeployment(readFileSync(path, 'utf8'), path, process.env, overrides);
}

const check = fileCheck(schema);

/**
 * A deployment from the text of a file, which may be empty. Paths in it are relative to `where`. The environment
 * provides the variables of the file and the proxy settings.
 *
 * @throws DeploymentError with every problem
 */
export function readDeployment(
  text: string,
  where: string,
  environment: Environment,
  overrides: Overrides,
): Deployment {
  const written = parseFile(text, where);
  const file = substituted(withToken(written, overrides.token), where, environment) as DeploymentFile;
  const problems = check(file).map((problem) => {
    const { pointer, got, known } = problem;
    const isShown = got === 'nothing' || known !== undefined || !MAY_BE_SECRET.test(pointer);

    return isShown ? problem : { ...problem, got: 'something else' };
  });
  if (problems.length > 0) throw new DeploymentError(listProblems(problems, problemFormatter(text, where)));
  const placeOf = placesIn(text, where);
  const headers = Object.entries(file.headers ?? {});
  for (const [name, value] of headers) checkHeader(name, value, placeOf);
  const url = parseUrl(overrides.url ?? file.url, overrides.url === undefined ? placeOf('/url') : 'url');
  const amounts = { ...DEPLOYMENT_DEFAULTS.amounts, ...file.amounts };
  if (amounts.max < amounts.min)
    throw new DeploymentError(
      `${placeOf('/amounts')}: expected min up to max, got ${amounts.min} and ${amounts.max}`,
    );
  checkTokens(file, overrides.token, placeOf);
  const { one = {}, several } = file.merchants ?? {};
  const pricing =
    file.pricing === undefined
      ? undefined
      : readPricing({ one, several }, { where, text, path: file.pricing });
  const { buildHeader, cardTokens, tokens, tls } = file;
  const limits = Object.entries(overrides.limits ?? {}).filter(([, value]) => value !== undefined);

  return {
    url,
    headers: {
      ...REQUIRED_HEADERS,
      ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    },
    one: {
      ...toAccess({ ...one, token: overrides.token ?? one.token }, pricing?.one),
      tokenVariable: overrides.token === undefined ? variableOf(written.merchants?.one) : undefined,
    },
    several: several && {
      ...toAccess(several, pricing?.several),
      tokenVariable: variableOf(written.merchants?.several),
    },
    cards: file.cards ?? DEPLOYMENT_DEFAULTS.cards,
    regions: file.regions ? { zip: [], state: [], iso: [], ...file.regions } : DEPLOYMENT_DEFAULTS.regions,
    amounts,
    multiPay: file.multiPay ?? true,
    ...(buildHeader !== undefined && { buildHeader: buildHeader.toLowerCase() }),
    ...(cardTokens && { cardTokens }),
    ...(tokens && { tokens }),
    ...(pricing && { pricing }),
    limits: { ...DEPLOYMENT_DEFAULTS.limits, ...file.limits, ...Object.fromEntries(limits) },
    reach: readConnectionOptions(url, environment, overrides.tls, { where, text, tls }),
  };
}

/**
 * Whether a valid file gives `merchants.one` another token than this one. A token from an unset variable counts as
 * another one.
 */
export function givesOtherToken(text: string, where: string, environment: Environment, token: string) {
  const given = parseFile(text, where).merchants?.one?.token;

  return given !== undefined && substitute(given, environment) !== token;
}

/** Not checked yet: its members may be anything. */
function parseFile(text: string, where: string): DeploymentFile {
  return (parseYaml(text, where, (message) => new DeploymentError(message)) ?? {}) as DeploymentFile;
}

function withToken(file: DeploymentFile, token: GivenToken | undefined): DeploymentFile {
  const { merchants } = file;
  if (token === undefined || merchants?.one?.token === undefined) return file;

  return { ...file, merchants: { ...merchants, one: { ...merchants.one, token } } };
}

const VARIABLE = /\$\{(\w+)\}/g;

/** @throws DeploymentError where variables are not set, or empty: CI systems set a missing secret to an empty text */
function substituted(value: unknown, where: string, environment: Environment): unknown {
  const unset = variablesIn(value).filter((name) => (environment[name] ?? '') === '');
  if (unset.length > 0)
    throw new DeploymentError(
      `${where}: expected these variables in the environment, got nothing: ${[...new Set(unset)].join(', ')}`,
    );

  return substitute(value, environment);
}

function variablesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(VARIABLE)].map(([, name = '']) => name);

  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : [];
}

function substitute(value: unknown, environment: Environment): unknown {
  if (typeof value === 'string') return value.replace(VARIABLE, (_, name: string) => environment[name] ?? '');
  if (Array.isArray(value)) return value.map((item) => substitute(item, environment));
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, substitute(item, environment)]));
}

/** The place of a value of the file, by its JSON Pointer. */
type PlaceOf = ReturnType<typeof placesIn>;

/** JSON Pointers to values that may be secret, also in an invalid file. */
const MAY_BE_SECRET = /^\/(?:headers|cardTokens|tokens|merchants(?!.*\/processors))/;

/** @throws DeploymentError where the header cannot be sent or would replace the token */
function checkHeader(name: string, value: string, placeOf: PlaceOf): void {
  if (name.toLowerCase() === 'authorization')
    throw new DeploymentError(
      `${placeOf(`/headers/${name}`)}: expected the token in merchants.one.token, got it here`,
    );
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new DeploymentError(
      `${placeOf('/headers')}: expected names and values that HTTP allows, got ${JSON.stringify(name)}`,
    );
  }
}

/** The error hides a user name and password. */
function parseUrl(text: string | undefined, place: string): URL {
  if (text === undefined) throw new DeploymentError(`${place}: expected an address, got nothing`);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const hint = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? '' : ': http:// or https:// is missing';
    throw new DeploymentError(
      `${place}: expected an address such as https://fees.example.com, got ${text.replace(/^(.*\/\/)?.*@/, '$1…@')}${hint}`,
    );
  }
  if (url.username + url.password + url.search + url.hash !== '')
    throw new DeploymentError(
      `${place}: expected only a base address, got one with a user name, a query or a fragment: use headers in a deployment file`,
    );

  return url;
}

function checkTokens(
  { merchants: { one, several } = {}, tokens = {} }: DeploymentFile,
  given: GivenToken | undefined,
  placeOf: PlaceOf,
) {
  checkToken(given ?? one?.token, given === undefined ? placeOf('/merchants/one/token') : 'token');
  checkToken(several?.token, placeOf('/merchants/several/token'));
  for (const [name, token] of Object.entries(tokens)) {
    checkToken(token, placeOf(`/tokens/${name}`));
    if ([given ?? one?.token, several?.token].includes(token))
      throw new DeploymentError(
        `${placeOf(`/tokens/${name}`)}: expected another token than those of the merchants, got one of them`,
      );
  }
}

/** The error does not contain the token. */
export function checkToken(token: GivenToken | undefined, name: string): void {
  if (typeof token === 'object') return;
  if (token?.trim() === '')
    throw new DeploymentError(`${name}: expected a token, got white space alone: is a variable empty?`);
  if (/^\s*bearer\s/i.test(token ?? ''))
    throw new DeploymentError(`${name}: expected the token alone, got one after "Bearer": remove that word`);
  try {
    validateHeaderValue('authorization', `Bearer ${token ?? ''}`);
  } catch {
    throw new DeploymentError(
      `${name}: expected a token that an HTTP header can hold, got one with a line break or another invalid character`,
    );
  }
}

/** Processors default to those of the merchant file. */
function toAccess({ token, processors }: MerchantEntry, priced: Merchant | undefined): MerchantAccess {
  return {
    ...(typeof token === 'object' ? { token: undefined, tokenCommand: token.command } : { token }),
    processors: processors ?? priced?.processors.map(({ mid, name }) => ({ mid, name })) ?? [],
  };
}

/** Printed commands name the variable instead of the token. */
function variableOf(entry: MerchantEntry | undefined): string | undefined {
  return typeof entry?.token === 'string' ? /^\$\{(\w+)\}$/.exec(entry.token)?.[1] : undefined;
}
