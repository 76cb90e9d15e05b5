/** Runs a failed case again: alone, in a crowd of copies, on own connections, with calls between, amplified, smaller. */
import { type CallsBetween, hasCallsBetween } from '../../rule/calls-between.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { RuleBroken } from '../../rule/failure.ts';
import { hasOwnConnections, type OwnConnections } from '../../rule/own-connections.ts';
import type { Rule } from '../../rule/rule.ts';
import type { SharedLock } from '../shared-lock.ts';
import { type Execution, type FailedExecution, isCrowd } from './execution.ts';
import { shrink, smallerCasesOf } from './shrink.ts';

/** Requests for shrinking one case, and executions and requests for repeating one, within the allowance of a failure. */
const SHRINK_REQUESTS = 60;
const REPEAT_TIMES = 24;
const REPEAT_REQUESTS = 40;

/** Copies of a case that run at the same time, and how often that is tried. */
const COPIES = 8;
const CROWDS = 4;
/** Requests of a case that is tried in a crowd. */
const MAX_COPY_REQUESTS = 8;

/** A failed case, and what it takes to run it again. */
export interface FailedCase {
  readonly value: unknown;
  readonly execution: FailedExecution;
  readonly rule: Rule;
  readonly context: RuleContext;
  readonly run: (value: unknown) => Promise<Execution>;
  readonly lock: SharedLock;
  /** Requests for this failure: no further attempt is made beyond them. */
  readonly allowance: number;
  /** Whether it is another failure that was found before, which shrinking must not end at. */
  readonly isKnown?: (execution: FailedExecution) => boolean;
  /** Requests spent on shrinking so far. */
  readonly spent?: number;
}

/** Repeats a case until it fails; `attempts` counts the executions that could show it. */
export async function repeat({ value, run, allowance }: FailedCase): Promise<{
  readonly execution?: FailedExecution;
  readonly attempts: number;
  readonly requests: number;
  /** Whether nothing more can be sent. */
  readonly isCutShort?: true;
}> {
  const maxRequests = Math.min(REPEAT_REQUESTS, allowance);
  let requests = 0;
  for (let attempts = 1; ; attempts++) {
    const execution = await run(value);
    requests += execution.requests;
    if (execution.kind === 'failed') return { execution, attempts, requests };
    if (!isComplete(execution)) return { attempts: attempts - 1, requests, isCutShort: true };
    if (attempts === REPEAT_TIMES || requests >= maxRequests) return { attempts, requests };
  }
}

function isComplete({ kind }: Execution): boolean {
  return kind === 'held' || kind === 'not-judged' || kind === 'failed';
}

/** Returns the last failure, and the first execution that did not fail likewise. */
export async function repeatsEachTime(
  failed: FailedCase,
  times: number,
  isSame = (_: RuleBroken, __: FailedExecution) => true,
): Promise<{ readonly last: FailedCase; readonly again?: Execution }> {
  let last = failed;
  for (let done = 0; done < times; done++) {
    const execution = await failed.run(failed.value);
    if (execution.kind !== 'failed' || !isSame(execution.failure, execution))
      return { last, again: execution };
    last = { ...failed, execution };
  }

  return { last };
}

/** Tries larger cases of the rule, which show a failure that occurred only beside other requests. */
export async function amplify(failed: FailedCase): Promise<FailedCase | undefined> {
  for (const value of failed.rule.amplify?.(failed.value) ?? []) {
    const execution = await failed.run(value);
    if (execution.kind !== 'failed' || execution.failure.nature !== 'plain') continue;
    if (!failed.isKnown?.(execution)) return { ...failed, value, execution };
  }

  return undefined;
}

/** Executions that have to fail, or to hold, before a failure is put down to the connections. */
const CONNECTION_REPEATS = 2;
/** Requests of a case that is tried on connections of its own. */
const MAX_CONNECTION_REQUESTS = 24;

/**
 * Finds out whether a failure needs one connection: the requests of its case hold on connections of their own. The
 * case of the result says so; what else it needs on that connection is a call of either merchant.
 */
export async function explainByConnection(failed: FailedCase): Promise<FailedCase> {
  if (!canHaveConnections(failed)) return failed;
  for (let done = 0; done < CONNECTION_REPEATS; done++) {
    const execution = await failed.run({ connections: 'each', of: failed.value });
    if (execution.kind !== 'held' && execution.kind !== 'not-judged') return failed;
  }

  const merchants = (['one', 'several'] as const).filter(
    (role) => failed.context.deployment[role] !== undefined,
  );
  const after = merchants.map((role) => ({ connections: 'one', after: role }) as const);

  return (await repeatAs(failed, [{ connections: 'one' }, ...after])).failed ?? failed;
}

/** Finds failures of a deployment that keeps state for each connection: they occur each time. */
export async function repeatOnConnections(failed: FailedCase): Promise<Repetition> {
  return canHaveConnections(failed)
    ? repeatAs(failed, [{ connections: 'each' }, { connections: 'one' }])
    : { attempts: 0 };
}

/** What may come between the calls of a case, the simplest first, and how often the case has to fail with it. */
const BETWEEN: readonly CallsBetween['between'][] = [['refused'], ['accepted', 'refused']];
const BETWEEN_REPEATS = 3;

/**
 * Finds failures of a deployment in which a refused call has an effect on the next one: they occur each time. Only a
 * wrong answer to an accepted call counts, as a service may refuse more to a client that sends bad requests.
 */
