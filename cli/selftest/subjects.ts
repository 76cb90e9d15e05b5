/** Lists the mocks that a selftest judges, with the effort for each. */
import type { EffortName } from '../../conformance/report/report.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import type { BreakableRule } from '../../src/contract/rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { seededRandom } from '../../src/mock/behaviors/seeded-random.ts';
import type { Subject } from './subject.ts';

/** Seeds are 32-bit numbers. */
const SEEDS = 2 ** 31;

/** One of this many mixtures has effort standard: quick costs a sixth, and judges few should rules. */
const STANDARD_EVERY = 10;

interface SubjectOptions {
  readonly seed: number;
  readonly mixtures: number;
  readonly greased: number;
}

/** Long ones first, so that all threads end at about the same time. */
export function allSubjects({ seed, mixtures, greased }: SubjectOptions): readonly Subject[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

  return [
    ...defects(seed),
    { kind: 'plain', name: 'plain', effort: 'standard', seed },
    ...singleChoices(seed),
    ...numbers(mixtures).map((number) => mixture(seed, number)),
    ...numbers(greased).map((number) => grease(seed, number)),
  ];
}

function defects(seed: number): readonly Subject[] {
  return DEFECT_NAMES.map((defect) => {
    const rule = defect.replace(/:.*/, '') as BreakableRule;

    return { kind: 'defect', name: defect, effort: 'standard', seed, rule, defect };
  });
}

/** Every option except the defaults, which the subject `plain` has. */
function singleChoices(seed: number): readonly Subject[] {
  return CHOICE_NAMES.flatMap((choice) =>
    optionsOf<ChoiceName>(choice)
      .slice(1)
      .map(
        (option): Subject => ({
          kind: 'choice',
          name: `${choice}=${option}`,
          effort: 'standard',
          seed,
          choice,
          option,
        }),
      ),
  );
}

/** A random option of every choice, from the seed and the number of the mixture. */
function mixture(seed: number, number: number): Subject {
  const drawn = CHOICE_NAMES.map((name) => {
    const options = optionsOf<ChoiceName>(name);

    return [name, options[Math.floor(seededRandom(seed, number, name) * options.length)]];
  });

  return {
    kind: 'mixture',
    name: `mixture/${number}`,
    effort: effortOf(number),
    seed: (seed + number) % SEEDS,
    choices: Object.fromEntries(drawn) as Choices,
    lenient: seededRandom(seed, number, 'lenient') < 0.5,
  };
}

function grease(seed: number, number: number): Subject {
  return {
    kind: 'grease',
    name: `grease/${number}`,
    effort: effortOf(number),
    seed: (seed + number) % SEEDS,
    grease: Math.floor(seededRandom(seed, number, 'grease') * SEEDS),
  };
}

function effortOf(number: number): EffortName {
  return number % STANDARD_EVERY === 0 ? 'standard' : 'quick';
}
