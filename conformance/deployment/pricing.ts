/** Finds the prices of the deployment's merchants in a merchant file. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigurationError, type Merchant, parseMerchants } from '../../src/engine/index.ts';
import { DeploymentError, type KnownProcessor, type Pricing } from './deployment.ts';

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

/** Names of the two files, for messages. */
interface Files {
  /** The deployment file. */
  readonly where: string;
  /** The merchant file. */
  readonly path: string;
}

type Role = keyof MerchantReferences;

/**
 * Reads the merchant file at `path`, which is relative to the deployment file.
 *
 * @throws DeploymentError with every problem of the file
 */
export function readPricing(references: MerchantReferences, files: Files): Pricing {
  return parsePricing(readText(files), references, files);
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

function readText({ where, path }: Files): string {
  try {
    return readFileSync(resolve(dirname(where), path), 'utf8');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new DeploymentError(
      `${where}: pricing: expected the path of a merchant file, relative to the folder of ${where}, got ${path}, which cannot be read (${String(cause.code)})`,
    );
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
  role: Role,
  reference: MerchantReference,
  merchants: readonly Merchant[],
  files: Files,
): Merchant {
  const named = merchants.find(({ name }) => name === (reference.name ?? role));
  if (named !== undefined) return requireMatch(named, role, reference, files);
  const names = merchants.map(({ name }) => name).join(', ');
  if (reference.name !== undefined) {
    throw new DeploymentError(
      `${files.where}: merchants.${role}.name: expected a merchant of ${files.path} (${names}), got ${reference.name}`,
    );
  }
  const matching = merchants.filter(
    (merchant) => hasProcessorCount(merchant, role) && unknownProcessor(merchant, reference) === undefined,
  );
  const [only] = matching;
  if (only !== undefined && matching.length === 1) return only;
  const got = only === undefined ? 'none' : matching.map(({ name }) => name).join(' or ');
  throw new DeploymentError(
    `${files.where}: pricing: expected one merchant of ${files.path} that matches merchants.${role}, got ${got}: set merchants.${role}.name (available: ${names})`,
  );
}

function requireMatch(merchant: Merchant, role: Role, reference: MerchantReference, files: Files): Merchant {
  const { name, processors } = merchant;
  if (!hasProcessorCount(merchant, role)) {
    const count = role === 'one' ? 'exactly one processor' : 'several processors';
    throw new DeploymentError(
      `${files.where}: merchants.${role}: expected a merchant of ${files.path} with ${count}, got ${name}, which has ${processors.length}`,
    );
  }
  const unknown = unknownProcessor(merchant, reference);
  if (unknown === undefined) return merchant;
  throw new DeploymentError(
    `${files.where}: merchants.${role}.processors: expected those of ${name} in ${files.path} (${processors.map(describeProcessor).join(', ')}), got ${describeProcessor(unknown)}`,
  );
}

function hasProcessorCount({ processors }: Merchant, role: Role): boolean {
  return role === 'one' ? processors.length === 1 : processors.length > 1;
}

/** A processor of the deployment file that the merchant does not have. */
function unknownProcessor(
  merchant: Merchant,
  { processors = [] }: MerchantReference,
): KnownProcessor | undefined {
  return processors.find(
    ({ mid, name }) => !merchant.processors.some((known) => known.mid === mid && known.name === name),
  );
}

function describeProcessor({ mid, name }: KnownProcessor): string {
  return `${mid} ${name}`;
}
