/** The choices of one world: those of the start until they are changed. */
import type { Choices } from '../../contract/choices.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { choiceOfUnverified } from '../auth/unverified-tokens.ts';
import { MockError } from '../mock-error.ts';

/** The choices of a world where the document leaves its behavior open. A change applies to every later request. */
export interface WorldChoices {
  /** The option of each choice that was made; any other choice has its default option. */
  readonly list: () => Choices;
  /** The choices of the start. */
  readonly start: Choices;
  /**
   * Makes these choices, and keeps the others. The memory of choices, such as the count of `rate-limiting`, begins anew.
   *
   * @throws MockError `unknown-choice`; `choice-refused` for another `stxid-form` where there are transactions, and for
   * `missing-token=take` or `invalid-token=take` where the mock verifies tokens
   */
  readonly use: (choices: Choices) => Promise<void>;
  /** Returns to the choices of the start. @throws MockError `choice-refused`, as `use` does */
  readonly reset: () => Promise<void>;
}

interface WorldChoicesOptions {
  readonly behaviors: {
    readonly choices: Choices;
    readonly isGreased: boolean;
    readonly loadChoices: () => Promise<void>;
  };
  /** Whether the mock accepts any token. */
  readonly verifier: { readonly isOpen: boolean };
  readonly registry: { readonly names: readonly string[] };
  readonly list: () => Choices;
  readonly ledger: () => Ledger;
  /** Answers later requests with these choices. */
  readonly apply: (choices: Choices) => void;
}

export function createWorldChoices(options: WorldChoicesOptions): WorldChoices {
  const { behaviors, verifier, registry, list, ledger, apply } = options;
  const formIn = (choices: Choices) => choices['stxid-form'] ?? (behaviors.isGreased ? undefined : 'hex');
  const change = async (next: () => Choices) => {
    await behaviors.loadChoices();
    const unverified = verifier.isOpen ? undefined : choiceOfUnverified(next());
    if (unverified !== undefined)
      throw new MockError(
        'choice-refused',
        `choices: ${unverified}: expected an option that refuses, got take: this mock verifies tokens`,
      );
    if (formIn(next()) !== formIn(list()) && !(await isEmpty(ledger(), registry.names)))
      throw new MockError(
        'choice-refused',
        'choices: stxid-form: expected a state without transactions, which keep the form of their sTxId, got one with transactions: reset it first',
      );
    apply(next());
  };

  return {
    list,
    start: behaviors.choices,
    use: (made) => change(() => ({ ...list(), ...made })),
    reset: () => change(() => behaviors.choices),
  };
}

/** False where the ledger cannot list its transactions. */
async function isEmpty({ list }: Ledger, merchants: readonly string[]): Promise<boolean> {
  if (list === undefined) return false;
  const lists = await Promise.all(merchants.map((merchant) => list(merchant, 1)));

  return lists.every(({ length }) => length === 0);
}
