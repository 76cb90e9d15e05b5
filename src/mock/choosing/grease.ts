/**
 * Varies from answer to answer what concerns one answer alone, so that a client which leans on what the document does
 * not promise meets that here. The seed and the number of the answer decide, and nothing else.
 */
import type { ChoiceName, Choices, OptionOf } from '../../contract/choices.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { chance } from '../chance.ts';
import { formedLedger } from './formed-ledger.ts';
import { formOf, STXID_FORMS, type StxidForm } from './stxid-forms.ts';

/** Only what a client has to cope with that goes by the document and by HTTP: a 500 would mean something else to it. */
const GREASED: { readonly [N in ChoiceName]?: readonly OptionOf<N>[] } = {
  'success-status': ['200', '201', '202'],
  'sale-status': ['200', '201', '202'],
  'extra-response-fields': ['none', 'flat', 'nested'],
  'number-form': ['shortest', 'two-decimals', 'six-decimals', 'exponent'],
  'field-order': ['documented', 'reversed', 'alphabetical'],
  'json-layout': ['compact', 'indented', 'escaped'],
  'response-media-type': ['json', 'json-charset'],
  refusal: [
    'problem',
    'json',
    'html',
    'empty',
    '2xx-message',
    '2xx-message-stxid',
    '2xx-zero-fee',
    '2xx-zero-fee-stxid',
  ],
  'refusal-status': ['422', '400', '404', '409'],
  'malformed-json-status': ['400', '422'],
  'unknown-transaction-status': ['422', '404', '400', '410'],
};

const FORMS = Object.keys(STXID_FORMS) as readonly StxidForm[];

export interface Grease {
  /** The choices of the next answer. */
  readonly next: () => Choices;
  /** Each new transaction gets an sTxId of a form of its own, and keeps it. */
  readonly ledger: (ledger: Ledger) => Ledger;
}

/** @param fixed what was chosen and stays as it is */
export function createGrease(seed: number, fixed: Choices): Grease {
  const names = (Object.keys(GREASED) as ChoiceName[]).filter((name) => fixed[name] === undefined);
  let answers = 0;
  let opened = 0;

  return {
    next() {
      answers += 1;
      const drawn = names.map((name) => [name, draw(GREASED[name] ?? [], seed, answers, name)]);

      return Object.fromEntries(drawn) as Choices;
    },

    ledger(ledger) {
      if (fixed['stxid-form'] !== undefined) return ledger;
      const forms = new Map<string, StxidForm>();

      return formedLedger(ledger, {
        read(sTxId) {
          const form = formOf(sTxId);
          if (form === undefined) return undefined;
          const hex = STXID_FORMS[form].read(sTxId) ?? '';
          // A ledger may know transactions of an earlier process, of which this one remembers no form.
          const remembered = forms.get(hex) ?? form;

          return remembered === form ? hex : undefined;
        },
        write(hex, isNew) {
          if (isNew) {
            opened += 1;
            forms.set(hex, draw(FORMS, seed, opened, 'stxid-form'));
          }

          return STXID_FORMS[forms.get(hex) ?? 'hex'].write(hex);
        },
      });
    },
  };
}

/** One of the options, as good as by chance. */
function draw<T>(options: readonly T[], seed: number, turn: number, name: string): T {
  return options[Math.floor(chance(seed, turn, name) * options.length)] as T;
}
