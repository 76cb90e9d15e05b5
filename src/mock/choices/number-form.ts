/** How the fee is written: always the same number. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const numberForm = choice('number-form', {
  shortest: asEver,
  'two-decimals': writing({ fee: (usd) => withDecimals(usd, 2) }),
  'six-decimals': writing({ fee: (usd) => withDecimals(usd, 6) }),
  exponent: writing({ fee: (usd) => usd.toExponential() }),
});

/** A merchant's rounding may leave more decimals than these; then they stay. */
function withDecimals(usd: number, decimals: number): string {
  const text = usd.toFixed(decimals);

  return Number(text) === usd ? text : String(usd);
}
