/** Which merchants of a merchant file the deployment's merchants are, so that their fees can be worked out. */
import type { Merchant } from '../../src/engine/index.ts';
import type { KnownProcessor, Pricing } from './deployment.ts';
import { DeploymentError } from './deployment-error.ts';

/** What the deployment file says of one of its merchants. */
export interface Described {
  /** Its name in the merchant file. */
  readonly name?: string | undefined;
  readonly processors?: readonly KnownProcessor[] | undefined;
}

interface Files {
  /** The deployment file, for messages. */
  readonly where: string;
  /** The merchant file, as the deployment file names it. */
  readonly path: string;
}

type Role = 'one' | 'several';

/**
 * A merchant is the one that it is named after (`name`); else the one of the file that is called `one` or `several`
 * as it is here; else the only one that fits: with the processors that are given here, just one for `one`.
 *
 * @throws DeploymentError where none of that finds one merchant, or it has not the processors that are given here
 */
export function pricingOf(
  merchants: readonly Merchant[],
  { one, several }: { readonly one: Described; readonly several: Described | undefined },
  files: Files,
): Pricing {
  return {
    path: files.path,
    one: find('one', one, merchants, files),
    several: several && find('several', several, merchants, files),
  };
}

function find(role: Role, described: Described, merchants: readonly Merchant[], files: Files): Merchant {
  const { name } = described;
  const called = merchants.find((merchant) => merchant.name === (name ?? role));
  if (called !== undefined) return checked(called, role, described, files);
  const names = merchants.map((merchant) => merchant.name).join(', ');
  if (name !== undefined) {
    throw new DeploymentError(
      `${files.where}: merchants.${role}.name: expected a merchant of ${files.path} (${names}), got ${name}`,
    );
  }
  const fitting = merchants.filter((merchant) => fits(merchant, role, described));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const which = only === undefined ? 'none' : fitting.map((merchant) => merchant.name).join(' or ');
  throw new DeploymentError(
    `${files.where}: pricing: expected one merchant of ${files.path} that fits merchants.${role}, got ${which}: give its name in merchants.${role}.name (there are ${names})`,
  );
}

function fits(merchant: Merchant, role: Role, described: Described): boolean {
  return hasCount(merchant, role) && missing(merchant, described) === undefined;
}

function checked(merchant: Merchant, role: Role, described: Described, files: Files): Merchant {
  const { name, processors } = merchant;
  if (!hasCount(merchant, role)) {
    const count = role === 'one' ? 'exactly one processor' : 'several processors';
    throw new DeploymentError(
      `${files.where}: merchants.${role}: expected a merchant of ${files.path} with ${count}, got ${name}, which has ${processors.length}`,
    );
  }
  const stranger = missing(merchant, described);
  if (stranger === undefined) return merchant;
  throw new DeploymentError(
    `${files.where}: merchants.${role}.processors: expected those of ${name} in ${files.path} (${processors.map(show).join(', ')}), got ${show(stranger)}`,
  );
}

function hasCount({ processors }: Merchant, role: Role): boolean {
  return role === 'one' ? processors.length === 1 : processors.length > 1;
}

/** A processor that is given in the deployment file and that the merchant has not. */
function missing(merchant: Merchant, { processors = [] }: Described): KnownProcessor | undefined {
  return processors.find(
    ({ mid, name }) => !merchant.processors.some((known) => known.mid === mid && known.name === name),
  );
}

function show({ mid, name }: KnownProcessor): string {
  return `${mid} ${name}`;
}
