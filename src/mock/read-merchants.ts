/**
 * Reads the merchants of a mock, each with its fees and faults. A file is read with its faults, so that one error has all
 * problems; merchants that `parseMerchants` of the engine returned have theirs in `extensions`, unread.
 */
import { readFileSync } from 'node:fs';
import { readPackageFile } from '../contract/package-files.ts';
import { ConfigurationError, type Merchant } from '../engine/index.ts';
import { parseExtendedMerchants } from '../engine/merchants/parse-merchants.ts';
import type { FaultRule } from './behaviors/faults/fault.ts';
import { readKeptFaults, readMerchantFaults } from './behaviors/faults/read-fault.ts';
import { MockError } from './mock-error.ts';

/** A merchant with the faults of its calls. */
export type MockMerchant = Merchant & { readonly faults?: readonly FaultRule[] };

/** @throws MockError `merchants-unreadable` */
export function readMerchants(
  from: string | readonly MockMerchant[] | undefined,
): [MockMerchant, ...MockMerchant[]] {
  const [first, ...others] = readable(() =>
    typeof from === 'object'
      ? from.map(withFaults)
      : from === undefined
        ? parseMockMerchants(shippedMerchants(), SHIPPED_MERCHANTS)
        : readFile(from),
  );
  if (first === undefined) throw new MockError('merchants-unreadable', 'a mock needs at least one merchant');
  const names = [first, ...others].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new MockError('merchants-unreadable', `merchants: expected each name once, got ${twice} twice`);
  }

  return [first, ...others];
}

/**
 * Parses the text of a merchant file with its faults. The first merchant is the default one.
 *
 * @param where names the text in messages, such as its path
 * @throws ConfigurationError with all problems, each with its place
 */
export function parseMockMerchants(text: string, where: string): readonly [MockMerchant, ...MockMerchant[]] {
  return parseExtendedMerchants(text, where, readMerchantFaults);
}

/** The merchant file of the package, for a mock without another. */
export const SHIPPED_MERCHANTS = 'fixtures/merchants/merchants.yaml';

/** The text of that file. */
export function shippedMerchants(): string {
  const text = readPackageFile(SHIPPED_MERCHANTS);
  if (text === undefined) throw new Error(`${SHIPPED_MERCHANTS} is missing from this installation`);

  return text;
}

function readFile(path: string): readonly MockMerchant[] {
  return parseMockMerchants(readFileSync(path, 'utf8'), path);
}

function withFaults(merchant: MockMerchant): MockMerchant {
  const { name, faults, extensions } = merchant;
  if (faults !== undefined || extensions?.['faults'] === undefined) return merchant;

  return { ...merchant, ...readKeptFaults(name, extensions['faults']) };
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const known = cause instanceof ConfigurationError || (cause instanceof Error && 'syscall' in cause);
    if (!known) throw cause;
    throw new MockError('merchants-unreadable', cause.message, { cause });
  }
}
