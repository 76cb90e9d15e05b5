/** The longest text accepted in campaign and data, in characters. */
import { asEver, choice } from '../choosing/choice.ts';
import { textsUpTo } from '../choosing/texts.ts';

const FIELDS = ['campaign', 'data'] as const;

export const longestText = choice('longest-text', {
  any: asEver,
  '1000': textsUpTo(FIELDS, 1000),
  '255': textsUpTo(FIELDS, 255),
  '50': textsUpTo(FIELDS, 50),
  '32': textsUpTo(FIELDS, 32),
});
