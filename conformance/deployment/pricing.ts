/** Finds the prices of the deployment's merchants in a merchant file. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigurationError, type Merchant, parseMerchants } from '../../src/engine/index.ts';
import { describeUnreadable } from '../../src/text/unreadable.ts';
import { DeploymentError, type KnownProcessor, type Pricing } from './deployment.ts';
import { placesIn } from './read-file.ts';

/** One of the merchants of the deployment file. */
export interface MerchantReference {
  /** Its name in the merchant file. */
  readonly name?: string | undefined;
  readonly processors?: readonly KnownProcessor[] | undefined;
}

export interface MerchantReferences {
  readonly one: MerchantReference;
  readonly several: MerchantReference | undefined;
}

/** The two files, for messages. */
interface Files {
  /** The deployment file. */
  readonly where: string;
  /** Its text, to name lines. */
  readonly text?: string;
  /** The merchant file. */
  readonly path: string;
}

/**
 * Reads the merchant file at `path`, which is relative to the deployment file.
 *
 * @throws DeploymentError with every problem of the file
 */
export function readPricing(references: MerchantReferences, files: Files): Pricing {
  const { where, text = '', path } = files;
  try {
    return parsePricing(readFileSync(resolve(dirname(where), path), 'utf8'), references, files);
  } catch (cause) {
    if (!(cause instanceof Error && 'errno' in cause && 'code' in cause)) throw cause;
    throw new DeploymentError(
      `${placesIn(text, where)('/pricing')}: expected the path of a merchant file, relative to the folder of ${where}, got ${path}: ${describeUnreadable(cause)}`,
    );
  }
}

/** From the text of a merchant file. @throws DeploymentError */
export function parsePricing(text: string, references: MerchantReferences, files: Files): Pricing {
  try {
    return { ...resolvePricing(parseMerchants(text, files.path), references, files), text };
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw new DeploymentError(cause.message);
    throw cause;
  }
}

/**
 * Selects each merchant by its `name`; else the merchant called `one` or `several`; else the only merchant with a
 * matching number of processors and the given processors.
 *
 * @throws DeploymentError where none or several match, or the merchant lacks a given processor
 */
export function resolvePricing(
  merchants: readonly Merchant[],
  { one, several }: MerchantReferences,
  files: Files,
): Pricing {
  return {
    path: files.path,
    one: findMerchant('one', one, merchants, files),
    several: several && findMerchant('several', several, merchants, files),
  };
}

function findMerchant(
  role: keyof MerchantReferences,
  { name, processors = [] }: MerchantReference,
  merchants: readonly Merchant[],
  { where, text = '', path }: Files,
): Merchant {
  const placeOf = placesIn(text, where);
  const fail = (pointer: string, expected: string, got: string): never => {
    throw new DeploymentError(`${placeOf(pointer)}: expected ${expected}, got ${got}`);
  };
  const names = merchants.map((merchant) => merchant.name).join(', ');
  const number = role === 'one' ? 'exactly one processor' : 'several processors';
  const having = processors.length === 0 ? '' : ` (${processors.map(textOf).join(', ')})`;
  const fits = ({ processors: known }: Merchant) =>
    (known.length === 1) === (role === 'one') &&
    processors.every(({ mid, name: own }) => known.some((one) => one.mid === mid && one.name === own));
  const named = merchants.find((merchant) => merchant.name === (name ?? role));
  if (named !== undefined && fits(named)) return named;
  if (named !== undefined)
    fail(
      `/merchants/${role}`,
      `a merchant of ${path} with ${number}${having}`,
      `${named.name}, which has ${named.processors.map(textOf).join(', ')}`,
    );
  if (name !== undefined) fail(`/merchants/${role}/name`, `a merchant of ${path} (${names})`, name);
  const fitting = merchants.filter(fits);
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  const got = fitting.map((merchant) => merchant.name).join(' or ') || 'none';

  return fail(
    '/pricing',
    `one merchant of ${path} that matches merchants.${role}`,
    `${got}: set merchants.${role}.name (available: ${names})`,
  );
}

function textOf({ mid, name }: KnownProcessor): string {
  return `${mid} ${name}`;
}
