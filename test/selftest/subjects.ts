/** The mocks that the selftest judges, with the effort for each and the options that make it so. */
import type { EffortName } from '../../conformance/report/report.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import type { BreakableRule, DefectName } from '../../src/contract/rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { seededRandom } from '../../src/mock/behaviors/seeded-random.ts';
import type { MockOptions } from '../../src/mock/index.ts';

interface Common {
  /** For `--only`. */
  readonly name: string;
  readonly effort: EffortName;
  /** The seed of the suite. */
  readonly seed: number;
}

export interface DefectSubject extends Common {
  readonly kind: 'defect';
  /** The rule that must fail. */
  readonly rule: BreakableRule;
  readonly defect: DefectName;
}

/** A mock that the selftest judges: one with a defect, or one with legal choices. */
export type Subject = DefectSubject | (Common & Choosing);

type Choosing =
  /** The mock without options. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'choice'; readonly choice: ChoiceName; readonly option: string }
  | { readonly kind: 'mixture'; readonly choices: Choices; readonly lenient: boolean }
  | { readonly kind: 'grease'; readonly grease: number };

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

/** Tried at the effort deep alone. */
const PAUSES = 'identity/outlives-a-pause';

function defects(seed: number): readonly Subject[] {
  return DEFECT_NAMES.map((defect) => {
    const rule = defect.replace(/:.*/, '') as BreakableRule;

    const effort = rule === PAUSES ? 'deep' : 'standard';

    return { kind: 'defect', name: defect, effort, seed, rule, defect };
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

/** Milliseconds; far below the eight seconds that the defect of `robustness/answers-in-time` takes. */
const SHORT_TIMEOUT = 400;
const ORDINARY_TIMEOUT = 5000;

/** Lets the mock refuse tokens of other issuers. */
const SECRET = 'the secret of the mocks of a selftest';

export function mockOptionsOf(subject: Subject): MockOptions {
  const choices = choicesOf(subject);
  const jwtSecret = acceptsAnyToken(choices) ? undefined : SECRET;
  const options = { choices, jwtSecret };

  switch (subject.kind) {
    case 'plain':
    case 'choice':
      return options;
    case 'defect':
      return { ...options, defects: [subject.defect] };
    case 'mixture':
      return { ...options, lenient: subject.lenient };
    case 'grease':
      return { ...options, grease: subject.grease };
  }
}

export function choicesOf(subject: Subject): Choices {
  switch (subject.kind) {
    case 'choice':
      return { [subject.choice]: subject.option };
    case 'mixture':
      return subject.choices;
    case 'plain':
    case 'defect':
    case 'grease':
      return {};
  }
}

/** Milliseconds that the suite waits for a response. */
export function timeoutFor(subject: Subject): number {
  return subject.kind === 'defect' && subject.rule === 'robustness/answers-in-time'
    ? SHORT_TIMEOUT
    : ORDINARY_TIMEOUT;
}

/** A mock that accepts any token verifies none. */
function acceptsAnyToken(choices: Choices): boolean {
  return choices['missing-token'] === 'take' || choices['invalid-token'] === 'take';
}
