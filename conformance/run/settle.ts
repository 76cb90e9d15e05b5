/** A case has just broken its rule: does it again, what is the smallest such case, and does that one repeat? */
import { setTimeout as sleep } from 'node:timers/promises';
import { FeesDiffer, type RuleBroken } from '../failure.ts';
import { plainer } from '../plainer.ts';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { recogniserOf } from './cases.ts';
import type { Execution } from './execution.ts';
import type { Counterexample, Outcome } from './outcome.ts';
import { shrink } from './shrink.ts';
import type { Turns } from './turns.ts';

/** Requests spent on making one counterexample smaller. */
const SHRINK_REQUESTS = 60;
/** A failure that does not repeat at once is tried again so often, within so many requests. */
const REPEAT_TIMES = 24;
const REPEAT_REQUESTS = 40;

/** What may be an accident has to come so many more times, one after another. */
const IN_A_ROW = 2;
/** And once more after so many milliseconds, in which a short outage may end. */
const OUTAGE = 600;
/** And a difference of fees so many: enough for two phases of an A/B test to show on both sides. */
const FEES_IN_A_ROW = 8;

/** `again` is how the case went when it was run once more. */
export type Settled =
  | Outcome
  | { readonly kind: 'accident'; readonly got: string; readonly again: Execution };

export type Broken = Extract<Execution, { kind: 'broken-rule' }>;

interface Case {
  readonly rule: Rule;
  readonly words: Vocabulary;
  readonly value: unknown;
  readonly execution: Broken;
  readonly run: (value: unknown) => Promise<Execution>;
  readonly turns: Turns;
  /** Whether a failure is one that was found before: what is made smaller must not become that. */
  readonly isKnown?: (execution: Broken) => boolean;
  /** Requests spent on making it smaller so far; none where nothing is said. */
  readonly spent?: number;
}

/**
 * A failure that repeats is a `fail`, one that does not is `unstable`, a lost answer that comes later an accident.
 * It has to repeat with nothing else going on, so that whoever runs the counterexample sees it too.
 */
export async function settle(broken: Case): Promise<Settled> {
  switch (broken.execution.failure.nature) {
    case 'lasting':
      return failWith(broken);
    case 'seen-once':
      return { kind: 'unstable', counterexample: toCounterexample(broken), repeated: 1, attempts: 2 };
    case 'seen-twice':
      return broken.turns.alone(async () => failWith(await makeSmaller(broken)));
    case 'timeout':
      return broken.turns.alone(() => settleTimeout(broken));
    case 'lost':
    case 'server-error':
      return broken.turns.alone(() => settleAccident(broken));
    case 'fees-differ':
      return broken.turns.alone(() => settleFees(broken));
    case 'two-fees':
      return broken.turns.alone(() => settleTwoFees(broken));
    case 'plain':
      return broken.turns.alone(() => settlePlain(broken));
  }
}

/** What came once cannot be explained away; whether it comes again tells how often. */
async function settlePlain(broken: Case): Promise<Settled> {
  const again = await repeat(broken);
  if (again.execution !== undefined) {
    const smaller = await makeSmaller({ ...broken, execution: again.execution });
    const isEachTime = again.attempts === 1;

    return failWith(smaller, isEachTime ? undefined : { repeated: 2, attempts: again.attempts + 1 });
  }
  const louder = await showLouder(broken);
  if (louder !== undefined) return failWith(await makeSmaller(louder));
  const counterexample = toCounterexample(broken);

  return { kind: 'unstable', counterexample, repeated: 1, attempts: again.attempts + 1 };
}

/** What came only in the company of other requests may come alone where the case itself is more of a crowd. */
async function showLouder(broken: Case): Promise<Case | undefined> {
  for (const value of broken.rule.louder?.(broken.value) ?? []) {
    const execution = await broken.run(value);
    if (
      execution.kind === 'broken-rule' &&
      execution.failure.nature === 'plain' &&
      !broken.isKnown?.(execution)
    )
      return { ...broken, value, execution };
  }

  return undefined;
}

/** One lost answer or server error can happen to anyone; time after time it cannot. */
async function settleAccident(broken: Case): Promise<Settled> {
  const atOnce = await repeatsEachTime(broken, IN_A_ROW);
  if (atOnce.again !== undefined) return accident(broken, atOnce.again);
  await sleep(OUTAGE);
  const { last, again } = await repeatsEachTime(atOnce.last, 1);

  return again === undefined ? failWith(await makeSmaller(last)) : accident(broken, again);
}

/** Late answers may be due to the suite's own concurrency, so the case is repeated once with nothing else going on. */
async function settleTimeout(broken: Case): Promise<Settled> {
  const { last, again } = await repeatsEachTime(broken, 1);

  return again === undefined ? failWith(last) : accident(broken, again);
}

