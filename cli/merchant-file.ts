/** Reads the file of --merchants, and gives a running mock its merchants anew when it changes. */
import type { Merchant } from '../src/engine/index.ts';
import type { Mock } from '../src/mock/index.ts';
import { type MockFile, parseMockFile, shippedMerchants } from '../src/mock/read-merchants.ts';
import { type CommandContext, UsageError } from './command.ts';
import { readUserFile } from './files.ts';
import { describeInternalError, isUserError } from './output.ts';
import { statesOf, whenChanged } from './watch.ts';

/** The file, or the shipped merchants without a path; the first is the default one. @throws UsageError, ConfigurationError */
export function readMockFile(path?: string): MockFile {
  return path === undefined
    ? { merchants: shippedMerchants(), scenarios: {} }
    : parseMockFile(readUserFile(path, '--merchants'), path);
}

/** Its merchants alone. @throws UsageError, ConfigurationError */
export function readMerchantFile(path?: string): readonly Merchant[] {
  return readMockFile(path).merchants;
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
  path: string,
  { print, warn, shutdown }: Pick<CommandContext, 'print' | 'warn' | 'shutdown'>,
): Promise<void> {
  const look = () => statesOf([path]);
  for (let base = look(); ; ) {
    const seen = await whenChanged(base, look, shutdown);
    if (seen === undefined || shutdown.aborted) return;
    base = seen;
    try {
      const { merchants, scenarios } = readMockFile(path);
      await mock.useMerchants(merchants, scenarios);
      print(`${path} changed: merchants ${mock.merchants.join(', ')}\n`);
    } catch (error) {
      const why = isUserError(error) ? error.message : describeInternalError(error);
      warn(`${path} changed, but cannot be used; the mock keeps its current merchants:\n${why}\n`);
    }
  }
}
