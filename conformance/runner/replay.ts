/** Runs a counterexample of a report again, on the same deployment or another one. */
import type { Deployment } from '../deployment/deployment.ts';
import type { Rule } from '../rule/rule.ts';
import { isScript } from '../rule/script.ts';
import { EFFORTS } from './effort.ts';
import { execute } from './judge/execution.ts';
import type { Counterexample } from './outcome.ts';
import { openSession } from './session.ts';

export type Replay =
  /** The rule fails again. */
  | { readonly kind: 'reproduced'; readonly counterexample: Counterexample }
  | { readonly kind: 'held' }
  | { readonly kind: 'not-judged'; readonly why: string };

const OTHER_VERSION = 'the report was written by another version of tollgate: run conform again';

export async function replay(
  rule: Rule,
  value: unknown,
  deployment: Deployment,
  signal?: AbortSignal,
): Promise<Replay> {
  const { maxRequests } = EFFORTS.standard;
  await using session = await openSession({
    deployment,
    effort: EFFORTS.standard,
    seed: 0,
    maxRequests,
    rules: [rule],
    signal,
  });
  const { runContext } = session;
  if (runContext.kind === 'nothing') return { kind: 'not-judged', why: runContext.why };
  if (runContext.kind === 'broken') return { kind: 'reproduced', counterexample: runContext.counterexample };
  if (!isScript(value)) return { kind: 'not-judged', why: OTHER_VERSION };
  const lacking = rule.missing(runContext.contextFor(rule));
  if (lacking !== undefined) return { kind: 'not-judged', why: `${lacking}: give --deployment FILE` };
  const execution = await execute(rule, value, runContext);
  switch (execution.kind) {
    case 'held':
      return { kind: 'held' };
    case 'failed': {
      const { failure, transcript } = execution;

      return {
        kind: 'reproduced',
        counterexample: { value, expected: failure.expected, got: failure.got, transcript },
      };
    }
    case 'not-judged':
      return { kind: 'not-judged', why: execution.reason.message };
    case 'interrupted':
      return { kind: 'not-judged', why: 'the run was interrupted' };
    case 'not-answering':
    case 'budget-spent':
      return { kind: 'not-judged', why: execution.why };
  }
}
