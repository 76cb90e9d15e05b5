/** The list of choices, and the behavior of a mock that makes some of them. */

import { CHOICE_NAMES, type ChoiceName, type Choices, defaultOf } from '../../../contract/choices.ts';
import { readChoices } from '../../../contract/read-choices.ts';
import { isJsonObject } from '../../../text/json-object.ts';
import { type Answered, type Behavior, composeBehaviors } from '../../behavior.ts';
import { MockError } from '../../mock-error.ts';
import type { MockResponse } from '../../response.ts';
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
    respond(response, answered) {
      const made: Choices = { ...grease?.draw(), ...choices };
      let changed: MockResponse = { ...response, choices: made };
      // The header Tollgate-Choices and the journal name those that shape the response.
      const shaping = new Map<string, string>();
      for (const { name, option, behavior } of grease === undefined ? own : behaviorsOf(made)) {
        const before = changed;
        changed = behavior.respond?.(changed, answered) ?? changed;
        if (changed !== before) shaping.set(name, option);
      }
      const form = stxidForm(answered);
      if (form !== undefined) shaping.set('stxid-form', form);
      if (shaping.size === 0) return response;
      const listed = CHOICE_NAMES.filter((name) => shaping.has(name));

      return {
        ...changed,
        headers: {
          ...changed.headers,
          'tollgate-choices': listed.map((name) => `${name}=${shaping.get(name)}`).join(', '),
        },
        choices: Object.fromEntries(shaping) as Choices,
      };
    },
  };
}

/** The form of the sTxId where it is not the default. */
function stxidForm({ outcome }: Answered): string | undefined {
  const sTxId = outcome.kind === 'accepted' && isJsonObject(outcome.body) ? outcome.body['sTxId'] : undefined;
  const form = typeof sTxId === 'string' ? formOf(sTxId) : undefined;

  return form === 'hex' ? undefined : form;
}

/** Choices that see what the others have written; partial-update, the outermost, adds missing fields before they see a request. */
const LAST: readonly ChoiceName[] = ['refusal', 'number-form', 'json-layout', 'partial-update'];
const ORDER = [...CHOICE_NAMES.filter((name) => !LAST.includes(name)), ...LAST];

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
