/**
 * Reads the merchants of a mock, each with its fees and faults. A file is read with its faults, so that one error has all
 * problems; merchants from `parseMerchants` of the engine have unread ones in `extensions`.
 */
import { readFileSync } from 'node:fs';
import { ConfigurationError, type Merchant } from '../engine/index.ts';
import type { MerchantsSchemas } from '../engine/merchants/merchants.gen.ts';
import { type ParsedFile, parseMerchantFile, toMerchants } from '../engine/merchants/parse-merchants.ts';
import type { FaultRule } from './behaviors/faults/fault.ts';
import { readMerchantFaults } from './behaviors/faults/read-fault.ts';
import { MockError } from './mock-error.ts';
import shipped from './shipped-merchants.gen.json' with { type: 'json' };

/** A merchant with the faults of its calls. */
export type MockMerchant = Merchant & { readonly faults?: readonly FaultRule[] };

export type Scenario = MerchantsSchemas['scenario'];
export type Scenarios = Readonly<Record<string, Scenario>>;

/** A merchant file as a mock reads it. */
export interface MockFile extends ParsedFile {
  readonly merchants: readonly [MockMerchant, ...MockMerchant[]];
}

/** Reads a file, or takes merchants that have no scenarios. @throws MockError `merchants-unreadable` */
export function readMerchants(from: string | readonly MockMerchant[] | undefined): MockFile {
  const { merchants, scenarios } = readable(() =>
    typeof from === 'object'
      ? { merchants: from.map(withOwnFaults), scenarios: {} }
      : from === undefined
        ? { merchants: shippedMerchants(), scenarios: {} }
        : parseMockFile(readFileSync(from, 'utf8'), from),
  );
  const [first, ...others] = merchants;
  if (first === undefined) throw new MockError('merchants-unreadable', 'a mock needs at least one merchant');
  const names = [first, ...others].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new MockError('merchants-unreadable', `merchants: expected each name once, got ${twice} twice`);
  }

  return { merchants: [first, ...others], scenarios };
}

/**
 * Parses the text of a merchant file with its faults and scenarios. The first merchant is the default one.
 *
 * @param where names the text in messages, such as its path
 * @throws ConfigurationError with all problems, each with its place
 */
export function parseMockFile(text: string, where: string): MockFile {
  const { merchants, scenarios } = parseMerchantFile(text, where, { forMock: true });

  return { merchants: withFaults(merchants), scenarios };
}

/** The default merchants of a mock, from a JSON copy: parsing the YAML would take a tenth of the mock's start. */
export function shippedMerchants(): readonly [MockMerchant, ...MockMerchant[]] {
  return withFaults(
    toMerchants(Object.entries(shipped.merchants as Readonly<Record<string, MerchantOfFile>>)),
  );
}

/** The same as the text of a merchant file. */
export function shippedMerchantText(): string {
  return JSON.stringify(shipped);
}

type MerchantOfFile = MerchantsSchemas['merchant'];

function withFaults(merchants: readonly [Merchant, ...Merchant[]]) {
  return merchants.map(withOwnFaults) as [MockMerchant, ...MockMerchant[]];
}

function withOwnFaults(merchant: MockMerchant): MockMerchant {
  const { name, faults, extensions } = merchant;

  return { ...merchant, faults: faults ?? readMerchantFaults(name, extensions?.['faults']) };
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
