/** Runs a script once, or copies of it at the same time, and judges what it shows. */

import { detectSuccessShape } from '../../../src/contract/outcome.ts';
import { isServerError } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import { DeploymentGone, NotAnswering, NotJudged, RuleBroken } from '../../rule/failure.ts';
import { type RuleViolation, violation } from '../../rule/finding.ts';
import { UPDATES_REQUIRED } from '../../rule/history.ts';
import { Interrupted } from '../../rule/interruption.ts';
import { judgeScript, type ScriptFailure } from '../../rule/judge-script.ts';
import { opened, senderOf } from '../../rule/patterns/open.ts';
import type { Rule } from '../../rule/rule.ts';
import {
  fee,
  leadingTo,
  pickCalls,
  REFUSES_CHANGES,
  record,
  type Script,
  type ScriptCall,
  sendScript,
} from '../../rule/script.ts';
import { isFeeCall, type MerchantRole, type ServiceCall, type Transcript } from '../../rule/service-call.ts';
import { BudgetSpent } from '../client/budget.ts';
import type { Send } from '../client/client.ts';
import { converse, type RunnerContext } from '../session.ts';

interface Complete {
  readonly transcript: Transcript;
  readonly requests: number;
}

export interface FailedExecution extends Complete {
  readonly kind: 'failed';
  readonly failure: RuleViolation;
  /** Whether the proof has exchanges of other executions, such as the first call of a transaction. */
  readonly isPartial?: true;
  /** A script for each failure that it shows, the reported one first. */
  readonly parts?: readonly Script[];
}

export type Execution =
  | ({ readonly kind: 'held' } & Complete)
  | FailedExecution
  | ({ readonly kind: 'not-judged'; readonly reason: NotJudged } & Complete)
  | {
      readonly kind: 'not-answering' | 'budget-spent' | 'interrupted';
      readonly why: string;
      readonly requests: number;
    };

/** @throws any other error of the rule, which is an internal error */
export function execute(
  rule: Rule,
  value: Script,
  runContext: RunnerContext,
  priority = 0,
): Promise<Execution> {
  return startExecution(rule, value, runContext, priority).complete();
}

export interface StartedExecution {
  /** Sends the early calls, beside those of others. @returns what was sent */
  sendEarly(): Promise<Transcript>;
  /** @throws any other error of the rule, which is an internal error */
  complete(): Promise<Execution>;
}

interface FoundViolation {
  readonly violation: RuleViolation;
  readonly call: ServiceCall;
}

export function startExecution(
  rule: Rule,
  value: Script,
  runContext: RunnerContext,
  priority: number,
): StartedExecution {
  const { calls, changes, connections, copies } = value;
  const context = runContext.contextFor(rule);
  const merchant =
    rule.merchant === 'several' && context.deployment.several !== undefined ? 'several' : 'one';
  const found: FoundViolation[] = [];
  const conversation = converse(runContext, {
    ...{ id: rule.id, merchant, priority },
    ...(connections && { send: onOwnConnections(runContext.send, connections) }),
    onViolation: (violation, call) => found.push({ violation, call }),
  });
  const further: Conversation[] = [];
  const start = () => {
    const conversation = converse(runContext, { id: rule.id, merchant, priority });
    further.push(conversation);

    return conversation;
  };
  let sent = 0;
  /** What ended the script early. */
  let thrown: unknown;
  const send = async (some: readonly ScriptCall[]) => {
    try {
      if (changes !== undefined && !(await context.traits.updateMayChange(changes, start())))
        throw new NotJudged(REFUSES_CHANGES);
      sent = (await sendScript({ calls: some }, conversation, runContext.signal))
        ? sent + some.length
        : calls.length;
    } catch (error) {
      thrown = error;
      sent = calls.length;
      await conversation.quiet();
    }
  };
  const judge = async (): Promise<Execution> => {
    const { steps, ...others } = conversation.transcript;
    const transcript: Transcript =
      connections === 'one'
        ? { ...others, steps: steps.filter(({ elsewhere }) => !elsewhere), connection: 'one' }
        : { ...others, steps };
    const expected = judgedScript(value, steps, context, thrown);
    const isPartial = ({ violation: { related = [] } }: FoundViolation) =>
      related.some((one) => !steps.includes(one));
    // What this execution shows alone is easier to follow.
    found.sort(
      (one, other) =>
        Number(isPartial(one)) - Number(isPartial(other)) || one.call.sentAt - other.call.sentAt,
    );
    const [first] = thrown === undefined || thrown instanceof NotJudged ? found : [];
    const failure =
      first === undefined ? expected.failures[0]?.failure : located(first.violation, first.call);
    const cause =
      failure === undefined
        ? (expected.thrown ?? thrown)
        : await findUpdateLimit(failure, steps, start, runContext);
    const requests = [conversation, ...further].flatMap(({ transcript }) => transcript.steps).length;
    const proxyFault = findProxyFault(transcript);
    if (proxyFault !== undefined && cause === undefined)
      return { kind: 'not-answering', why: proxyFault, requests };
    if (cause instanceof NotJudged) return { kind: 'not-judged', reason: cause, transcript, requests };
    if (cause instanceof NotAnswering) return { kind: 'not-answering', why: cause.message, requests };
    if (cause instanceof BudgetSpent) return { kind: 'budget-spent', why: cause.message, requests };
    if (cause instanceof Interrupted) return { kind: 'interrupted', why: cause.message, requests };
    if (cause !== undefined) throw cause;
    if (failure === undefined) return { kind: 'held', transcript, requests };

    return {
      ...{ kind: 'failed', failure, transcript, requests },
      parts: partsOf(value, steps, found, expected.failures),
      ...(first && isPartial(first) ? { isPartial: true } : {}),
    };
  };

  return {
    async sendEarly() {
      const count = calls.findIndex(({ early }) => !early);
      if (count > 0 && copies === undefined) await send(calls.slice(0, count));

      return conversation.transcript;
    },
    async complete() {
      if (copies !== undefined) {
        const { copies: _, ...one } = value;

        return executeCopies(copies, () => execute(rule, one, runContext, priority));
      }
      if (sent < calls.length) await send(calls.slice(sent));

      return judge();
    },
  };
}

