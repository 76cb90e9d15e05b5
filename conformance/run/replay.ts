/** Runs one case of one rule again, on a deployment that may be another one than it was found on. */
import type { Deployment } from '../deployment/deployment.ts';
import type { Rule } from '../rule.ts';
import { approach } from './approach.ts';
import { EFFORTS } from './effort.ts';
import { execute } from './execution.ts';
import type { Counterexample } from './outcome.ts';

export type Replay =
  /** The rule is broken again. */
  | { readonly kind: 'reproduced'; readonly counterexample: Counterexample }
  | { readonly kind: 'held' }
  | { readonly kind: 'not-judged'; readonly why: string };

export async function replay(
  rule: Rule,
  value: unknown,
  deployment: Deployment,
  signal?: AbortSignal,
): Promise<Replay> {
  const { maxRequests } = EFFORTS.standard;
  await using site = await approach({
    deployment,
    effort: EFFORTS.standard,
    seed: 0,
    maxRequests,
    rules: [rule],
    signal,
  });
  const { ground } = site;
  if (ground.kind === 'nothing') return { kind: 'not-judged', why: ground.why };
  if (ground.kind === 'broken') return { kind: 'reproduced', counterexample: ground.counterexample };
  const lacking = rule.lacks(ground.wordsFor(rule));
  if (lacking !== undefined) return { kind: 'not-judged', why: `${lacking}: give --deployment FILE` };
  const execution = await execute(rule, value, ground);
  switch (execution.kind) {
    case 'held':
      return { kind: 'held' };
    case 'broken-rule': {
      const { failure, transcript } = execution;

      return {
        kind: 'reproduced',
        counterexample: { value, expected: failure.expected, got: failure.got, transcript },
      };
    }
    case 'not-judged':
      return { kind: 'not-judged', why: execution.reason.message };
    case 'not-answering':
      return { kind: 'not-judged', why: execution.why };
    case 'interrupted':
      return { kind: 'not-judged', why: 'the run was interrupted' };
    case 'budget-spent':
      return { kind: 'not-judged', why: execution.why };
  }
}
