/** Runs the client with varied choices of the mock, and finds the options that it does not tolerate. */

import { CLIENT_MUST_RULES } from '../../../src/contract/client-rule-ids.ts';
import { readCall } from '../../../src/exchange/call.ts';
import { cut } from '../../../src/text/visible.ts';
import { joinVariations, type Variation } from '../client-mock.ts';
import { addRun, type ClientFailure, type ClientOutcome, type ClientRuleResult } from '../client-result.ts';
import { findDivergence, shapedIn } from '../compare-exchanges.ts';
import { failureLine } from '../compare-output.ts';
import type { ClientRun } from '../run-client.ts';
import { findIntolerance, type Intolerance, toMockOptions } from './find-intolerance.ts';
import type { OptionSet, ToleranceOption, ToleranceRuleId } from './options.ts';

/** @param runWith runs the client; `isMust` where every client has to tolerate what varies */
export async function runTolerances(
  sets: readonly OptionSet[],
  baseline: ClientRun,
  runWith: (variation: Variation, isMust: boolean) => Promise<ClientRun>,
): Promise<readonly ClientRuleResult[]> {
  const results = new Map<ToleranceRuleId, ClientRuleResult>();
  let isFlaky = false;
  for (const set of sets) {
    // An option that fails is not searched for again among others of its rule.
    const options = set.filter(({ rule }) => results.get(rule)?.outcome.kind !== 'fail');
    if (options.length === 0) continue;
    const { run, found } = await findIntolerance(options, (tried) =>
      runWith(joinVariations(tried), tried.every(isMust)),
    );
    if (run.ending === 'interrupted') break;
    isFlaky ||= found.some(({ isConfirmed }) => !isConfirmed);
    for (const option of options) {
      const intolerance = found.find((one) => one.options[0]?.rule === option.rule);
      const involved = found.some((one) => one.options.includes(option));
      // Where several options fail together, the first of them has the failure.
      const outcome =
        intolerance !== undefined
          ? toFailure(intolerance, baseline)
          : involved
            ? ({
                kind: 'skipped',
                cause: 'choice',
                why: 'the command fails only together with another option',
              } as const)
            : outcomeOf(option, run);
      const { rule: id } = option;
      results.set(id, addRun(results.get(id), { id, outcome, exercised: showings(option, run), run }));
    }
  }

  return [...results.values()].map((result) => (isFlaky ? withoutCertainty(result) : result));
}

/** A command that fails at random does not show that it fails because of an option. */
function withoutCertainty(result: ClientRuleResult): ClientRuleResult {
  const { outcome } = result;
  if (outcome.kind !== 'fail') return result;
  const got = `${outcome.got}; but the command also fails at random`;

  return { ...result, outcome: { ...outcome, kind: 'unstable', got } };
}

function isMust({ rule }: ToleranceOption): boolean {
  return CLIENT_MUST_RULES.some((id) => id === rule);
}

function outcomeOf(option: ToleranceOption, run: ClientRun): ClientOutcome {
  return showings(option, run) > 0
    ? { kind: 'pass' }
    : {
        kind: 'skipped',
        cause: 'choice',
        why: `the command got no ${option.needs}, so that this was not tried (${toMockOptions(option)})`,
      };
}

function showings({ isShownBy }: ToleranceOption, { exchanges }: ClientRun): number {
  return exchanges.filter((exchange) => {
    const call = readCall(exchange);

    return call !== undefined && isShownBy(call);
  }).length;
}

/** In characters. */
const LONGEST_LINE = 200;

function toFailure(
  { options, isConfirmed, failed, attempts, runs }: Intolerance,
  baseline: ClientRun,
): ClientFailure {
  const variation = joinVariations(options);
  const withOptions = runs.withOptions.filter(({ passed }) => !passed);
  const without = [baseline, ...runs.without].filter(({ passed }) => passed);
  const [run] = withOptions;
  const line = failureLine(
    withOptions.map(({ output }) => output),
    without.map(({ output }) => output),
  );
  const divergence = run === undefined ? undefined : findDivergence(run, without);
  const name = toMockOptions(variation);
  const failedWithout = runs.without.filter(({ passed }) => !passed).length;
  const got = [
    isConfirmed
      ? `a command that ${run?.reason ?? 'failed'}`
      : [
          `a command that failed ${failed} of ${attempts} times with it`,
          ...(runs.without.length === 0 ? [] : [`${failedWithout} of ${runs.without.length} times without`]),
        ].join(', '),
    ...(line === undefined ? [] : [`its output says ${JSON.stringify(cut(line, LONGEST_LINE))}`]),
    ...(divergence === undefined ? [] : [divergence.what]),
  ].join('; ');

  return {
    kind: isConfirmed ? 'fail' : 'unstable',
    expected: `a command that passes with ${name}, as it does without`,
    got,
    ...(isConfirmed ? {} : { often: { failed, attempts } }),
    exchanges: divergence?.exchanges ?? (run === undefined ? [] : shapedIn(run)),
    variation,
  };
}
