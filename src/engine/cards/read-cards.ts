/** Reads the table of card kinds from a merchant file, or the shipped table of test cards. */
import testCards from '../../../fixtures/cards/test-cards.json' with { type: 'json' };
import { type Parameters, rejectDuplicates } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import { shippedList } from '../reading/shipped-list.ts';
import { CARD_KINDS, type CardKind, type KindOf } from './card.ts';
import { longestPrefix } from './longest-prefix.ts';

const kindReader = wordReader(CARD_KINDS, 'The kind of the cards with this prefix.');
const defaultKindReader = wordReader(CARD_KINDS, 'The kind of cards that no row matches.');

/** Tables that a merchant file can refer to by name: well-known test cards of public kind. */
const SHIPPED = new Map([['test-cards', () => shippedList(testCards, 'kinds', readRow)]]);

const UNKNOWN: KindOf = () => 'unknown';

export function readKinds(parameters: Parameters | undefined): KindOf {
  if (parameters === undefined) return UNKNOWN;

  const rows = parameters.listOrWord(
    'kinds',
    'Card kinds by first digits; the longest prefix applies.',
    SHIPPED,
    readRow,
  );
  const defaultKind = parameters.valueOr('unknown', defaultKindReader, 'unknown');
  rejectDuplicates(rows, 'prefix');
  return longestPrefix(rows, defaultKind);
}

function readRow(row: Parameters): { row: Parameters; prefix: string; value: CardKind } {
  return { row, prefix: row.cardPrefix('prefix'), value: row.value('kind', kindReader) || 'unknown' };
}
