/** The longest text accepted in campaign and data, in characters. */
import { asEver, choice } from '../choosing/choice.ts';
import { objectingToTexts } from '../choosing/texts.ts';

export const longestText = choice('longest-text', {
  any: asEver,
  '1000': upTo(1000),
  '255': upTo(255),
  '50': upTo(50),
  '32': upTo(32),
});

function upTo(most: number) {
  return objectingToTexts(
    ['campaign', 'data'],
    `at most ${most} characters`,
    (text) => [...text].length <= most,
  );
}
