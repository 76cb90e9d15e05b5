/** The mocks that the selftest judges, with the effort for each and the options that make it so. */
import type { EffortName } from '../../conformance/report/report.ts';
import {
  CHOICE_NAMES,
  type ChoiceName,
  type Choices,
  type OptionOf,
  optionsOf,
} from '../../src/contract/choices.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import {
  type BreakableRule,
  type DefectName,
  MUST_RULES,
  type RuleId,
  type ShouldRule,
} from '../../src/contract/rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { seededRandom } from '../../src/mock/behaviors/seeded-random.ts';
import type { MockOptions } from '../../src/mock/index.ts';
import type { Judged, Mark } from './judge.ts';

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

// The expected results of a selftest, with reasons, and every deviation from them.

type Warnings = { readonly [N in ChoiceName]?: { readonly [O in OptionOf<N>]?: ShouldRule } };

/** The rule that warns of an option: the option is what the rule advises against. */
const WARNINGS: Warnings = {
  'missing-token': { take: 'auth/refuses-missing-token' },
  'invalid-token': { take: 'auth/refuses-invalid-token' },
  'response-media-type': {
    'json-suffix': 'transport/content-type-json',
    'text-plain': 'transport/content-type-json',
    none: 'transport/content-type-json',
  },
  'mismatched-identifiers': { 'stxid-decides': 'sale/refuses-mismatched-identifiers' },
  'refusal-status': { '500': 'robustness/no-server-error-on-bad-input' },
  'malformed-json-status': { '500': 'robustness/no-server-error-on-bad-input' },
};

/** The should rules that warn of these choices. */
export function warningsOf(choices: Choices): readonly AnyRuleId[] {
  const warnings: Readonly<Record<string, Readonly<Record<string, RuleId>>>> = WARNINGS;

  return Object.entries(choices).flatMap(([name, option]) => warnings[name]?.[option] ?? []);
}

interface Besides {
  /** Rules that may fail as well; undefined for any rule. */
  readonly rules?: readonly AnyRuleId[];
  readonly why: string;
}

/** The defect changes the fee, which then differs from the prices. */
const NOT_BY_THE_PRICES: Besides = {
  rules: ['fee/matches-reference'],
  why: 'the changed fee also differs from the expected one',
};

/** Defects that only a deployment file without prices leaves to their rule: with prices, `fee/matches-reference` finds them. */
export const UNPRICED: readonly DefectName[] = [
  'fee/does-not-depend-on-other-calls',
  'fee/does-not-depend-on-other-calls:by-whole-dollars',
  'fee-response/same-request-same-fee',
  'opaque/opaque-data-does-not-change-fee',
  'region/forms-agree',
];

/** Defects that other rules find as well, with the reason. */
export const FAILS_BESIDES: Readonly<Partial<Record<DefectName, Besides>>> = {
  'fee-response/fee-is-not-negative': NOT_BY_THE_PRICES,
  'fee-response/fee-has-cents': NOT_BY_THE_PRICES,
  'country/defaults-to-840:of-a-part': { why: 'the few calls of quick effort show it by the prices alone' },
  'robustness/answers-in-time': {
    why: 'every rule that sends an 8-digit nicn gets no response',
  },
};

// Compares the suite's results for a mock with the expected ones: each defect found, no choice accused.

/** Each in one line. */
export function deviationsOf(judged: Judged): readonly string[] {
  const { subject } = judged;

  return subject.kind === 'defect'
    ? deviationsOfDefect(judged, subject.rule, subject.defect)
    : deviationsOfChoice(judged);
}

/** The marks of failed rules. */
function failuresIn({ marks }: Pick<Judged, 'marks'>): readonly Mark[] {
  return marks.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable' || outcome === 'broken');
}

function deviationsOfDefect(judged: Judged, rule: BreakableRule, defect: DefectName): readonly string[] {
  const own = judged.marks.find(({ id }) => id === rule);
  const failsMust = [rule, ...(FAILS_BESIDES[defect]?.rules ?? [])].some(isMust);
  const verdict = failsMust ? 'nonconformant' : 'conformant';
  const besides = failuresIn(judged).filter((mark) => mark.id !== rule && !isExplained(defect, mark));

  return [
    ...(own?.outcome === 'fail' ? [] : [`expected ${rule} to fail, got ${describeMark(own)}`]),
    ...(judged.verdict === verdict ? [] : [`expected the verdict ${verdict}, got ${judged.verdict}`]),
    ...besides.map((mark) => `expected no other rule to fail, got ${mark.id}, ${describeMark(mark)}`),
  ];
}

function isExplained(defect: DefectName, { id, outcome }: Mark): boolean {
  const besides = FAILS_BESIDES[defect];

  return besides !== undefined && outcome !== 'broken' && (besides.rules?.includes(id) ?? true);
}

/** A single choice must cause its warnings; in a mixture other choices may prevent them. */
function deviationsOfChoice(judged: Judged): readonly string[] {
  const { subject, marks, verdict } = judged;
  const expected = warningsOf(choicesOf(subject));
  const isExpected = ({ id, level, outcome }: Mark) =>
    level === 'should' && outcome === 'fail' && expected.includes(id);
  const unwarned =
    subject.kind === 'choice' ? marks.filter((mark) => expected.includes(mark.id) && !isExpected(mark)) : [];
  const unexpected = failuresIn(judged).filter(({ level }) => level !== 'must');

  return [
    ...(verdict === 'conformant' ? [] : [`expected the verdict conformant, got ${verdict}`]),
    ...marks
      .filter(({ level, outcome }) => level === 'must' && outcome !== 'pass')
      .map((mark) => `expected ${mark.id} to pass, got ${describeMark(mark)}`),
    ...unexpected
      .filter((mark) => !isExpected(mark))
      .map((mark) => `expected no warning of ${mark.id}, got ${describeMark(mark)}`),
    ...unwarned.map((mark) => `expected a warning of ${mark.id}, got ${describeMark(mark)}`),
    ...unobserved(judged),
  ];
}

/** Whether the report observed the option that the mock chose. */
function unobserved({ subject, choices }: Judged): readonly string[] {
  if (subject.kind !== 'choice') return [];
  const { choice, option } = subject;
  const observed = choices[choice];

  // Responses do not distinguish some options: the report names both.
  return observed === undefined || observed.split(' or ').includes(option)
    ? []
    : [`expected ${choice}=${option} to be observed, got ${observed}`];
}

function isMust(id: AnyRuleId): boolean {
  return MUST_RULES.some((known) => known === id);
}

/** On one line. */
function describeMark(mark: Mark | undefined): string {
  if (mark === undefined) return 'no result';
  const reason = mark.reason.replace(/\s+/g, ' ').trim();

  return reason === '' ? mark.outcome : `${mark.outcome}: ${reason}`;
}
