/** The merchant file that a command was given. */
import { type Merchant, parseMerchants } from '../engine/index.ts';
import { shippedMerchants } from '../mock/read-merchants.ts';
import { readNamed } from './files.ts';

export interface MerchantFile {
  readonly path: string;
  /** What it held when it was read. */
  readonly text: string;
  /** The first is the default one. */
  readonly merchants: readonly Merchant[];
}

/**
 * Its merchants, or those that are shipped where no path is given; the first is the default one.
 *
 * @throws UsageError, ConfigurationError
 */
export function readMerchantFile(path?: string): readonly Merchant[] {
  return openMerchantFile(path).merchants;
}

/** The file itself, or the one that is shipped. @throws UsageError, ConfigurationError */
export function openMerchantFile(path: string = shippedMerchants()): MerchantFile {
  return parseMerchantFile(path, readNamed(path, '--merchants'));
}

/** @throws ConfigurationError */
export function parseMerchantFile(path: string, text: string): MerchantFile {
  return { path, text, merchants: parseMerchants(text, path) };
}