/** What the calls of a script were to show, and why they show nothing. @param thrown what ended the script early */
function judgedScript(
  script: Script,
  steps: readonly ServiceCall[],
  { traits: { feesRepeat } }: RuleContext,
  thrown: unknown,
): { readonly failures: readonly ScriptFailure[]; readonly thrown?: unknown } {
  const still = script.calls.findIndex(({ expects }) => expects?.still !== undefined);
  // Gone before, it is not these calls that have broken it.
  const wasThere = script.calls.every(
    ({ needs }, index) => needs === undefined || index > still || steps[index]?.outcome.kind === 'accepted',
  );
  if (thrown instanceof DeploymentGone && still !== -1 && wasThere) {
    const expected = script.calls[still]?.expects?.still ?? '';

    return {
      failures: [{ failure: violation(expected, thrown.message, { nature: 'lasting' }), calls: [still] }],
    };
  }
  try {
    if (thrown instanceof RuleBroken) return { failures: [{ failure: thrown.violation, calls: [] }] };
    if (thrown !== undefined && !(thrown instanceof NotJudged)) return { failures: [], thrown };

    return { failures: judgeScript(script, steps, feesRepeat), thrown };
  } catch (error) {
    return { failures: [], thrown: error };
  }
}

/** A script for each failure. */
function partsOf(
  { calls, ...others }: Script,
  sent: readonly ServiceCall[],
  found: readonly FoundViolation[],
  failures: readonly ScriptFailure[],
): readonly Script[] {
  const steps = sent.filter(({ repeated }) => !repeated);
  const isFound = (at: ServiceCall) => found.some(({ call }) => call === at);
  const expected = failures.flatMap(({ calls: [last = 0, ...compared] }) => {
    const at = steps[last];
    if (at === undefined || isFound(at)) return [];
    const before = leadingTo(steps, at).map((step) => steps.indexOf(step));
    const many = [...calls.keys()].filter((index) => index < last && calls[index]?.times !== undefined);
    const picked = pickCalls(calls, new Set([...before, ...compared, ...many, last]));

    return picked === undefined ? [] : [{ ...others, calls: picked }];
  });

  return [...found.map(({ violation, call }) => record(steps, call, violation.related)), ...expected];
}

/** Sent elsewhere, a call takes the place of the shared connection: such calls come first. */
function onOwnConnections(send: Send, connections: NonNullable<Script['connections']>): Send {
  let isOpen = false;

  return (request, urgency) => {
    if (request.connection === 'new') return send(request, urgency);
    const connection = isOpen && connections === 'one' ? 'same' : 'new';
    isOpen = true;

    return send({ ...request, connection }, urgency);
  };
}

/** A violation with the exchange that has the wrong response; of two fees, neither may be the wrong one. */
export function located(violation: RuleViolation, call: ServiceCall): RuleViolation {
  return violation.fees === undefined ? { ...violation, at: violation.at ?? call } : violation;
}

