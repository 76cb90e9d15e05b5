/** The text below the options in the help of a command: a file of `help`, with what derives from tables. */
import { CHOICE_NAMES, optionsOf } from '../src/contract/choices.ts';
import { CONDITIONS, FAULTS, formsOf, type Member } from '../src/mock/behaviors/faults/fault.ts';
import shipped from '../src/mock/shipped-merchants.gen.json' with { type: 'json' };
import { fold } from '../src/text/words.ts';
import { fillTemplate, readTemplate } from './templates.ts';

/** @param name of the command. @throws Error where it has no file */
export function helpBelowOptions(name: string): string {
  return fillTemplate(`cli/help/${name}.txt`, {
    judges: readTemplate('cli/help/shared/judges.txt').trimEnd(),
    proxies: readTemplate('cli/help/shared/proxies.txt').trimEnd(),
    ...(name === 'mock' && {
      ...{ faults: linesOf(FAULTS), conditions: linesOf(CONDITIONS) },
      ...{ scenarios: scenarios(), choices: choices() },
    }),
  });
}

function linesOf(members: Readonly<Record<string, Member<unknown>>>): string {
  return Object.entries(members)
    .map(([name, member]) => `${formsOf(name, member).join(', ').padEnd(18)}  ${member.about}`)
    .join('\n');
}

/** Those of the shipped merchant file. */
function scenarios(): string {
  return Object.entries(shipped.scenarios)
    .map(([name, { about }]) => `${name.padEnd(18)}  ${about}`)
    .join('\n');
}

const NAME_WIDTH = 26;
const OPTIONS_WIDTH = 66;

/** Every choice with its options, the default first. */
function choices(): string {
  return CHOICE_NAMES.flatMap((name) =>
    fold(optionsOf(name), OPTIONS_WIDTH, ', ').map(
      (options, at) => `${(at === 0 ? name : '').padEnd(NAME_WIDTH)}  ${options}`,
    ),
  ).join('\n');
}
