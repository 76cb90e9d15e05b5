/**
 * Grease: randomises unspecified details of every response, as TLS GREASE does, to expose clients that rely on them.
 * The seed and the number of the response decide.
 */
import { CHOICE_NAMES, type Choices, greasedOptions } from '../../../contract/choices.ts';
import { createRecentMap } from '../../../exchange/recent-map.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { seededRandom } from '../seeded-random.ts';
import { formOf, STXID_FORMS, type StxidForm, withStxidForm } from './stxid-forms.ts';

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
 * @param mostForms transactions whose form is remembered, at least: the ones used last
 */
export function createGrease(seed: number, fixed: Choices, mostForms = MOST_FORMS): Grease {
  const greased = CHOICE_NAMES.map((name) => [name, greasedOptions(name)] as const).filter(
    ([name, options]) => options.length > 0 && fixed[name] === undefined,
  );
  let responses = 0;
  let opened = 0;

  return {
    draw() {
      responses += 1;
      const drawn = greased.map(([name, options]) => [name, pick(options, seed, responses, name)]);

      return Object.fromEntries(drawn) as Choices;
    },

    ledger(ledger) {
      if (fixed['stxid-form'] !== undefined) return ledger;
      const forms = createRecentMap<StxidForm>();

      return withStxidForm(ledger, {
        read(sTxId) {
          const form = formOf(sTxId);
          if (form === undefined) return undefined;
          const hex = STXID_FORMS[form].read(sTxId) ?? '';
          // The form is unknown for a transaction of an earlier process, and for one used long ago.
          const known = forms.get(hex) ?? form;

          return known === form ? hex : undefined;
        },
        write(hex, isNew) {
          if (isNew) {
            opened += 1;
            if (opened % mostForms === 0) forms.age();
            forms.set(hex, pick(FORMS, seed, opened, 'stxid-form'));
          }

          return STXID_FORMS[forms.get(hex) ?? 'hex'].write(hex);
        },
      });
    },
  };
}

function pick<T>(options: readonly T[], seed: number, turn: number, name: string): T {
  return options[Math.floor(seededRandom(seed, turn, name) * options.length)] as T;
}
