/** Runs a failed script again: as it is, over own connections or one, with calls between, in copies at the same time. */
import type { RuleContext } from '../../rule/context.ts';
import { natureOf, type RuleViolation } from '../../rule/finding.ts';
import { senderOf } from '../../rule/patterns/open.ts';
import { fee, type Script, type ScriptCall, withCalls } from '../../rule/script.ts';
import type { Body, MerchantRole } from '../../rule/service-call.ts';
import type { Turns } from '../client/turns.ts';
import type { Execution, FailedExecution } from './execution.ts';

/** A failed script, with the parts that are needed to run it again. */
export interface FailedScript {
  readonly value: Script;
  readonly execution: FailedExecution;
  readonly context: RuleContext;
  readonly run: (value: Script) => Promise<Execution>;
  readonly lock: Turns;
  /** What calls that were sent as a control showed, in any script of the run. */
  readonly controls: Map<string, boolean>;
  /** The request limit for this failure. */
  readonly allowance: number;
  /** Whether an execution shows another known failure: shrinking must not end there. */
  readonly isKnown?: (execution: FailedExecution) => boolean;
  /** Requests spent on shrinking so far. */
  readonly spent?: number;
}

/** Executions and requests for repeating one script, within the allowance of a failure. */
const REPEAT_TIMES = 24;
const REPEAT_REQUESTS = 40;

/** Repeats a script until it fails; `attempts` counts the executions that could show it. */
export async function repeat({ value, run, allowance }: FailedScript): Promise<{
  readonly execution?: FailedExecution;
  /** The last one, where none failed. */
  readonly last?: Execution;
  readonly attempts: number;
  readonly requests: number;
  /** Whether no more requests can be sent. */
  readonly isCutShort?: true;
}> {
  const maxRequests = Math.min(REPEAT_REQUESTS, allowance);
  let requests = 0;
  for (let attempts = 1; ; attempts++) {
    const execution = await run(value);
    requests += execution.requests;
    if (execution.kind === 'failed') return { execution, attempts, requests };
    if (!isComplete(execution)) return { attempts: attempts - 1, requests, isCutShort: true };
    if (attempts === REPEAT_TIMES || requests >= maxRequests) return { last: execution, attempts, requests };
  }
}

/** Whether it ended, so that it counts as an attempt. */
function isComplete({ kind }: Execution): boolean {
  return kind === 'held' || kind === 'not-judged' || kind === 'failed';
}

type IsSame = (failure: RuleViolation, execution: FailedExecution) => boolean;

/** Runs scripts in turn as long as each fails likewise. Returns the last failure, and the first execution that did not. */
export async function failEach(
  failed: FailedScript,
  scripts: readonly Script[],
  isSame: IsSame = () => true,
): Promise<{ readonly last: FailedScript; readonly again?: Execution }> {
  let last = failed;
  for (const value of scripts) {
    const execution = await failed.run(value);
    if (execution.kind !== 'failed' || !isSame(execution.failure, execution))
      return { last, again: execution };
    last = { ...failed, value, execution };
  }

  return { last };
}

/** Runs scripts in turn as long as each ends in one of these ways. Returns whether all do. */
export async function endEach(
  { run }: FailedScript,
  scripts: readonly Script[],
  ...kinds: readonly Execution['kind'][]
): Promise<boolean> {
  for (const script of scripts) if (!kinds.includes((await run(script)).kind)) return false;

  return true;
}

export function times(count: number, script: Script): readonly Script[] {
  return Array.from({ length: count }, () => script);
}

/** A failure that a recording proves may shrink to one that is seen once. */
export function isAlike(smaller: RuleViolation, failure: RuleViolation): boolean {
  const [one, other] = [natureOf(smaller), natureOf(failure)];

  return one === other || (other === 'proved' && one === 'plain');
}

/** Executions that must fail, or hold, before a failure is attributed to connections, or to calls between. */
const CONNECTION_REPEATS = 2;
const BETWEEN_REPEATS = 3;
/** Requests of a script that is tried on connections of its own. */
const MAX_CONNECTION_REQUESTS = 24;

/** The failed script, where it has no other form yet and is small enough. */
function plainScript({ value, execution }: FailedScript): Script | undefined {
  const { connections, copies, control } = value;
  const isPlain = [connections, copies, control].every((form) => form === undefined);

  return isPlain && execution.requests <= MAX_CONNECTION_REQUESTS ? value : undefined;
}

function overOne(script: Script): Script {
  return { ...script, connections: 'one' };
}

/** Whether each repetition of a script on connections of its own ends in one of these ways. */
async function endsOn(
  connections: 'one' | 'each',
  failed: FailedScript,
  ...kinds: readonly Execution['kind'][]
): Promise<boolean> {
  const script = plainScript(failed);

  return (
    script !== undefined && endEach(failed, times(CONNECTION_REPEATS, { ...script, connections }), ...kinds)
  );
}

/**
 * Checks whether a failure needs a single connection: its script holds if each request has its own. The returned one
 * then uses one connection, if necessary after a call of either merchant.
 */
export async function explainByConnection(failed: FailedScript): Promise<FailedScript> {
  if (!(await endsOn('each', failed, 'held', 'not-judged'))) return failed;
  const merchants = (['one', 'several'] as const).filter(
    (role) => failed.context.deployment[role] !== undefined,
  );
  const after = merchants.map((role) =>
    withCalls(failed.value, (_, index) => (index === 0 ? [plainCall(role, failed.context)] : [])),
  );
  const forms = [failed.value, ...after].map((script) => ({
    scripts: times(CONNECTION_REPEATS, overOne(script)),
  }));

  return (await firstThatFails(failed, forms)).failed ?? failed;
}

