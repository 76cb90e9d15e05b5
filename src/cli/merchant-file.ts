/** Reads the file of --merchants. */
import type { Merchant } from '../engine/index.ts';
import { type MockMerchant, parseMockMerchants, shippedMerchants } from '../mock/read-merchants.ts';
import { UsageError } from './command.ts';
import { readUserFile } from './files.ts';

export interface MerchantFile {
  readonly path: string;
  /** What it held when it was read. */
  readonly text: string;
  /** The first is the default one. */
  readonly merchants: readonly MockMerchant[];
}

/**
 * Its merchants, or those that are shipped where no path is given; the first is the default one.
 *
 * @throws UsageError, ConfigurationError
 */
export function readMerchantFile(path?: string): readonly Merchant[] {
  return path === undefined ? shippedMerchants() : openMerchantFile(path).merchants;
}

/** The file itself. @throws UsageError, ConfigurationError */
export function openMerchantFile(path: string): MerchantFile {
  return parseMerchantFile(path, readUserFile(path, '--merchants'));
}

/**
 * The one of this name, or the first.
 *
 * @param hint what to do where there is none, after the names that there are
 * @throws UsageError
 */
export function pickMerchant(merchants: readonly Merchant[], name: string | undefined, hint = ''): Merchant {
  const merchant = name === undefined ? merchants[0] : merchants.find((candidate) => candidate.name === name);
  if (merchant !== undefined) return merchant;
  const names = merchants.map((known) => known.name);
  throw new UsageError(`--merchant: expected one of ${names.join(', ')}, got ${name}${hint}`, {
    typed: String(name),
    names,
  });
}

/** @throws ConfigurationError */
export function parseMerchantFile(path: string, text: string): MerchantFile {
  return { path, text, merchants: parseMockMerchants(text, path) };
}
