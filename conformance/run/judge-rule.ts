/** Judges one rule: tries its cases, and collects the ways in which they break it. */
import { INTERRUPTED } from '../client/interruption.ts';
import type { Transcript } from '../conversation.ts';
import type { NotJudged } from '../failure.ts';
import type { Rule } from '../rule.ts';
import type { Tried } from '../shape/shape.ts';
import { triedInTranscript } from '../shape/shape-of-failure.ts';
import { waysToUnmask } from '../shape/unmask.ts';
import { casesOf } from './cases.ts';
import { type Execution, execute } from './execution.ts';
import { createFoundFailures } from './found-failures.ts';
import type { Ground } from './ground.ts';
import type { Outcome } from './outcome.ts';
import { type Broken, type Settled, settle } from './settle.ts';

/** Lost answers that did not repeat: so many a rule, or one case in ten, are no reason to doubt the others. */
const MOST_ACCIDENTS = 5;
const ACCIDENTS_PER_CASE = 0.1;

/** Failures that did not repeat, after which no one that does is looked for any more. */
const MOST_UNSETTLED = 3;

/** Cases that came to nothing because no answer came: each further one would take the whole time limit again. */
const MOST_SILENT = 3;

/** Where one server error in a hundred calls comes by chance, it comes to one case three times in a million. */
const TIMES_AGAIN = 2;

/** What one case may be made smaller to, each time another failure. */
const MOST_SHAPES_OF_A_CASE = 3;

/** Cases of one rule tried at the same time. */
const CASES_TOGETHER = 4;

const NOT_AT_THIS_EFFORT: Outcome = {
  kind: 'skipped',
  cause: 'effort',
  why: 'it is not tried at this effort: raise --effort',
};

export interface Judged {
  readonly outcome: Outcome;
  /** Cases judged. */
  readonly exercised: number;
  readonly requests: number;
  /** What was tried and held; only where failures of the rule may not count. */
  readonly held?: readonly Tried[];
}

/** @throws whatever is a fault of the tool */
export async function judgeRule(rule: Rule, ground: Ground): Promise<Judged> {
  const words = ground.wordsFor(rule);
  const fine = ground.memory.watch.fineTo(rule.id);
  const isDoubted = words.oddTo(rule.id).length > 0 || rule.sightings?.(words).breaches.length;
  if (fine >= ground.effort.seenEnough && !isDoubted)
    return { outcome: { kind: 'pass' }, exercised: fine, requests: 0 };

  if (ground.signal.aborted) return { outcome: unjudged(INTERRUPTED), exercised: 0, requests: 0 };
  const cases = casesOf(rule, words, ground);
  if (cases.length === 0) return { outcome: NOT_AT_THIS_EFFORT, exercised: 0, requests: 0 };

  return judgeCases(rule, cases, ground);
}

