/** Masks secrets in an error message, which may repeat the arguments. */
import { maskAddresses } from '../text/mask.ts';
import { visible } from '../text/visible.ts';

const HIDDEN = '(not shown)';

/** A secret may be the value of a misspelt option, `--tokn=SECRET`, or an argument too many. */
export function safeProblem(text: string): string {
  const hidden = text
    .replaceAll(/(unknown option '--[^'=]{1,100}=)[^\n]*'/g, `$1${HIDDEN}'`)
    .replaceAll(/(unknown option '-[^-'])[^'\n]+'/g, `$1${HIDDEN}'`)
    .replaceAll(/(too many arguments[^\n]{0,200}? but got \d+): [^\n]*/g, '$1.');

  return visible(maskAddresses(hidden));
}
