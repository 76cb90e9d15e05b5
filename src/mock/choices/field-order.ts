/** The order of the fields of an accepted answer. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const fieldOrder = choice('field-order', {
  documented: asEver,
  reversed: writing({ order: (names) => names.toReversed() }),
  alphabetical: writing({ order: (names) => names.toSorted() }),
});
