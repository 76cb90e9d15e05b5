/** A case has just broken its rule: does it again, what is the smallest such case, and does that one repeat? */
import type { RuleBroken } from '../failure.ts';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { isCaseOf } from './cases.ts';
import type { Execution } from './execution.ts';
import type { Counterexample, Outcome } from './outcome.ts';
import { plainer, shrink } from './shrink.ts';
import type { Turns } from './turns.ts';

/** Requests spent on making one counterexample smaller. */
const SHRINK_REQUESTS = 60;
/** A failure that does not repeat at once is tried again so often, within so many requests. */
const REPEAT_TIMES = 24;
const REPEAT_REQUESTS = 60;

type Settled = Outcome | { readonly kind: 'accident'; readonly got: string };

type Broken = Extract<Execution, { kind: 'broken-rule' }>;

interface Case {
  readonly rule: Rule;
  readonly words: Vocabulary;
  readonly value: unknown;
  readonly execution: Broken;
  readonly run: (value: unknown) => Promise<Execution>;
  readonly turns: Turns;
}

/**
 * A failure that repeats is a `fail`, one that does not is `unstable`, a lost answer that comes later an accident.
 * It has to repeat with nothing else going on, so that whoever runs the counterexample sees it too.
 */
export async function settle(broken: Case): Promise<Settled> {
  const { failure } = broken.execution;
  if (failure.nature === 'lasting')
    return { kind: 'fail', counterexample: toCounterexample(broken.value, broken.execution) };
  if (failure.nature === 'silence') return settleSilence(broken);

  return broken.turns.alone(async () => {
    const again = await repeat(broken, REPEAT_TIMES);
    if (again.execution === undefined) return settleOnce(broken, again.attempts);
    const smallest = await makeSmaller({ ...broken, execution: again.execution });
    const confirmed = await repeat(smallest, REPEAT_TIMES);

    return confirmed.execution === undefined
      ? { kind: 'fail', counterexample: toCounterexample(broken.value, again.execution) }
      : { kind: 'fail', counterexample: toCounterexample(smallest.value, confirmed.execution) };
  });
}

function settleOnce({ value, execution }: Case, attempts: number): Settled {
  const { failure } = execution;
  if (failure.nature !== 'plain') return { kind: 'accident', got: failure.got };
  const counterexample = toCounterexample(value, execution);

  return { kind: 'unstable', counterexample, repeated: 1, attempts: attempts + 1 };
}

/** Waiting for nothing takes the whole time limit, so it is done once more and not made smaller. */
async function settleSilence(broken: Case): Promise<Settled> {
  const again = await repeat(broken, 1);
  if (again.execution === undefined) return settleOnce(broken, again.attempts);

  return { kind: 'fail', counterexample: toCounterexample(broken.value, again.execution) };
}

async function repeat(
  { value, run }: Case,
  times: number,
): Promise<{ readonly execution?: Broken; readonly attempts: number }> {
  let requests = 0;
  for (let attempts = 1; ; attempts++) {
    const execution = await run(value);
    requests += execution.requests;
    if (execution.kind === 'broken-rule') return { execution, attempts };
    const isOver = execution.kind === 'budget-spent' || execution.kind === 'token-refused';
    if (isOver || attempts === times || requests >= REPEAT_REQUESTS) return { attempts };
  }
}

async function makeSmaller(broken: Case): Promise<Case> {
  const { rule, words, run } = broken;
  let execution = broken.execution;
  const value = await shrink({
    start: broken.value,
    maxRequests: SHRINK_REQUESTS,
    candidates: (value) => smallerCases(rule, words, value),
    fails: async (candidate) => {
      const attempt = await run(candidate);
      const failed = attempt.kind === 'broken-rule' && isSameFault(attempt.failure, broken.execution.failure);
      if (failed) execution = attempt;

      return { failed, requests: attempt.requests };
    },
  });

  return { ...broken, value, execution };
}

function* smallerCases(rule: Rule, words: Vocabulary, value: unknown): Generator<unknown> {
  yield* rule.smaller?.(value) ?? [];
  for (const candidate of plainer(value)) if (isCaseOf(rule, words, candidate)) yield candidate;
}

/** A lost answer on the way must not take the place of the failure that is being made smaller. */
function isSameFault(one: RuleBroken, other: RuleBroken): boolean {
  return one.nature === other.nature;
}

function toCounterexample(value: unknown, { failure, transcript }: Broken): Counterexample {
  return { value, expected: failure.expected, got: failure.got, transcript };
}
