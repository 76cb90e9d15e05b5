/** The longest authCode accepted, in characters. */
import { asEver, choice } from '../choosing/choice.ts';
import { objectingToTexts } from '../choosing/texts.ts';

export const longestAuthcode = choice('longest-authcode', {
  any: asEver,
  '1000': upTo(1000),
  '255': upTo(255),
  '50': upTo(50),
  '32': upTo(32),
});

function upTo(most: number) {
  return objectingToTexts(['authCode'], `at most ${most} characters`, (text) => [...text].length <= most);
}
