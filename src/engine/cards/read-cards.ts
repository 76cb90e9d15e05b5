/** Which card is of which kind, as a merchant file or the table of test cards says. */
import testCards from '../../../fixtures/cards/test-cards.json' with { type: 'json' };
import type { Parameters } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import { rejectRepeats } from '../reading/repeats.ts';
import { shippedList } from '../reading/shipped-list.ts';
import type { KindOf } from './card.ts';
import { CARD_KINDS, type CardKind } from './kind.ts';
import { longestPrefix } from './longest-prefix.ts';

const kindReader = wordReader(CARD_KINDS, 'The kind of cards that begin so.');
const takenForReader = wordReader(CARD_KINDS, 'What a card is taken for whose kind no row knows.');

/** Tables that a merchant file takes by naming them: the well-known test cards of which the kind is public. */
const SHIPPED = new Map([['test-cards', () => shippedList(testCards, 'kinds', readRow)]]);

/** Of every card nothing is known but its digits. */
const UNKNOWN: KindOf = () => 'unknown';

export function readKinds(parameters: Parameters | undefined): KindOf {
  if (parameters === undefined) return UNKNOWN;

  const rows = parameters.listOrWord(
    'kinds',
    'Cards by their first digits; the longest prefix counts.',
    SHIPPED,
    readRow,
  );
  const takenFor = parameters.valueOr('unknown', takenForReader, 'unknown');
  rejectRepeats(rows, 'prefix');
  return longestPrefix(rows, takenFor);
}

function readRow(row: Parameters): { row: Parameters; prefix: string; value: CardKind } {
  return { row, prefix: row.cardPrefix('prefix'), value: row.value('kind', kindReader) || 'unknown' };
}
