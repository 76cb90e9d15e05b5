/** Makes a deployment of what its file says, of the command line, and of what is assumed. */
import { validateHeaderValue } from 'node:http';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import type { Merchant } from '../../src/engine/index.ts';
import { ASSUMED, type Deployment, type KnownProcessor, type Pricing } from './deployment.ts';
import { DeploymentError } from './deployment-error.ts';
import {
  type DeploymentFile,
  type Environment,
  type MerchantEntry,
  parseDeploymentFile,
} from './parse-file.ts';
import { pricingOf } from './pricing.ts';
import { readPricingFile } from './pricing-file.ts';
import { readReach, type TypedTls } from './reach.ts';

/** What the command line says; it goes before the file. */
export interface Overrides {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly limits?: { readonly [Name in keyof Deployment['limits']]?: number | undefined };
  readonly tls?: TypedTls | undefined;
}

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
  const file = parseDeploymentFile(text, where, environment, overrides.token);
  const url = overrides.url ?? file.url;
  if (url === undefined) throw new DeploymentError(`${where}: url: expected an address, got nothing`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const hint = /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? '' : ': http:// or https:// is missing';
    throw new DeploymentError(
      `url: expected an address such as https://fees.example.com, got ${url.replace(/^(.*\/\/)?.*@/, '$1…@')}${hint}`,
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
  for (const name of ['expired', 'foreign'] as const) {
    const unusable = file.tokens?.[name];
    checkToken(unusable, `${where}: tokens.${name}`);
    if (unusable !== undefined && [token, several?.token].includes(unusable))
      throw new DeploymentError(
        `${where}: tokens.${name}: expected another token than those of the merchants, got one of them`,
      );
  }
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
    ...(file.cardTokens === undefined ? {} : { cardTokens: file.cardTokens }),
    ...(file.tokens === undefined ? {} : { tokens: file.tokens }),
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

/** What came is not repeated. @throws DeploymentError */
function checkToken(token: string | undefined, name: string): void {
  if (/^\s*bearer\s/i.test(token ?? ''))
    throw new DeploymentError(
      `${name}: expected the token alone, got one after "Bearer": leave that word out`,
    );
  try {
    validateHeaderValue('authorization', `Bearer ${token ?? ''}`);
  } catch {
    throw new DeploymentError(
      `${name}: expected a token that an HTTP header can hold, got one with a line break or another such character`,
    );
  }
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
