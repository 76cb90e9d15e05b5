/** The choices, the scenarios, and the faults with their conditions, as the help shows them. A file of its own, so that the help loads little. */
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { CONDITIONS, FAULTS, formsOf, type Member } from '../src/mock/behaviors/faults/fault.ts';
import shipped from '../src/mock/shipped-merchants.gen.json' with { type: 'json' };
import { fold } from '../src/text/words.ts';

const NAME_WIDTH = 26;
const OPTIONS_WIDTH = 66;

/** Every choice with its options, the default first. */
export function listChoices(): string {
  const lines = CHOICE_NAMES.flatMap((name) =>
    fold(optionsOf(name), OPTIONS_WIDTH, ', ').map(
      (options, at) => `  ${(at === 0 ? name : '').padEnd(NAME_WIDTH)}  ${options}`,
    ),
  );

  return `Choices that the document leaves open, for --choose (the first option is the default):\n${lines.join('\n')}`;
}

export const SCENARIO_NAMES = Object.keys(shipped.scenarios);

/** Every scenario of the shipped merchant file. */
export function listScenarios(): string {
  const lines = Object.entries(shipped.scenarios).map(
    ([name, { about }]) => `  ${name.padEnd(18)}  ${about}`,
  );

  return `Scenarios, for --scenario NAME and for the request header Tollgate-Scenario: NAME:\n${lines.join('\n')}`;
}

export function listFaults(): string {
  return `Faults, for --fault '[CONDITIONS: ]FAULT' and for the request header Tollgate-Fault: FAULT:
${linesOf(FAULTS)}
Give at most one of them beside a latency. 429 is short for status=429; =after carries out the call.
Conditions, such as every=10, times=3. A call must meet all of them:
${linesOf(CONDITIONS)}`;
}

function linesOf(members: Readonly<Record<string, Member<unknown>>>): string {
  return Object.entries(members)
    .map(([name, member]) => `  ${formsOf(name, member).join(', ').padEnd(18)}  ${member.about}`)
    .join('\n');
}
