/** The counterexample that the suite reports for a broken deployment. */

import type { Report, ReportRule } from '../../../conformance/report/report.ts';
import { toReport } from '../../../conformance/report/to-report.ts';
import type { Rule } from '../../../conformance/rule/rule.ts';
import { RULES } from '../../../conformance/rules/index.gen.ts';
import { EFFORTS } from '../../../conformance/runner/effort.ts';
import type { Counterexample } from '../../../conformance/runner/outcome.ts';
import { run } from '../../../conformance/runner/run.ts';
import { describeRun } from '../../../conformance/verdict/counting.ts';
import type { Broken } from './broken.ts';

export interface Found {
  readonly rule: Rule;
  readonly counterexample: Counterexample;
  readonly reported: ReportRule;
  readonly report: Report;
}

/** Undefined where the rule does not fail. */
export async function find(broken: Broken, seed: number): Promise<Found | undefined> {
  await using standing = await broken.start();
  const { deployment } = standing;
  const { maxRequests, maxTime } = EFFORTS.standard;
  const result = await run({
    deployment,
    rules: RULES,
    observations: [],
    selects: () => true,
    effort: EFFORTS.standard,
    seed,
    maxRequests,
    maxTime,
  });
  const invocation = { command: 'tollgate', reportPath: undefined, deploymentPath: undefined };
  const described = describeRun('service', { startedAt: new Date(), seed, effort: 'standard' }, 0);
  const report = toReport(result, { deployment, invocation }, described);
  const rule = RULES.find(({ id }) => id === broken.rule);
  const outcome = result.results.find(({ id }) => id === broken.rule)?.outcome;
  const reported = report.rules.find(({ id }) => id === broken.rule);
  if (rule === undefined || reported === undefined || outcome?.kind !== 'fail') return undefined;

  return { rule, counterexample: outcome.counterexample, reported, report };
}
