/** The longest authCode accepted, in characters. */
import { asEver, choice } from '../choosing/choice.ts';
import { textsUpTo } from '../choosing/texts.ts';

const FIELDS = ['authCode'] as const;

export const longestAuthcode = choice('longest-authcode', {
  any: asEver,
  '1000': textsUpTo(FIELDS, 1000),
  '255': textsUpTo(FIELDS, 255),
  '50': textsUpTo(FIELDS, 50),
  '32': textsUpTo(FIELDS, 32),
});
