/** Reads the file of --merchants, and gives a running mock its merchants anew when it changes. */
import type { Merchant } from '../src/engine/index.ts';
import type { Mock } from '../src/mock/index.ts';
import {
  type MockFile,
  type MockMerchant,
  parseMockFile,
  shippedMerchants,
} from '../src/mock/read-merchants.ts';
import { type CommandContext, UsageError } from './command.ts';
import { readUserFile, unreadable } from './files.ts';
import { describeInternalError, isUserError } from './output.ts';
import { contentOf, unreadableCode, whenChanged } from './watch.ts';

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

/** @throws ConfigurationError */
export function parseMerchantFile(path: string, text: string): MerchantFile {
  return { path, text, ...parseMockFile(text, path) };
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

/**
 * Follows the file until the signal. An invalid file changes nothing: the mock continues with its merchants.
 *
 * @param output `print` shows a change that was applied, `warn` one that cannot be
 */
export async function followMerchants(
  mock: Pick<Mock, 'merchants' | 'useMerchants'>,
  { path, text }: MerchantFile,
  { print, warn, shutdown }: Pick<CommandContext, 'print' | 'warn' | 'shutdown'>,
): Promise<void> {
  for (let content = text; ; ) {
    const seen = await whenChanged(
      new Map([[path, content]]),
      () => new Map([[path, contentOf(path, content)]]),
      shutdown,
    );
    if (shutdown.aborted) return;
    content = seen?.get(path) ?? content;
    try {
      const code = unreadableCode(content);
      if (code !== undefined) throw unreadable(path, '--merchants', code);
      const { merchants, scenarios } = parseMerchantFile(path, content);
      await mock.useMerchants(merchants, scenarios);
      print(`${path} changed: merchants ${mock.merchants.join(', ')}\n`);
    } catch (error) {
      const why = isUserError(error) ? error.message : describeInternalError(error);
      warn(`${path} changed, but cannot be used; the mock keeps its current merchants:\n${why}\n`);
    }
  }
}
