/** From --choose, --like, --grease and --lenient to what the mock is told, and to what its user is told of that. */
import { randomInt } from 'node:crypto';
import { CHOICE_NAMES, defaultOf } from '../contract/choices.ts';
import type { MockOptions } from '../mock/index.ts';
import { chosen, like } from './chosen.ts';
import type { Given } from './command.ts';
import { isSet, listOf, numberOf, textOf } from './given.ts';

type Options = Pick<MockOptions, 'choices' | 'grease' | 'lenient'>;

export interface Choosing {
  readonly options: Options;
  /** What a report observed that the mock cannot do, in a sentence; undefined where there is nothing of the kind. */
  readonly skipped: string | undefined;
}

/** Seeds are 32-bit numbers. */
const SEEDS = { min: 0, max: 2 ** 31 - 1 };

/** What is typed goes before what a report observed, and both before what varies. @throws UsageError */
export function readChoosing(given: Given): Choosing {
  const typed = chosen(listOf(given, 'choose'));
  const report = textOf(given, 'like');
  const likeness = report === undefined ? { choices: {}, skipped: undefined } : like(report);
  const grease = isSet(given, 'grease') ? randomInt(SEEDS.max) : numberOf(given, 'grease', SEEDS);

  return {
    skipped: likeness.skipped,
    options: {
      choices: { ...likeness.choices, ...typed },
      lenient: isSet(given, 'lenient'),
      ...(grease === undefined ? {} : { grease }),
    },
  };
}

export function tellChoosing({ choices = {}, grease, lenient = false }: Options): readonly string[] {
  // A report tells of every choice, of which most are what any mock does.
  const made = CHOICE_NAMES.flatMap((name) => {
    const option = choices[name];

    return option === undefined || option === defaultOf(name) ? [] : [`${name}=${option}`];
  });

  return [
    ...(made.length === 0 ? [] : [`chosen: ${made.join(', ')}`]),
    ...(grease === undefined ? [] : [`varied from answer to answer: --grease ${grease} does it again`]),
    ...(lenient ? ['lenient: what is overlooked stands in the header Tollgate-Violations'] : []),
  ];
}
