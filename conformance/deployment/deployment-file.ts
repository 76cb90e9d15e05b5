/** Builds a deployment from its file, the command line and the defaults. */
import { readFileSync } from 'node:fs';
import { validateHeaderValue } from 'node:http';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import type { Merchant } from '../../src/engine/index.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment, DeploymentError, type MerchantAccess } from './deployment.ts';
import {
  type DeploymentFile,
  type GivenToken,
  type MerchantEntry,
  parseDeploymentFile,
} from './parse-deployment-file.ts';
import { readPricing } from './pricing.ts';
import type { Environment } from './proxy-route.ts';
import { readConnectionOptions, type TlsOptions } from './read-connection-options.ts';

/** Values that override those of the file. */
export interface Overrides {
  readonly url?: string | undefined;
  readonly token?: GivenToken | undefined;
  readonly limits?: { readonly [Name in keyof Deployment['limits']]?: number | undefined };
  readonly tls?: TlsOptions | undefined;
}

/**
 * Reads a deployment file. `${NAME}` in it stands for an environment variable of this process.
 *
 * @throws DeploymentError; an error of Node where the file cannot be read
 */
export function readDeploymentFile(path: string, overrides: Overrides = {}): Deployment {
  return readDeployment(readFileSync(path, 'utf8'), path, process.env, overrides);
}

/**
 * A deployment from the text of a file, which may be empty. Paths in it are relative to `where`. The environment
 * provides the variables of the file and the proxy settings.
 *
 * @throws DeploymentError
 */
export function readDeployment(
  text: string,
  where: string,
  environment: Environment,
  overrides: Overrides,
): Deployment {
  const file = parseDeploymentFile(text, where, environment, overrides.token);
  const url = parseUrl(overrides.url ?? file.url, where);
  const amounts = { ...DEPLOYMENT_DEFAULTS.amounts, ...file.amounts };
  if (amounts.max < amounts.min)
    throw new DeploymentError(
      `${where}: amounts: expected min up to max, got ${amounts.min} and ${amounts.max}`,
    );
  checkTokens(file, overrides.token, where);
  const { one = {}, several } = file.merchants ?? {};
  const pricing =
    file.pricing === undefined ? undefined : readPricing({ one, several }, { where, path: file.pricing });

  return {
    url,
    headers: { ...REQUIRED_HEADERS, ...withLowerCaseNames(file.headers ?? {}) },
    one: toAccess(one, pricing?.one, overrides.token),
    several: several && toAccess(several, pricing?.several),
    cards: file.cards ?? DEPLOYMENT_DEFAULTS.cards,
    regions:
      file.regions === undefined
        ? DEPLOYMENT_DEFAULTS.regions
        : { zip: [], state: [], iso: [], ...file.regions },
    amounts,
    multiPay: file.multiPay ?? true,
    ...(file.buildHeader === undefined ? {} : { buildHeader: file.buildHeader.toLowerCase() }),
    ...(file.cardTokens === undefined ? {} : { cardTokens: file.cardTokens }),
    ...(file.tokens === undefined ? {} : { tokens: file.tokens }),
    ...(pricing === undefined ? {} : { pricing }),
    limits: { ...DEPLOYMENT_DEFAULTS.limits, ...file.limits, ...withoutUndefined(overrides.limits ?? {}) },
    reach: readConnectionOptions(url, environment, overrides.tls, { where, tls: file.tls }),
  };
}

/** The error hides a user name and password. */
function parseUrl(text: string | undefined, where: string): URL {
  if (text === undefined) throw new DeploymentError(`${where}: url: expected an address, got nothing`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const hint = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? '' : ': http:// or https:// is missing';
    throw new DeploymentError(
      `url: expected an address such as https://fees.example.com, got ${text.replace(/^(.*\/\/)?.*@/, '$1…@')}${hint}`,
    );
  }
  if (url.username + url.password + url.search + url.hash !== '')
    throw new DeploymentError(
      'url: expected only a base address, got one with a user name, a query or a fragment: use headers in a deployment file',
    );

  return url;
}

function checkTokens(
  { merchants = {}, tokens = {} }: DeploymentFile,
  own: GivenToken | undefined,
  where: string,
) {
  const token = own ?? merchants.one?.token;
  const several = merchants.several?.token;
  checkToken(token, own === undefined ? `${where}: merchants.one.token` : 'token');
  checkToken(several, `${where}: merchants.several.token`);
  for (const name of ['expired', 'foreign'] as const) {
    const unusable = tokens[name];
    checkToken(unusable, `${where}: tokens.${name}`);
    if (unusable !== undefined && [token, several].includes(unusable))
      throw new DeploymentError(
        `${where}: tokens.${name}: expected another token than those of the merchants, got one of them`,
      );
  }
}

/** The error does not contain the token. */
export function checkToken(token: GivenToken | undefined, name: string): void {
  if (typeof token === 'object') return;
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

/** Processors default to those of the merchant file; a token from the command line overrides that of the file. */
function toAccess(entry: MerchantEntry, priced: Merchant | undefined, token?: GivenToken): MerchantAccess {
  const given = token ?? entry.token;

  return {
    ...(typeof given === 'object' ? { token: undefined, tokenCommand: given.command } : { token: given }),
    tokenVariable: token === undefined ? entry.tokenVariable : undefined,
    processors: entry.processors ?? priced?.processors.map(({ mid, name }) => ({ mid, name })) ?? [],
  };
}

function withLowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