/** A fault of the proxy is not a failure of the deployment, even where a rule fails because of it. */
function findProxyFault({ steps }: Transcript): string | undefined {
  const faults = steps.flatMap(({ response }) =>
    response.kind === 'unanswered' && response.cause === 'proxy' ? response.detail : [],
  );

  return faults[0] === undefined ? undefined : `the proxy ${faults[0]}`;
}

/** Returns one execution with the exchanges of all copies; it failed if one of them did. */
async function executeCopies(copies: number, executeOne: () => Promise<Execution>): Promise<Execution> {
  const executions = await Promise.all(Array.from({ length: copies }, executeOne));
  const requests = executions.reduce((sum, execution) => sum + execution.requests, 0);
  const transcript = mergeTranscripts(
    executions.flatMap((one) => ('transcript' in one ? [one.transcript] : [])),
  );
  const shown =
    executions.find(({ kind }) => kind === 'failed') ?? executions.find(({ kind }) => kind !== 'held');
  if (shown === undefined) return { kind: 'held', transcript, requests };

  return 'transcript' in shown ? { ...shown, transcript, requests } : { ...shown, requests };
}

/** In the order in which the requests were sent. */
function mergeTranscripts(transcripts: readonly Transcript[]): Transcript {
  const steps = transcripts
    .flatMap((transcript) => transcript.steps)
    .toSorted((one, other) => one.sentAt - other.sentAt);
  const freshMtxids = transcripts.flatMap((transcript, copy) =>
    [...transcript.freshMtxids].map(
      ([placeholder, mTxId]) => [placeholder.replace('}', `_${copy + 1}}`), mTxId] as const,
    ),
  );
  const isConcurrent = ({ sentAt }: ServiceCall, index: number) =>
    steps.slice(0, index).some(({ endedAt }) => endedAt > sentAt);

  return {
    steps: steps.map((step, index) => ({ ...step, concurrent: isConcurrent(step, index) })),
    freshMtxids: new Map(freshMtxids),
  };
}

const LIMITS_UPDATES = `this deployment refuses more than ${UPDATES_REQUIRED} updates of a transaction, which is a choice`;

/** Returns why the refusal of an update after many does not count, or why that cannot be found out; undefined where it counts. */
async function findUpdateLimit(
  { at }: RuleViolation,
  steps: readonly ServiceCall[],
  start: () => Conversation,
  { contextFor, controls }: RunnerContext,
): Promise<unknown> {
  const updates = at === undefined ? 0 : updatesBefore(at, steps);
  if (at === undefined || updates < UPDATES_REQUIRED) return undefined;
  // In whatever form, it is no refusal.
  const { response } = at;
  if (response.kind === 'answered' && detectSuccessShape(response) !== undefined) return undefined;
  const script = updatesOfOne(updates + 1, at.role, contextFor({}));
  const key = JSON.stringify(script.calls);
  if (!controls.has(key)) {
    const conversation = start();
    try {
      await sendScript(script, conversation);
      judgeScript(script, conversation.transcript.steps, () => true);
      controls.set(key, false);
    } catch (error) {
      if (!(error instanceof NotJudged) || error.message !== LIMITS_UPDATES) return error;
      controls.set(key, true);
    }
  }

  return controls.get(key) === true ? new NotJudged(LIMITS_UPDATES) : undefined;
}

/** Each to another amount, since a service may not count an update that changes nothing. */
function updatesOfOne(count: number, role: MerchantRole, context: RuleContext): Script {
  const { merchant, plain } = senderOf(context, role);
  const { plainAmounts } = context.data;
  const update = (_: unknown, n: number) => {
    const amount = plainAmounts[(n + 1) % plainAmounts.length] ?? plain.amount;

    return fee({ ...plain, amount, sTxId: '{s1}' }, { merchant, mayBeRefused: LIMITS_UPDATES });
  };

  return { calls: [opened(plain, merchant), ...Array.from({ length: count }, update)] };
}

/** Accepted updates of the transaction that a refused update names; 0 for any other call. */
function updatesBefore(at: ServiceCall, steps: readonly ServiceCall[]): number {
  if (!isFeeCall(at) || at.outcome.kind !== 'refused' || isServerError(at)) return 0;
  const { sTxId, mTxId } = at.fields ?? {};
  const accepted = steps.filter(
    (step) => isFeeCall(step) && step.endedAt <= at.sentAt && step.merchant === at.merchant,
  );
  const own = sTxId ?? accepted.map((step) => step.fields?.['mTxId'] === mTxId && step.given).find(Boolean);
  if (own === undefined) return 0;

  return accepted.filter((step) => step.given === own).length - 1;
}
