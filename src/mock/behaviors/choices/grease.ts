/**
 * Grease: randomises unspecified details of every response, as TLS GREASE does, to expose clients that rely on them.
 * The seed and the number of the response decide.
 */
import type { ChoiceName, Choices, OptionOf } from '../../../contract/choices.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { createLru } from '../../../ledger/lru.ts';
import { seededRandom } from '../seeded-random.ts';
import { formOf, STXID_FORMS, type StxidForm, withStxidForm } from './stxid-forms.ts';

/** Only options that clients must handle by the document and by HTTP. A 500, for example, would mean something else. */
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
  /** Draws the choices of the next response. */
  readonly draw: () => Choices;
  /** Gives each new transaction an sTxId of a random form, which it keeps. */
  readonly ledger: (ledger: Ledger) => Ledger;
}

/** Transactions whose form is remembered, since a ledger may keep fewer than it opens. */
const MOST_FORMS = 100_000;

/**
 * @param fixed choices that are not randomised
 * @param mostForms transactions whose form is remembered, the ones used last
 */
export function createGrease(seed: number, fixed: Choices, mostForms = MOST_FORMS): Grease {
  const names = (Object.keys(GREASED) as ChoiceName[]).filter((name) => fixed[name] === undefined);
  let responses = 0;
  let opened = 0;

  return {
    draw() {
      responses += 1;
      const drawn = names.map((name) => [name, pick(GREASED[name] ?? [], seed, responses, name)]);

      return Object.fromEntries(drawn) as Choices;
    },

    ledger(ledger) {
      if (fixed['stxid-form'] !== undefined) return ledger;
      const forms = new Map<string, StxidForm>();
      const lru = createLru<typeof forms>({ most: mostForms }, (hex) => forms.delete(hex));
      const recall = (hex: string): StxidForm | undefined => {
        const form = forms.get(hex);
        if (form !== undefined) lru.touch(hex, forms);

        return form;
      };

      return withStxidForm(ledger, {
        read(sTxId) {
          const form = formOf(sTxId);
          if (form === undefined) return undefined;
          const hex = STXID_FORMS[form].read(sTxId) ?? '';
          // The form is unknown for a transaction of an earlier process, and for one used long ago.
          const known = recall(hex) ?? form;

          return known === form ? hex : undefined;
        },
        write(hex, isNew) {
          if (isNew) {
            opened += 1;
            forms.set(hex, pick(FORMS, seed, opened, 'stxid-form'));
          }

          return STXID_FORMS[recall(hex) ?? 'hex'].write(hex);
        },
      });
    },
  };
}

function pick<T>(options: readonly T[], seed: number, turn: number, name: string): T {
  return options[Math.floor(seededRandom(seed, turn, name) * options.length)] as T;
}
