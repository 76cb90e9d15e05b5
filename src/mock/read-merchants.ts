/** Where a mock's merchants come from. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractPath } from '../contract/document.ts';
import { ConfigurationError, type Merchant, parseMerchants } from '../engine/index.ts';
import { MockError } from './mock-error.ts';

/** @throws MockError `merchants-unreadable` */
export function readMerchants(from: string | readonly Merchant[] | undefined): [Merchant, ...Merchant[]] {
  const [first, ...others] = typeof from === 'object' ? from : readFile(from ?? shippedMerchants());
  if (first === undefined) throw new MockError('merchants-unreadable', 'a mock needs at least one merchant');
  const names = [first, ...others].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    throw new MockError('merchants-unreadable', `merchants: expected each name once, got ${twice} twice`);
  }

  return [first, ...others];
}

export function shippedMerchants(): string {
  return join(dirname(contractPath()), 'fixtures', 'merchants', 'merchants.yaml');
}

function readFile(path: string): readonly Merchant[] {
  try {
    return parseMerchants(readFileSync(path, 'utf8'), path);
  } catch (cause) {
    const known = cause instanceof ConfigurationError || (cause instanceof Error && 'syscall' in cause);
    if (!known) throw cause;
    throw new MockError('merchants-unreadable', cause.message, { cause });
  }
}
