/** Keeps the merchants of a running mock in step with their file. */
import type { Mock } from '../mock/index.ts';
import type { World } from './command.ts';
import { describeInternalError, isUserError } from './errors.ts';
import { unreadable } from './files.ts';
import { type MerchantFile, parseMerchantFile } from './merchant-file.ts';
import type { Sight } from './settle.ts';
import { type Watch, watchFile } from './watch-file.ts';

/** Whom the mock may tell: `print` of a change that was taken up, `warn` of one that cannot be. */
export type Tell = Pick<World, 'print' | 'warn'>;

/** Whatever becomes of the file, the mock goes on: with the new merchants, or with those it has. */
export function followMerchants(
  mock: Pick<Mock, 'merchants' | 'useMerchants'>,
  { path, text }: MerchantFile,
  { print, warn }: Tell,
): Watch {
  return watchFile(path, text, async (seen) => {
    try {
      await mock.useMerchants(parseMerchantFile(path, textOf(seen, path)).merchants);
      print(`${path} changed: merchants ${mock.merchants.join(', ')}\n`);
    } catch (error) {
      const why = isUserError(error) ? error.message : describeInternalError(error);
      warn(`${path} changed, but cannot be used; the mock goes on with the merchants it has:\n${why}\n`);
    }
  });
}

/** @throws UsageError */
function textOf(seen: Sight, path: string): string {
  if (seen.kind === 'text') return seen.text;
  throw unreadable(path, '--merchants', seen.code);
}