export async function repeatWithCallsBetween(failed: FailedCase): Promise<Repetition> {
  const { value, execution } = failed;
  const isOfSize = execution.requests > 1 && execution.requests <= MAX_COPY_REQUESTS;
  if (!isOfSize || isWrapped(value) || !isOfAcceptedCall(execution)) return { attempts: 0 };
  const isSame = (failure: RuleBroken, again: FailedExecution) =>
    isAlike(failure, execution.failure) && isOfAcceptedCall(again) && !failed.isKnown?.(again);
  let attempts = 0;
  for (const between of BETWEEN) {
    const form: CallsBetween = { between, of: value };
    const { last, again } = await repeatsEachTime({ ...failed, value: form }, BETWEEN_REPEATS, isSame);
    if (again === undefined) return { failed: last, attempts: attempts + BETWEEN_REPEATS };
    if (!isComplete(again)) break;
    attempts++;
  }

  return { attempts };
}

function isOfAcceptedCall({ failure: { at }, transcript: { steps } }: FailedExecution): boolean {
  return (at ?? steps.at(-1))?.classification.kind === 'accepted';
}

/** Whether it is a case in another form than its own. */
function isWrapped(value: unknown): boolean {
  return hasOwnConnections(value) || isCrowd(value) || hasCallsBetween(value);
}

interface Repetition {
  readonly failed?: FailedCase;
  readonly attempts: number;
}

/** Returns the first of these forms of a case that fails each time. */
async function repeatAs(
  failed: FailedCase,
  forms: readonly Omit<OwnConnections, 'of'>[],
): Promise<Repetition> {
  const isSame = (failure: RuleBroken) => isAlike(failure, failed.execution.failure);
  let attempts = 0;
  for (const form of forms) {
    const value: OwnConnections = { ...form, of: failed.value };
    const { last, again } = await repeatsEachTime({ ...failed, value }, CONNECTION_REPEATS, isSame);
    if (again === undefined) return { failed: last, attempts: attempts + CONNECTION_REPEATS };
    if (!isComplete(again)) break;
    attempts++;
  }

  return { attempts };
}

function canHaveConnections({ value, execution }: FailedCase): boolean {
  return !isWrapped(value) && execution.requests <= MAX_CONNECTION_REQUESTS;
}

/** Finds failures of a deployment that mixes up concurrent requests. @param used requests of the allowance */
export async function repeatInCrowd(
  failed: FailedCase,
  used: number,
): Promise<{ readonly failed?: FailedCase; readonly attempts: number }> {
  let left = failed.allowance - used;
  let attempts = 0;
  let isSeen = false;
  while (attempts < CROWDS && left > 0) {
    const crowd = await runCrowd(failed);
    if (crowd === undefined || !isComplete(crowd.execution)) break;
    attempts++;
    const { value, execution } = crowd;
    if (execution.kind === 'failed' && isAlike(execution.failure, failed.execution.failure))
      if (!failed.isKnown?.(execution)) {
        // Twice: among the requests of eight copies, a failure that is merely rare can occur by chance.
        if (isSeen) return { failed: { ...failed, value, execution }, attempts };
        isSeen = true;
      }
    left -= execution.requests;
  }

  return { attempts };
}

/** Undefined where the case is too large for a crowd, or one already. */
export async function runCrowd({
  value,
  execution,
  run,
}: FailedCase): Promise<{ readonly value: unknown; readonly execution: Execution } | undefined> {
  if (isCrowd(value) || execution.requests > MAX_COPY_REQUESTS) return undefined;
  const crowd = { copies: COPIES, of: value };

  return { value: crowd, execution: await run(crowd) };
}

/** Returns the smallest case that fails likewise and fails again; the case itself where there is none. */
export async function shrinkCase(failed: FailedCase): Promise<FailedCase> {
  const { rule, context, run, execution, allowance, isKnown = () => false } = failed;
  const smallerCases = casesWithin(smallerCasesOf(rule, context));
  let isInterrupted = false;
  const { smallest: value, requests: spent } = await shrink({
    start: failed.value,
    maxRequests: Math.min(SHRINK_REQUESTS, allowance),
    *candidates(value) {
      for (const candidate of smallerCases(value)) {
        if (isInterrupted) return;
        yield candidate;
      }
    },
    fails: async (candidate) => {
      const attempt = await run(candidate);
      isInterrupted = attempt.kind === 'interrupted';
      const isFailed = attempt.kind === 'failed' && isAlike(attempt.failure, execution.failure);

      return { failed: isFailed && !isKnown(attempt), requests: attempt.requests };
    },
  });
  const { execution: confirmed } = await repeat({ ...failed, value });

  return confirmed === undefined || !isAlike(confirmed.failure, execution.failure)
    ? { ...failed, spent }
    : { ...failed, value, execution: confirmed, spent };
}

/** The same for a case with connections of its own, or with calls between. */
function casesWithin(smallerCases: (value: unknown) => Iterable<unknown>) {
  return function* (value: unknown): Generator<unknown> {
    if (!hasOwnConnections(value) && !hasCallsBetween(value)) yield* smallerCases(value);
    else for (const of of smallerCases(value.of)) yield { ...value, of };
  };
}

/** A failure that was seen twice in one execution may shrink to one that is seen once. */
function isAlike(smaller: RuleBroken, { nature }: RuleBroken): boolean {
  return smaller.nature === nature || (nature === 'seen-twice' && smaller.nature === 'plain');
}