function accident({ execution }: Case, again: Execution): Settled {
  return { kind: 'accident', got: execution.failure.got, again };
}

/**
 * Where fees vary from call to call, two of them may differ for no other reason. So both are asked for again and
 * again: only where no fee is ever seen on both sides is there a difference.
 */
async function settleFees(broken: Case): Promise<Settled> {
  const seen = { got: new Set<number>(), expected: new Set<number>() };
  const staysApart = (failure: RuleBroken) => {
    if (!(failure instanceof FeesDiffer)) return false;
    seen.got.add(failure.fees.got);
    seen.expected.add(failure.fees.expected);

    return seen.got.isDisjointFrom(seen.expected);
  };
  if (staysApart(broken.execution.failure)) {
    const { last, again } = await repeatsEachTime(broken, FEES_IN_A_ROW, staysApart);
    if (again === undefined) return failWith(await makeSmaller(last));
  }

  return {
    kind: 'skipped',
    cause: 'choice',
    why: 'fees vary from call to call here, so none can be compared',
  };
}

/** Prices may change in the middle of a run, but not again and again. */
async function settleTwoFees(broken: Case): Promise<Settled> {
  const { execution } = await repeat(broken);
  if (execution !== undefined) return failWith(await makeSmaller({ ...broken, execution }));

  return {
    kind: 'skipped',
    cause: 'choice',
    why: 'prices changed in the course of the run, and then stayed',
  };
}

/** The failure as it came the last time, and, where it stayed away once, how the case went then. */
async function repeatsEachTime(
  broken: Case,
  inARow: number,
  isTheSame = (_: RuleBroken) => true,
): Promise<{ readonly last: Case; readonly again?: Execution }> {
  let last = broken;
  for (let times = 0; times < inARow; times++) {
    const execution = await broken.run(broken.value);
    if (execution.kind !== 'broken-rule' || !isTheSame(execution.failure)) return { last, again: execution };
    last = { ...broken, execution };
  }

  return { last };
}

function failWith(broken: Case, often?: Extract<Outcome, { kind: 'fail' }>['often']): Settled {
  const counterexample = toCounterexample(broken);

  return { kind: 'fail', counterexample, ...(often === undefined ? {} : { often }) };
}

async function repeat({
  value,
  run,
}: Case): Promise<{ readonly execution?: Broken; readonly attempts: number }> {
  let requests = 0;
  for (let attempts = 1; ; attempts++) {
    const execution = await run(value);
    requests += execution.requests;
    if (execution.kind === 'broken-rule') return { execution, attempts };
    if (execution.kind !== 'held' && execution.kind !== 'not-judged') return { attempts: attempts - 1 };
    if (attempts === REPEAT_TIMES || requests >= REPEAT_REQUESTS) return { attempts };
  }
}

/** The smallest case that fails likewise, as it failed when it was confirmed; the case itself where none does. */
async function makeSmaller(broken: Case): Promise<Case> {
  const { rule, words, run, execution, isKnown = () => false } = broken;
  const isCase = recogniserOf(rule, words);
  let isOver = false;
  const { smallest: value, requests: spent } = await shrink({
    start: broken.value,
    maxRequests: SHRINK_REQUESTS,
    *candidates(value) {
      for (const candidate of smallerCases(rule, isCase, value)) {
        if (isOver) return;
        yield candidate;
      }
    },
    fails: async (candidate) => {
      const attempt = await run(candidate);
      isOver = attempt.kind === 'interrupted';
      const failed =
        attempt.kind === 'broken-rule' && isAlike(attempt.failure, execution.failure) && !isKnown(attempt);

      return { failed, requests: attempt.requests };
    },
  });
  const { execution: confirmed } = await repeat({ ...broken, value });

  return confirmed === undefined || !isAlike(confirmed.failure, execution.failure)
    ? { ...broken, spent }
    : { ...broken, value, execution: confirmed, spent };
}

/** What was seen in two ways is made smaller to what need not be. */
function isAlike(smaller: RuleBroken, { nature }: RuleBroken): boolean {
  return smaller.nature === nature || (nature === 'seen-twice' && smaller.nature === 'plain');
}

function* smallerCases(rule: Rule, isCase: (value: unknown) => boolean, value: unknown): Generator<unknown> {
  yield* rule.smaller?.(value) ?? [];
  for (const candidate of plainer(value)) if (isCase(candidate)) yield candidate;
}

function toCounterexample({ value, execution: { failure, transcript }, spent = 0 }: Case): Counterexample {
  return { value, expected: failure.expected, got: failure.got, transcript, spent };
}
