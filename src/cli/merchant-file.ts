/** The merchant file that a command was given. */
import { type Merchant, parseMerchants } from '../engine/index.ts';
import { shippedMerchants } from '../mock/read-merchants.ts';
import { readNamed } from './files.ts';

/**
 * Its merchants, or those that are shipped where no path is given; the first is the default one.
 *
 * @throws UsageError, ConfigurationError
 */
export function readMerchantFile(path: string = shippedMerchants()): readonly Merchant[] {
  return parseMerchants(readNamed(path, '--merchants'), path);
}
