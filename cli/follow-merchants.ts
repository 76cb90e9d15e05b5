/** Reloads the merchants of a running mock when their file changes. */
import type { Mock } from '../src/mock/index.ts';
import type { CommandContext } from './command.ts';
import { describeInternalError, isUserError } from './errors.ts';
import { unreadable } from './files.ts';
import { type MerchantFile, parseMerchantFile } from './merchant-file.ts';
import { type FileState, type Watch, watchFile } from './watch-file.ts';

/** `print` shows a change that was applied, `warn` one that cannot be. */
export type MerchantsOutput = Pick<CommandContext, 'print' | 'warn'>;

/** An invalid file changes nothing: the mock continues with its merchants. */
export function followMerchants(
  mock: Pick<Mock, 'merchants' | 'useMerchants'>,
  { path, text }: MerchantFile,
  { print, warn }: MerchantsOutput,
): Watch {
  return watchFile(path, text, async (seen) => {
    try {
      const { merchants, scenarios } = parseMerchantFile(path, textOf(seen, path));
      await mock.useMerchants(merchants, scenarios);
      print(`${path} changed: merchants ${mock.merchants.join(', ')}\n`);
    } catch (error) {
      const why = isUserError(error) ? error.message : describeInternalError(error);
      warn(`${path} changed, but cannot be used; the mock keeps its current merchants:\n${why}\n`);
    }
  });
}

/** @throws UsageError */
function textOf(seen: FileState, path: string): string {
  if (seen.kind === 'text') return seen.text;
  throw unreadable(path, '--merchants', seen.code);
}
