/** Reads the file of --merchants. */
import type { Merchant } from '../src/engine/index.ts';
import {
  type MockFile,
  type MockMerchant,
  parseMockFile,
  shippedMerchants,
} from '../src/mock/read-merchants.ts';
import { UsageError } from './command.ts';
import { readUserFile } from './files.ts';

export interface MerchantFile {
  readonly path: string;
  /** Its content when it was read. */
  readonly text: string;
  /** The first is the default one. */
  readonly merchants: readonly MockMerchant[];
  readonly scenarios: MockFile['scenarios'];
}

/**
 * The merchants of the file, or the shipped ones without a path; the first is the default one.
 *
 * @throws UsageError, ConfigurationError
 */
export function readMerchantFile(path?: string): readonly Merchant[] {
  return path === undefined ? shippedMerchants() : openMerchantFile(path).merchants;
}

/** Reads the given file. @throws UsageError, ConfigurationError */
export function openMerchantFile(path: string): MerchantFile {
  return parseMerchantFile(path, readUserFile(path, '--merchants'));
}

/**
 * The merchant of this name; the first one if undefined.
 *
 * @param hint ends the message of an unknown name
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
  return { path, text, ...parseMockFile(text, path) };
}
