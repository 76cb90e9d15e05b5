/** Runs a failed case in other forms: on own connections, with calls between, in a crowd of copies, larger. */
import { type CallsBetween, hasCallsBetween } from '../../rule/calls-between.ts';
import type { RuleBroken } from '../../rule/failure.ts';
import { hasOwnConnections, type OwnConnections } from '../../rule/own-connections.ts';
import { type Execution, type FailedExecution, isCrowd } from './execution.ts';
import { type FailedCase, isAlike, isComplete, repeatsEachTime } from './repeat.ts';

/** Copies of a case that run at the same time, and how often that is tried. */
const COPIES = 8;
const CROWDS = 4;
/** Requests of a case that is tried in a crowd, or with calls between. */
const MAX_COPY_REQUESTS = 8;

interface Repetition {
  readonly failed?: FailedCase;
  /** Executions that could show the failure. */
  readonly attempts: number;
}

/** Executions that must fail, or hold, before a failure is attributed to connections. */
const CONNECTION_REPEATS = 2;
/** Requests of a case that is tried on connections of its own. */
const MAX_CONNECTION_REQUESTS = 24;

/**
 * Checks whether a failure needs a single connection: its case holds if each request has its own. The returned case
 * then uses one connection, if necessary after a call of either merchant.
 */
export async function explainByConnection(failed: FailedCase): Promise<FailedCase> {
  if (!(await endsEachTime(failed, 'each', ['held', 'not-judged']))) return failed;
  const merchants = (['one', 'several'] as const).filter(
    (role) => failed.context.deployment[role] !== undefined,
  );
  const after = merchants.map((role) => ({ connections: 'one', after: role }) as const);

  return (await repeatConnected(failed, [{ connections: 'one' }, ...after])).failed ?? failed;
}

/** The case over one connection. Undefined unless it holds with a connection for each request. */
export async function overOneConnection(failed: FailedCase): Promise<FailedCase | undefined> {
  if (!(await endsEachTime(failed, 'each', ['held']))) return undefined;
  const value: OwnConnections = { connections: 'one', of: failed.value };

  return { ...failed, value };
}

/**
 * Whether a case of consecutive calls holds over one connection. If its fees differ otherwise, they may depend on the
 * connection: behind a load balancer, a server may have other prices.
 */
export async function holdsOverOneConnection(failed: FailedCase): Promise<boolean> {
  const { steps } = failed.execution.transcript;
  const isConsecutive = steps.every(({ sentAt }, n) => sentAt >= (steps[n - 1]?.endedAt ?? 0));

  return isConsecutive && endsEachTime(failed, 'one', ['held']);
}

/** Whether each repetition of a case on connections of its own ends in one of these ways. */
async function endsEachTime(
  failed: FailedCase,
  connections: OwnConnections['connections'],
  kinds: readonly Execution['kind'][],
): Promise<boolean> {
  if (!canHaveConnections(failed)) return false;
  for (let done = 0; done < CONNECTION_REPEATS; done++)
    if (!kinds.includes((await failed.run({ connections, of: failed.value })).kind)) return false;

  return true;
}

/** Finds failures of a deployment that keeps state for each connection: they occur each time. */
export async function repeatOnConnections(failed: FailedCase): Promise<Repetition> {
  return canHaveConnections(failed)
    ? repeatConnected(failed, [{ connections: 'each' }, { connections: 'one' }])
    : { attempts: 0 };
}

function canHaveConnections({ value, execution }: FailedCase): boolean {
  return !isWrapped(value) && execution.requests <= MAX_CONNECTION_REQUESTS;
}

function repeatConnected(
  failed: FailedCase,
  forms: readonly Omit<OwnConnections, 'of'>[],
): Promise<Repetition> {
  const values = forms.map((form): OwnConnections => ({ ...form, of: failed.value }));

  return repeatAs(failed, values, CONNECTION_REPEATS, (failure) =>
    isAlike(failure, failed.execution.failure),
  );
}

/** Calls to send between those of a case, the simplest first, and how often the case must fail with them. */
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
  const forms = BETWEEN.map((between): CallsBetween => ({ between, of: value }));

  return repeatAs(failed, forms, BETWEEN_REPEATS, isSame);
}

function isOfAcceptedCall({ failure: { at }, transcript: { steps } }: FailedExecution): boolean {
  return (at ?? steps.at(-1))?.outcome.kind === 'accepted';
}

/** Returns the first of these forms of a case that fails each time. */
async function repeatAs(
  failed: FailedCase,
  forms: readonly (OwnConnections | CallsBetween)[],
  times: number,
  isSame: (failure: RuleBroken, again: FailedExecution) => boolean,
): Promise<Repetition> {
  let attempts = 0;
  for (const value of forms) {
    const { last, again } = await repeatsEachTime({ ...failed, value }, times, isSame);
    if (again === undefined) return { failed: last, attempts: attempts + times };
    if (!isComplete(again)) break;
    attempts++;
  }

  return { attempts };
}

/** Whether the case is a crowd, has its own connections, or has calls between. */
function isWrapped(value: unknown): boolean {
  return hasOwnConnections(value) || isCrowd(value) || hasCallsBetween(value);
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

/** Undefined if the case is too large for a crowd, or is one already. */
export async function runCrowd({
  value,
  execution,
  run,
}: FailedCase): Promise<{ readonly value: unknown; readonly execution: Execution } | undefined> {
  if (isCrowd(value) || execution.requests > MAX_COPY_REQUESTS) return undefined;
  const crowd = { copies: COPIES, of: value };

  return { value: crowd, execution: await run(crowd) };
}

/** Tries larger cases of the rule, for a failure that occurs only among other requests. */
export async function amplify(failed: FailedCase): Promise<FailedCase | undefined> {
  for (const value of failed.rule.amplify?.(failed.value) ?? []) {
    const execution = await failed.run(value);
    if (execution.kind !== 'failed' || execution.failure.nature !== 'plain') continue;
    if (!failed.isKnown?.(execution)) return { ...failed, value, execution };
  }

  return undefined;
}
