/** Tests a rule with cases: runs them in waves, then those whose failures others may hide. */
import { chunks } from '../../rule/chunks.ts';
import type { Rule } from '../../rule/rule.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import type { Judged, Outcome } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { type Case, createCaseResults, SPENT } from './case-results.ts';
import { createCaseRunner } from './case-runner.ts';
import type { FailedExecution } from './execution.ts';
import { createFoundFailures } from './found-failures.ts';
import { hiddenCases } from './hidden-cases.ts';

/** Cases of one rule that run at the same time. */
const CASES_TOGETHER = 16;

interface TestOptions {
  readonly values: readonly unknown[];
  /** Violations whose scripts are cases that run alone. */
  readonly logged?: readonly LoggedViolation[];
  /** Whether the rule can pass if the cap on requests leaves these cases untested. */
  readonly isOptional?: boolean;
  /** Whether each case runs alone with the deployment. */
  readonly isAlone?: boolean;
}

export interface Tester {
  /** The result covers the cases of all calls. @throws internal errors */
  test(options: TestOptions): Promise<Judged>;
}

type Wave = readonly Case[];

/** @param priority of its requests among those of all rules */
export function createTester(rule: Rule, runContext: RunContext, priority = 0): Tester {
  const { retries } = runContext;
  const failures = createFoundFailures(rule.id);
  const runner = createCaseRunner(rule, runContext, priority);
  const results = createCaseResults(rule, runContext, runner, failures);
  const tried = new Set<string>();
  let wave = 0;
  let isUnfinished = false;

  /** Waves of the cases that were not tried yet. */
  const toWaves = (cases: readonly Case[], size = CASES_TOGETHER): readonly Wave[] => {
    const fresh = cases.filter(({ value }) => !tried.has(JSON.stringify(value)));
    for (const { value } of fresh) tried.add(JSON.stringify(value));

    return chunks(fresh, size);
  };

  /** The waves of the cases whose failures a failed one may hide. */
  const furtherWaves = (value: unknown, execution: FailedExecution): readonly Wave[] => {
    const further = hiddenCases(value, execution, failures);
    const count = further.flat().length;
    if (count > 0 && retries.isSpent) {
      isUnfinished = true;

      return [];
    }
    retries.spend(count);

    return further.flatMap((values) => toWaves(values.map((value) => ({ value }))));
  };

  const testWaves = async (
    first: readonly Wave[],
    isOptional: boolean,
    isAlone: boolean,
  ): Promise<Outcome> => {
    const waves = [...first];
    for (let cases = waves.shift(); cases !== undefined; cases = waves.shift()) {
      wave++;
      const turn = { isAlone, isOptional, isFirst: wave === 1 && !isOptional };
      const executed = await Promise.all(
        cases.map(async (one) => {
          const isOwn = one.logged === undefined;

          return {
            one,
            execution: await runner.runInTurn(one.value, isOwn ? turn : { ...turn, isAlone: true }),
          };
        }),
      );
      for (const { one, execution } of executed) {
        const outcome = await results.take(one, execution, wave, isOptional);
        if (outcome !== undefined) return outcome;
        if (execution.kind === 'failed') waves.unshift(...furtherWaves(one.value, execution));
      }
    }

    return failures.outcome(isUnfinished ? SPENT : undefined) ?? results.passOrUntested();
  };

  return {
    async test({ values, logged = [], isOptional = false, isAlone = false }) {
      const cases = [
        ...values.map((value) => ({ value })),
        // Later, as the rule's own cases are simpler.
        ...logged
          .toSorted((one, other) => one.script.calls.length - other.script.calls.length)
          .map((one) => ({ value: one.script, logged: one })),
      ];
      const isLate = (rule.stage ?? 0) > 1;
      // A late must rule may break the deployment: its counterexample has to show by which case.
      const size = isLate && rule.level === 'must' ? 1 : CASES_TOGETHER;
      // The failure of the first case may explain the others; the late rules have few.
      const first = isOptional || isLate ? 0 : 1;
      const waves = [...toWaves(cases.slice(0, first)), ...toWaves(cases.slice(first), size)];
      const outcome = await testWaves(waves, isOptional, isAlone);
      const { requests, held } = runner;

      return { outcome, exercised: results.exercised, requests, ...(held.length === 0 ? {} : { held }) };
    },
  };
}