/** Judges a rule by these cases alone. @throws whatever is a fault of the tool */
export async function judgeCases(rule: Rule, cases: readonly unknown[], ground: Ground): Promise<Judged> {
  const words = ground.wordsFor(rule);
  const reasons: NotJudged[] = [];
  let exercised = 0;
  let requests = 0;
  let accidents = 0;
  let unsettled = 0;
  const failures = createFoundFailures(rule.id);
  const held = new Map<string, Tried>();

  const run = async (value: unknown): Promise<Execution> => {
    const execution = await execute(rule, value, ground);
    requests += execution.requests;
    if (execution.kind === 'held' && ground.goesOn(rule.id))
      for (const tried of triedInTranscript(rule.id, execution.transcript))
        held.set(JSON.stringify(tried), tried);

    return execution;
  };
  /** At least once, and not mostly kept from it by what another rule is in charge of. */
  const isExercised = () =>
    exercised > 0 && exercised >= reasons.filter(({ blame }) => blame !== undefined).length;
  const judged = (outcome: Outcome): Judged => ({
    outcome,
    exercised,
    requests,
    ...(held.size === 0 ? {} : { held: [...held.values()] }),
  });

  /** Again where a server error kept the case from being judged: that may have been an accident. */
  const runBeside = async (value: unknown): Promise<Execution> => {
    for (let more = TIMES_AGAIN; ; more--) {
      const execution = await ground.turns.beside(() => run(value));
      const isMet = execution.kind === 'not-judged' && hasServerError(execution.transcript);
      if (!isMet || more === 0) return execution;
    }
  };

  /** Confirms a failure, and once more where what it was made smaller to does not say all of it. */
  const settleAll = async (value: unknown, execution: Broken): Promise<Settled | undefined> => {
    let settled: Settled | undefined;
    for (let times = 0; times < MOST_SHAPES_OF_A_CASE; times++) {
      if (failures.isExplained(execution, ground.goesOn(rule.id)) || failures.isFull) break;
      const { turns } = ground;
      const isKnown = (smaller: Broken) => failures.isOther(smaller, execution);
      settled = await settle({ rule, words, value, execution, run, turns, isKnown });
      if (settled.kind !== 'fail' && settled.kind !== 'unstable') break;
      const isNew = failures.add(settled);
      if (!isNew || settled.kind === 'unstable' || ground.signal.aborted) break;
    }

    return settled;
  };

  const asked = new Set(cases.map((value) => JSON.stringify(value)));
  /** A case that failed, without what the failures name that explain it: what else is in it may fail as well. */
  const unmasked = (value: unknown, execution: Broken): readonly (readonly unknown[])[] => {
    const ways = rule.unmask === undefined ? [] : waysToUnmask(failures.explaining(execution));
    const rest = ways
      .map((edits) => rule.unmask?.(value, edits))
      .filter((left) => left !== undefined && !asked.has(JSON.stringify(left)));
    for (const left of rest) asked.add(JSON.stringify(left));

    return rest.length === 0 ? [] : [rest];
  };

  const waves = [...wavesOf(rule, cases)];
  for (let wave = waves.shift(); wave !== undefined; wave = waves.shift()) {
    const executions = await Promise.all(
      wave.map(async (value) => ({ value, execution: await runBeside(value) })),
    );
    for (const { value, execution } of executions) {
      switch (execution.kind) {
        case 'held':
          exercised++;
          break;
        case 'not-judged':
          reasons.push(execution.reason);
          if (reasons.filter(({ blame }) => blame === 'robustness/answers-in-time').length < MOST_SILENT)
            break;
          return judged(
            failures.outcome('answers did not come') ??
              (isExercised() ? { kind: 'pass' } : untested(reasons)),
          );
        case 'not-answering':
          return judged(failures.outcome(execution.why) ?? unjudged(execution.why));
        case 'budget-spent':
          return judged(failures.outcome(execution.why) ?? unjudged(execution.why));
        case 'interrupted':
          return judged(failures.outcome(INTERRUPTED) ?? unjudged(INTERRUPTED));
        case 'broken-rule': {
          const settled = await settleAll(value, execution);
          // Whatever else it was taken for, its requests were cut off.
          if (ground.signal.aborted) return judged(failures.outcome(INTERRUPTED) ?? unjudged(INTERRUPTED));
          if (settled?.kind === 'accident') {
            accidents++;
            if (settled.again.kind === 'held') exercised++;
            if (settled.again.kind === 'not-judged') reasons.push(settled.again.reason);
            if (accidents <= Math.max(MOST_ACCIDENTS, exercised * ACCIDENTS_PER_CASE)) break;
            const why = `answers were lost again and again: ${settled.got}`;
            return judged(failures.outcome(why) ?? unjudged(why));
          }
          exercised++;
          if (settled !== undefined && settled.kind !== 'fail' && settled.kind !== 'unstable')
            return judged(failures.outcome() ?? settled);
          if (settled?.kind === 'unstable' && ++unsettled >= MOST_UNSETTLED && !ground.goesOn(rule.id))
            return judged(failures.outcome(CAME_AND_WENT) ?? settled);
          if (failures.isFull) return judged(failures.outcome(MANY_SHAPES) ?? unjudged(MANY_SHAPES));
          const isEnough = isCostly(execution) && !ground.goesOn(rule.id);
          if (isEnough && settled?.kind === 'fail') return judged(failures.outcome(COSTLY) ?? settled);
          waves.unshift(...partsOf(rule, value), ...unmasked(value, execution));
        }
      }
    }
  }

  return judged(failures.outcome() ?? (isExercised() ? { kind: 'pass' } : untested(reasons)));
}

const CAME_AND_WENT = 'not tried to the end: failures came and went';
const MANY_SHAPES = 'not tried to the end: it fails in too many ways';
const COSTLY = 'not tried to the end: each further failure would take long';

/** What such a failure takes would be taken again by each of the same kind. */
function isCostly({ failure: { nature } }: Broken): boolean {
  return !['plain', 'server-error', 'fees-differ', 'two-fees'].includes(nature);
}

/** The cases that a failing one is made of, where there are several, for more than one of them may fail. */
function partsOf(rule: Rule, value: unknown): readonly (readonly unknown[])[] {
  const parts = rule.parts?.(value) ?? [];
  if (parts.length < 2) return [];

  return Array.from({ length: Math.ceil(parts.length / CASES_TOGETHER) }, (_, n) =>
    parts.slice(n * CASES_TOGETHER, (n + 1) * CASES_TOGETHER),
  );
}

/**
 * The first case alone, for it may be enough, then several side by side, or a slow deployment would be waited for
 * case by case. What a rule of a later stage does may last, and must not be put down to its neighbour.
 */
function* wavesOf(rule: Rule, cases: readonly unknown[]): Generator<readonly unknown[]> {
  const size = (rule.stage ?? 0) > 1 ? 1 : CASES_TOGETHER;
  yield cases.slice(0, 1);
  for (let from = 1; from < cases.length; from += size) yield cases.slice(from, from + size);
}

function hasServerError({ steps }: Transcript): boolean {
  return steps.some(({ answer }) => answer.kind === 'answered' && answer.status >= 500);
}

function unjudged(why: string): Outcome {
  return { kind: 'skipped', cause: 'not-judged', why };
}

/** No case could be judged: another rule is to blame, or the deployment is free to leave nothing to judge. */
function untested(reasons: readonly NotJudged[]): Outcome {
  const blamed = reasons.find(({ blame }) => blame !== undefined);
  if (blamed?.blame !== undefined) return { kind: 'blocked', by: blamed.blame, why: blamed.message };
  const why = reasons[0]?.message;

  return why === undefined
    ? unjudged('no case of it came to an end: answers were lost')
    : { kind: 'skipped', cause: 'choice', why };
}
