/** Runs a failed script in other forms: on own connections, with calls between, in copies at the same time, larger. */
import type { RuleContext } from '../../rule/context.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import type { RuleBroken } from '../../rule/failure.ts';
import { senderOf } from '../../rule/patterns/open.ts';
import { fee, isScript, type Script, type ScriptCall, withCalls } from '../../rule/script.ts';
import type { Execution, FailedExecution } from './execution.ts';
import { type FailedCase, isAlike, isComplete, repeatsEachTime } from './repeat.ts';

/** Copies of a script that run at the same time, and how often that is tried. */
const COPIES = 8;
const CROWDS = 4;
/** Requests of a script that is tried in copies, or with calls between. */
const MAX_COPY_REQUESTS = 8;

interface Repetition {
  readonly failed?: FailedCase;
  /** Executions that could show the failure. */
  readonly attempts: number;
}

/** Executions that must fail, or hold, before a failure is attributed to connections. */
const CONNECTION_REPEATS = 2;
/** Requests of a script that is tried on connections of its own. */
const MAX_CONNECTION_REQUESTS = 24;

/**
 * Checks whether a failure needs a single connection: its script holds if each request has its own. The returned one
 * then uses one connection, if necessary after a call of either merchant.
 */
export async function explainByConnection(failed: FailedCase): Promise<FailedCase> {
  const script = plainScript(failed);
  if (script === undefined || !(await endsEachTime(failed, 'each', ['held', 'not-judged']))) return failed;
  const merchants = (['one', 'several'] as const).filter(
    (role) => failed.context.deployment[role] !== undefined,
  );
  const after = merchants.map((role) => {
    return withCalls(script, (_, index) => (index === 0 ? [plainCall(role, failed.context)] : []));
  });

  return (await repeatAs(failed, [script, ...after].map(overOne), CONNECTION_REPEATS)).failed ?? failed;
}

function overOne(script: Script): Script {
  return { ...script, connections: 'one' };
}

/** The baseline request of a merchant. */
function plainCall(role: MerchantRole, context: RuleContext): ScriptCall {
  const { merchant, plain } = senderOf(context, role);

  return fee({ ...plain }, { merchant });
}

/** The script over one connection. Undefined unless it holds with a connection for each request. */
export async function overOneConnection(failed: FailedCase): Promise<FailedCase | undefined> {
  const script = plainScript(failed);
  if (script === undefined || !(await endsEachTime(failed, 'each', ['held']))) return undefined;

  return { ...failed, value: overOne(script) };
}

/**
 * Whether a script of consecutive calls holds over one connection. If its fees differ otherwise, they may depend on the
 * connection: behind a load balancer, a server may have other prices.
 */
export async function holdsOverOneConnection(failed: FailedCase): Promise<boolean> {
  const { steps } = failed.execution.transcript;
  const isConsecutive = steps.every(({ sentAt }, n) => sentAt >= (steps[n - 1]?.endedAt ?? 0));

  return isConsecutive && endsEachTime(failed, 'one', ['held']);
}

/** Whether each repetition of a script on connections of its own ends in one of these ways. */
async function endsEachTime(
  failed: FailedCase,
  connections: 'one' | 'each',
  kinds: readonly Execution['kind'][],
): Promise<boolean> {
  const script = plainScript(failed);
  if (script === undefined) return false;
  for (let done = 0; done < CONNECTION_REPEATS; done++)
    if (!kinds.includes((await failed.run({ ...script, connections })).kind)) return false;

  return true;
}

/** Finds failures of a deployment that keeps state for each connection: they occur each time. */
export async function repeatOnConnections(failed: FailedCase): Promise<Repetition> {
  const script = plainScript(failed);
  if (script === undefined) return { attempts: 0 };

  return repeatAs(failed, [{ ...script, connections: 'each' }, overOne(script)], CONNECTION_REPEATS);
}

/** The failed script, where it has no other form yet and is small enough. */
function plainScript({ value, execution }: FailedCase): Script | undefined {
  const isPlain = isScript(value) && value.connections === undefined && value.copies === undefined;

  return isPlain && execution.requests <= MAX_CONNECTION_REQUESTS ? value : undefined;
}

const BETWEEN_REPEATS = 3;

/**
 * Finds failures of a deployment in which a refused call has an effect on the next one: they occur each time. Only a
 * wrong answer to an accepted call counts, as a service may refuse more to a client that sends bad requests.
 */
export async function repeatWithCallsBetween(failed: FailedCase): Promise<Repetition> {
  const { execution, context } = failed;
  const script = plainScript(failed);
  const isOfSize = execution.requests > 1 && execution.requests <= MAX_COPY_REQUESTS;
  if (!isOfSize || script === undefined || !isOfAcceptedCall(execution)) return { attempts: 0 };
  const isSame = (failure: RuleBroken, again: FailedExecution) =>
    isAlike(failure, execution.failure) && isOfAcceptedCall(again) && !failed.isKnown?.(again);
  const forms = [false, true].map((alsoAccepted) =>
    withCalls(script, ({ merchant = 'one' }, index) => {
      const refused = fee({}, { merchant });

      return index === 0 ? [] : alsoAccepted ? [plainCall(merchant, context), refused] : [refused];
    }),
  );

  return repeatAs(failed, forms, BETWEEN_REPEATS, isSame);
}

function isOfAcceptedCall({ failure: { at }, transcript: { steps } }: FailedExecution): boolean {
  return (at ?? steps.at(-1))?.outcome.kind === 'accepted';
}

/** Returns the first of these scripts that fails each time. */
async function repeatAs(
  failed: FailedCase,
  forms: readonly Script[],
  times: number,
  isSame = (failure: RuleBroken, _: FailedExecution) => isAlike(failure, failed.execution.failure),
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

/** Undefined if the script is too large for copies, or has some already, or few requests are left. */
export async function runCrowd({
  value,
  execution,
  context,
  run,
}: FailedCase): Promise<{ readonly value: unknown; readonly execution: Execution } | undefined> {
  const { requests } = execution;
  if (!isScript(value) || value.copies !== undefined || requests > MAX_COPY_REQUESTS) return undefined;
  // With few left, other rules need them.
  if (COPIES * requests > context.requestsLeft() / 2) return undefined;
  const copied: Script = { ...value, copies: COPIES };

  return { value: copied, execution: await run(copied) };
}

/** Tries larger cases of the rule, for a failure that occurs only among other requests. */
export async function amplify(failed: FailedCase): Promise<FailedCase | undefined> {
  for (const value of failed.rule.adaptive?.amplify(failed.value) ?? []) {
    const execution = await failed.run(value);
    if (execution.kind !== 'failed' || execution.failure.nature !== 'plain') continue;
    if (!failed.isKnown?.(execution)) return { ...failed, value, execution };
  }

  return undefined;
}
