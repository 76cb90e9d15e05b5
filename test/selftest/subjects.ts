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
import { type BreakableRule, MUST_RULES, type RuleId, type ShouldRule } from '../../src/contract/rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { seededRandom } from '../../src/mock/behaviors/seeded-random.ts';
import type { MockOptions } from '../../src/mock/index.ts';
import type { Judged, Mark } from './judge.ts';

/** A mock that the selftest judges: one with a defect, or one with legal choices. */
export interface Subject {
  readonly kind: 'defect' | 'plain' | 'choice' | 'mixture' | 'grease';
  /** For `--only`. */
  readonly name: string;
  readonly effort: EffortName;
  /** The seed of the suite. */
  readonly seed: number;
  readonly options: MockOptions;
}

/** Seeds are 32-bit numbers. */
const SEEDS = 2 ** 31;

/** One of this many mixtures has effort standard: quick costs a sixth, and judges few should rules. */
const STANDARD_EVERY = 10;

/** Tried at the effort deep alone. */
const PAUSES = 'identity/outlives-a-pause';

interface SubjectOptions {
  readonly seed: number;
  readonly mixtures: number;
  readonly greased: number;
}

/** Long ones first, so that all threads end at about the same time. */
export function allSubjects({ seed, mixtures, greased }: SubjectOptions): readonly Subject[] {
  const one = (kind: Subject['kind'], name: string, options: MockOptions): Subject => {
    return { kind, name, effort: name === PAUSES ? 'deep' : 'standard', seed, options };
  };
  const numbered = (kind: Subject['kind'], count: number, optionsOf: (number: number) => MockOptions) =>
    Array.from({ length: count }, (_, at): Subject => {
      const number = at + 1;
      const effort = number % STANDARD_EVERY === 0 ? 'standard' : 'quick';

      return { ...one(kind, `${kind}/${number}`, optionsOf(number)), effort, seed: (seed + number) % SEEDS };
    });

  return [
    ...DEFECT_NAMES.map((defect) => one('defect', defect, { defects: [defect] })),
    one('plain', 'plain', {}),
    // The subject `plain` has the default options.
    ...CHOICE_NAMES.flatMap((name) =>
      optionsOf<ChoiceName>(name)
        .slice(1)
        .map((option) => one('choice', `${name}=${option}`, { choices: { [name]: option } })),
    ),
    ...numbered('mixture', mixtures, (number) => ({
      choices: randomChoices(seed, number),
      lenient: seededRandom(seed, number, 'lenient') < 0.5,
    })),
    ...numbered('grease', greased, (number) => ({
      grease: Math.floor(seededRandom(seed, number, 'grease') * SEEDS),
    })),
  ];
}

/** An option of every choice. */
function randomChoices(seed: number, number: number): Choices {
  const drawn = CHOICE_NAMES.map((name) => {
    const options = optionsOf<ChoiceName>(name);

    return [name, options[Math.floor(seededRandom(seed, number, name) * options.length)]];
  });

  return Object.fromEntries(drawn) as Choices;
}

/** The rule that a mock with a defect must fail; undefined for a legal mock. */
export function brokenRule({ kind, name }: Subject): BreakableRule | undefined {
  return kind === 'defect' ? (name.replace(/:.*/, '') as BreakableRule) : undefined;
}

/** Lets the mock refuse tokens of other issuers. */
const SECRET = 'the secret of the mocks of a selftest';

export function mockOptionsOf({ options }: Subject): MockOptions {
  const { choices = {} } = options;
  // A mock that accepts any token verifies none.
  const acceptsAny = choices['missing-token'] === 'take' || choices['invalid-token'] === 'take';

  return { ...options, jwtSecret: acceptsAny ? undefined : SECRET };
}

/** Milliseconds that the suite waits for a response; far below the eight seconds that this defect takes. */
export function timeoutFor(subject: Subject): number {
  return brokenRule(subject) === 'robustness/answers-in-time' ? 400 : 5000;
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
export function warningsOf(choices: Choices = {}): readonly AnyRuleId[] {
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
export const UNPRICED: readonly string[] = [
  'fee/does-not-depend-on-other-calls',
  'fee/does-not-depend-on-other-calls:by-whole-dollars',
  'fee-response/same-request-same-fee',
  'opaque/opaque-data-does-not-change-fee',
  'region/forms-agree',
];

/** Defects that other rules find as well, with the reason. */
export const FAILS_BESIDES: Readonly<Partial<Record<string, Besides>>> = {
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
  const rule = brokenRule(judged.subject);

  return rule === undefined ? deviationsOfChoice(judged) : deviationsOfDefect(judged, rule);
}

/** The marks of failed rules. */
function failuresIn({ marks }: Pick<Judged, 'marks'>): readonly Mark[] {
  return marks.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable' || outcome === 'broken');
}

function deviationsOfDefect(judged: Judged, rule: BreakableRule): readonly string[] {
  const { name } = judged.subject;
  const own = judged.marks.find(({ id }) => id === rule);
  const failsMust = [rule, ...(FAILS_BESIDES[name]?.rules ?? [])].some(isMust);
  const verdict = failsMust ? 'nonconformant' : 'conformant';
  const besides = failuresIn(judged).filter((mark) => mark.id !== rule && !isExplained(name, mark));

  return [
    ...(own?.outcome === 'fail' ? [] : [`expected ${rule} to fail, got ${describeMark(own)}`]),
    ...(judged.verdict === verdict ? [] : [`expected the verdict ${verdict}, got ${judged.verdict}`]),
    ...besides.map((mark) => `expected no other rule to fail, got ${mark.id}, ${describeMark(mark)}`),
  ];
}

function isExplained(defect: string, { id, outcome }: Mark): boolean {
  const besides = FAILS_BESIDES[defect];

  return besides !== undefined && outcome !== 'broken' && (besides.rules?.includes(id) ?? true);
}

/** A single choice must cause its warnings; in a mixture other choices may prevent them. */
function deviationsOfChoice(judged: Judged): readonly string[] {
  const { subject, marks, verdict } = judged;
  const expected = warningsOf(subject.options.choices);
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
  const [choice = '', option = ''] = subject.name.split('=');
  const observed = choices[choice];

  // Responses do not distinguish some options: the report names both.
  return observed === undefined || observed.split(' or ').includes(option)
    ? []
    : [`expected ${subject.name} to be observed, got ${observed}`];
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
