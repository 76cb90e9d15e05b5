/** Runs the client with varied choices of the mock, and finds the options that it does not tolerate. */
import type { Call } from '../../src/exchange/call.ts';
import { cut } from '../../src/text/visible.ts';
import type { EffortName } from '../report/report.ts';
import { type ClientRule, TOLERANCE_RUNS, type ToleranceRun } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';
import { type ClientOutcome, type ClientResult, createRunResults, skipped } from './client-results.ts';
import { failureLine, findDivergence, shapedIn } from './compare-runs.ts';
import { findIntolerance, type Intolerance } from './find-intolerance.ts';
import {
  type ClientRun,
  joinVariations,
  type RunName,
  type Runs,
  toMockOptions,
  type Variation,
} from './run-client.ts';

/** An option of the mock, and the rule that it tries. */
interface TriedOption extends Variation {
  readonly rule: ClientRule;
  readonly run: ToleranceRun | undefined;
}

/** Options that are tried in one run; where it fails, the single option is searched for. */
export type OptionSet = readonly TriedOption[];

const OPTIONS: OptionSet = CLIENT_RULES.flatMap((rule) =>
  (rule.options ?? []).map(({ choices = {}, faults = [], run }) => ({ rule, choices, faults, run })),
);

/** The choices that tolerance runs vary. */
export const TRIED_CHOICES = [...new Set(OPTIONS.flatMap(({ choices = {} }) => Object.keys(choices)))];

const STANDARD = TOLERANCE_RUNS.map((number) => OPTIONS.filter(({ run }) => run === number));

/** The runs of an effort: `deep` tries every option alone. */
export const OPTION_SETS: { readonly [E in EffortName]: readonly OptionSet[] } = {
  quick: STANDARD.slice(0, 1),
  standard: STANDARD,
  deep: [...STANDARD.flat(), ...OPTIONS.filter(({ run }) => run === undefined)].map((option) => [option]),
};

/** The runs of a client that passes. */
export function expectTolerances(effort: EffortName, selects: Runs['selects']): readonly RunName[] {
  return OPTION_SETS[effort]
    .map((set) => set.filter(({ rule }) => selects(rule.id)))
    .filter((options) => options.length > 0)
    .map(toRunName);
}

function toRunName(options: OptionSet): RunName {
  return { what: 'tolerance', variation: joinVariations(options) };
}

export async function runTolerances(effort: EffortName, runs: Runs): Promise<readonly ClientResult[]> {
  const results = createRunResults();
  let isFlaky = false;
  for (const set of OPTION_SETS[effort]) {
    // An option that fails is not searched for again among others of its rule.
    const options = set.filter(
      ({ rule }) => runs.selects(rule.id) && results.of(rule)?.outcome.kind !== 'fail',
    );
    if (options.length === 0) continue;
    const tryOptions = (tried: OptionSet) =>
      runs.run(toRunName(tried), { isObserved: tried.every(({ rule }) => rule.level === 'must') });
    const run = await tryOptions(options);
    if (run.ending === 'interrupted') break;
    const found = run.passed ? [] : await findIntolerance(options, run, tryOptions);
    isFlaky ||= found.some(({ isConfirmed }) => !isConfirmed);
    for (const option of options) {
      const { rule } = option;
      const intolerance = found.find((one) => one.options[0]?.rule === rule);
      const involved = found.some((one) => one.options.includes(option));
      const exercised = run.calls.filter((call) => shows(call, rule)).length;
      // Where several options fail together, the first of them has the failure.
      const outcome =
        intolerance !== undefined
          ? toFailure(intolerance, runs)
          : involved
            ? skipped('choice', 'the command fails only together with another option')
            : exercised > 0
              ? ({ kind: 'pass' } as const)
              : skipped(
                  'choice',
                  `the command got no ${rule.shownBy ?? 'accepted response'}, so that this was not tried (${toMockOptions(option)})`,
                );
      results.add(rule, outcome, exercised, run);
    }
  }

  // A command that fails at random does not show that it fails because of an option.
  return results.all().map((result): ClientResult => {
    const { outcome } = result;
    if (!isFlaky || outcome.kind !== 'fail') return result;
    const got = `${outcome.got}; but the command also fails at random`;

    return { ...result, outcome: { ...outcome, kind: 'unstable', got } };
  });
}

function shows({ operation, outcome: { kind } }: Call, { shownBy }: ClientRule): boolean {
  if (shownBy === 'refusal') return kind === 'refused';

  return kind === 'accepted' && (shownBy !== 'fee' || operation === 'calculateFee');
}

/** In characters, of what a command printed. */
export const LONGEST_LINE = 200;

function toFailure(
  { options, isConfirmed, withOptions, without }: Intolerance<TriedOption>,
  { baseline, replayOf }: Runs,
): ClientOutcome {
  const variation = joinVariations(options);
  const outputOf = ({ output }: ClientRun) => output;
  const failed = withOptions.filter(({ passed }) => !passed);
  const passed = [baseline, ...without].filter((run) => run.passed);
  const [run] = failed;
  const line = failureLine(failed.map(outputOf), passed.map(outputOf));
  const divergence = run === undefined ? undefined : findDivergence(run, passed);
  const times = `${failed.length} of ${withOptions.length} times`;
  const failedWithout = without.filter((one) => !one.passed).length;
  const got = [
    isConfirmed
      ? `a command that ${run?.reason ?? 'failed'}`
      : [
          `a command that failed ${times} with it`,
          ...(without.length === 0 ? [] : [`${failedWithout} of ${without.length} times without`]),
        ].join(', '),
    ...(line === undefined ? [] : [`its output says ${JSON.stringify(cut(line, LONGEST_LINE))}`]),
    ...(divergence === undefined ? [] : [divergence.what]),
  ].join('; ');

  return {
    kind: isConfirmed ? 'fail' : 'unstable',
    expected: `a command that passes with ${toMockOptions(variation)}, as it does without`,
    got,
    ...(isConfirmed ? {} : { often: `failed ${times}` }),
    steps: divergence?.exchanges ?? (run === undefined ? [] : shapedIn(run)),
    replay: replayOf(variation),
  };
}