/** The script over one connection. Undefined unless it holds with a connection for each request. */
export async function overOneConnection(failed: FailedScript): Promise<FailedScript | undefined> {
  return (await endsOn('each', failed, 'held')) ? { ...failed, value: overOne(failed.value) } : undefined;
}

/**
 * Whether a script of consecutive calls holds over one connection. If its fees differ otherwise, they may depend on the
 * connection: behind a load balancer, a server may have other prices.
 */
export async function holdsOverOneConnection(failed: FailedScript): Promise<boolean> {
  const { steps } = failed.execution.transcript;
  const isConsecutive = steps.every(({ sentAt }, n) => sentAt >= (steps[n - 1]?.endedAt ?? 0));

  return isConsecutive && endsOn('one', failed, 'held');
}

/** In US dollars: a cache has no fee for such an amount yet. Without cents, which a deployment may refuse. */
const MORE = [13, 29];

/** The script with other amounts each time: an earlier call of another rule may have made it fail. */
export function withOtherAmounts({ value, context }: FailedScript): readonly Script[] {
  const { max } = context.deployment.amounts;
  const changed = (body: Body, more: number) =>
    Object.fromEntries(
      Object.entries(body).map(([name, given]) => {
        const isAmount = typeof given === 'number' && (name === 'amount' || name === 'totalAmount');
        if (!isAmount) return [name, given];

        return [name, Math.round((given + more > max ? given - more : given + more) * 100) / 100];
      }),
    );

  return MORE.map((more) => ({
    ...value,
    calls: value.calls.map((call) => ({ ...call, body: changed(call.body, more) })),
  }));
}

interface RepeatForm {
  readonly scripts: readonly Script[];
  readonly isSame?: IsSame;
}

/** Of a deployment that keeps state for each connection. */
export function onConnections(failed: FailedScript): readonly RepeatForm[] {
  const script = plainScript(failed);
  if (script === undefined) return [];

  return [{ ...script, connections: 'each' } as const, overOne(script)].map((form) => ({
    scripts: times(CONNECTION_REPEATS, form),
  }));
}

/**
 * Of a deployment in which a refused call has an effect on the next one. Only a wrong answer to an accepted call counts,
 * as a service may refuse more to a client that sends bad requests.
 */
export function withCallsBetween(failed: FailedScript): readonly RepeatForm[] {
  const { execution, context } = failed;
  const script = plainScript(failed);
  const isOfSize = execution.requests > 1 && execution.requests <= MAX_COPY_REQUESTS;
  if (!isOfSize || script === undefined || !isOfAcceptedCall(execution)) return [];
  const isSame: IsSame = (failure, again) =>
    isAlike(failure, execution.failure) && isOfAcceptedCall(again) && !failed.isKnown?.(again);

  return [false, true].map((alsoAccepted) => {
    const value = withCalls(script, ({ merchant = 'one' }, index) => {
      const refused = fee({}, { merchant });

      return index === 0 ? [] : alsoAccepted ? [plainCall(merchant, context), refused] : [refused];
    });

    return { scripts: times(BETWEEN_REPEATS, value), isSame };
  });
}

function isOfAcceptedCall({ failure: { at }, transcript: { steps } }: FailedExecution): boolean {
  return (at ?? steps.at(-1))?.outcome.kind === 'accepted';
}

/** The baseline request of a merchant. */
export function plainCall(role: MerchantRole | undefined, context: RuleContext): ScriptCall {
  const { merchant, plain } = senderOf(context, role);

  return fee({ ...plain }, { merchant });
}

interface Repetition {
  readonly failed?: FailedScript;
  /** Executions that could show the failure. */
  readonly attempts: number;
}

/** Returns the first of these forms that fails each time. */
export async function firstThatFails(
  failed: FailedScript,
  forms: readonly RepeatForm[],
): Promise<Repetition> {
  let attempts = 0;
  for (const { scripts, isSame = isAlikeTo(failed) } of forms) {
    const { last, again } = await failEach(failed, scripts, isSame);
    if (again === undefined) return { failed: last, attempts: attempts + scripts.length };
    if (!isComplete(again)) break;
    attempts++;
  }

  return { attempts };
}

export function isAlikeTo({ execution }: FailedScript): IsSame {
  return (failure) => isAlike(failure, execution.failure);
}

/** Copies of a script that run at the same time, and how often that is tried. */
export const COPIES = 8;
const CROWDS = 4;
/** Requests of a script that is tried in copies, or with calls between. */
const MAX_COPY_REQUESTS = 8;

/** Finds failures of a deployment that mixes up concurrent requests. @param used requests of the allowance */
export async function repeatAtOnce(failed: FailedScript, used: number): Promise<Repetition> {
  let left = failed.allowance - used;
  let attempts = 0;
  let isSeen = false;
  while (attempts < CROWDS && left > 0) {
    const copies = await runAtOnce(failed);
    if (copies === undefined || !isComplete(copies.execution)) break;
    attempts++;
    const { value, execution } = copies;
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
export async function runAtOnce({
  value,
  execution,
  context,
  run,
}: FailedScript): Promise<{ readonly value: Script; readonly execution: Execution } | undefined> {
  const { requests } = execution;
  if (value.copies !== undefined || requests > MAX_COPY_REQUESTS) return undefined;
  // With few left, other rules need them.
  if (COPIES * requests > context.requestsLeft() / 2) return undefined;
  const copied: Script = { ...value, copies: COPIES };

  return { value: copied, execution: await run(copied) };
}
