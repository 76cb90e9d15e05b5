/** The list of choices, and the behavior of a mock that makes some of them. */
import { CHOICE_NAMES, type ChoiceName, type Choices, defaultOf } from '../../../contract/choices.ts';
import { readChoices } from '../../../contract/read-choices.ts';
import { type Answered, type Behavior, composeBehaviors } from '../../behavior.ts';
import { MockError } from '../../mock-error.ts';
import { isFields } from '../../request.ts';
import type { ChoiceBehaviors } from './choice.ts';
import { createGrease } from './grease.ts';
import { REFUSAL_CHOICES } from './refusals.ts';
import { REQUEST_CHOICES } from './requests.ts';
import { RESPONSE_CHOICES } from './responses.ts';
import { formOf } from './stxid-forms.ts';
import { TRANSACTION_CHOICES } from './transactions.ts';

/** A choice or option of the contract that is missing here does not compile. */
const CHOICE_BEHAVIORS: ChoiceBehaviors = {
  ...RESPONSE_CHOICES,
  ...REFUSAL_CHOICES,
  ...REQUEST_CHOICES,
  ...TRANSACTION_CHOICES,
};

/**
 * @param seed of 32 bits, which randomises other details of every response; undefined for none
 * @throws MockError `unknown-choice`
 */
export function createChoices(choices: Choices, seed: number | undefined): Behavior {
  refuseUnknown(choices);
  const grease = seed === undefined ? undefined : createGrease(seed, choices);
  const own = behaviorsOf(choices);
  const fixed = composeBehaviors([
    ...own.map(({ behavior }) => behavior),
    ...(grease === undefined ? [] : [{ ledger: grease.ledger }]),
  ]);

  return {
    ...fixed,
    respond(draft, answered) {
      const made: Choices = { ...grease?.draw(), ...choices };
      let changed = { ...draft, choices: made };
      // The header Tollgate-Choices and the journal name those that shape the response.
      const shaping = (grease === undefined ? own : behaviorsOf(made)).flatMap(
        ({ name, option, behavior }) => {
          const before = changed;
          changed = behavior.respond?.(changed, answered) ?? changed;

          return changed === before ? [] : [[name, option]];
        },
      );

      return { ...changed, choices: { ...Object.fromEntries(shaping), ...stxidForm(answered) } };
    },
  };
}

/** The form of the sTxId where it is not the default. */
function stxidForm({ outcome }: Answered): Choices {
  const sTxId = outcome.kind === 'accepted' && isFields(outcome.body) ? outcome.body['sTxId'] : undefined;
  const form = typeof sTxId === 'string' ? formOf(sTxId) : undefined;

  return form === undefined || form === 'hex' ? {} : { 'stxid-form': form };
}

/** The first is the innermost: partial-update adds missing fields before the others see the request. */
const ORDER: readonly ChoiceName[] = [
  ...CHOICE_NAMES.filter((name) => name !== 'partial-update'),
  'partial-update',
];

function behaviorsOf(choices: Choices) {
  return ORDER.flatMap((name) => {
    const option = choices[name];

    return option === undefined ? [] : [{ name, option, behavior: behaviorOf(name, option) }];
  });
}

/** Nothing for the default option. */
function behaviorOf(name: ChoiceName, option: string): Behavior {
  if (option === defaultOf(name)) return {};
  const behaviors = CHOICE_BEHAVIORS[name];

  return typeof behaviors === 'function'
    ? behaviors(option as never)
    : ((behaviors as Readonly<Record<string, Behavior>>)[option] ?? {});
}

/** Callers in JavaScript can pass any value. */
function refuseUnknown(choices: Choices): void {
  const [unknown] = readChoices(choices).strange;
  if (unknown === undefined) return;
  const problem =
    unknown.kind === 'unknown-name'
      ? `expected the name of a choice, got ${unknown.name}`
      : `${unknown.name}: expected one of its options, got ${JSON.stringify(unknown.option)}`;
  throw new MockError('unknown-choice', `choices: ${problem}`);
}
