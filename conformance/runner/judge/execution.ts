/** Runs a case or a script once: alone, as a crowd, on its own connections, or with calls between its own. */
import { type CallsBetween, hasCallsBetween } from '../../rule/calls-between.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Exchange, MerchantRole, Transcript } from '../../rule/exchange.ts';
import { FeesDiffer, NotAnswering, NotJudged, RuleBroken } from '../../rule/failure.ts';
import type { Violation } from '../../rule/finding.ts';
import { Interrupted } from '../../rule/interruption.ts';
import { judgeScript, type ScriptFailure } from '../../rule/judge-script.ts';
import { hasOwnConnections, type OwnConnections } from '../../rule/own-connections.ts';
import { callsAs } from '../../rule/patterns/open.ts';
import type { Rule } from '../../rule/rule.ts';
import {
  isScript,
  leadingTo,
  pickCalls,
  REFUSES_CHANGES,
  record,
  type Script,
  sendScript,
} from '../../rule/script.ts';
import { BudgetSpent } from '../client/budget.ts';
import { type Client, withSend } from '../client/client.ts';
import { converse, type RunContext } from '../run-context.ts';
import { withCallsBetween } from './calls-between.ts';
import { findUpdateLimit } from './update-limit.ts';

interface Complete {
  readonly transcript: Transcript;
  readonly requests: number;
}

interface CutShort {
  readonly why: string;
  readonly requests: number;
}

export interface FailedExecution extends Complete {
  readonly kind: 'failed';
  readonly failure: RuleBroken;
  /** Whether the proof has exchanges of other executions, such as the first call of a transaction. */
  readonly isPartial?: true;
  /** Of a script: a script for each failure that it shows, the reported one first. */
  readonly parts?: readonly Script[];
}

export type Execution =
  | ({ readonly kind: 'held' } & Complete)
  | FailedExecution
  | ({ readonly kind: 'not-judged'; readonly reason: NotJudged } & Complete)
  | ({ readonly kind: 'not-answering' | 'budget-spent' | 'interrupted' } & CutShort);

/** Calls that do not belong to a case. */
interface OtherCalls {
  /** The merchant whose valid fee call is sent first. */
  readonly after?: MerchantRole | undefined;
  readonly between?: CallsBetween['between'];
}

/** @throws any other error of the rule, which is an internal error */
export async function execute(
  rule: Rule,
  value: unknown,
  runContext: RunContext,
  priority = 0,
  { after, between }: OtherCalls = {},
): Promise<Execution> {
  if (isCrowd(value)) return executeCrowd(value, (one) => execute(rule, one, runContext, priority));
  if (hasOwnConnections(value)) return executeOnOwnConnections(rule, value, runContext, priority);
  if (hasCallsBetween(value)) return execute(rule, value.of, runContext, priority, value);
  const found: Found[] = [];
  const merchant =
    rule.merchant === 'several' && runContext.deployment.several !== undefined ? 'several' : 'one';
  const conversation = converse(runContext, {
    id: rule.id,
    merchant,
    priority,
    onViolation: (violation, exchange) => found.push({ violation, exchange }),
  });
  const before = after && converse(runContext, { id: rule.id, merchant: after, priority });
  const aside = between && converse(runContext, { id: rule.id, merchant, priority });
  const probing = converse(runContext, { id: rule.id, merchant, priority });
  const context = runContext.contextFor(rule);
  const speaker =
    aside === undefined || between === undefined
      ? conversation
      : withCallsBetween(conversation, aside, between, context.baseline);
  let thrown: unknown;
  try {
    if (before !== undefined && after !== undefined)
      await callsAs(after, before, runContext).fee(runContext.contextFor({ merchant: after }).baseline);
    if (isScript(value)) {
      const { changes } = value;
      if (changes !== undefined && !(await context.traits.updateMayChange(changes, probing)))
        throw new NotJudged(REFUSES_CHANGES);
      await sendScript(value, speaker);
    } else await rule.run?.(value, speaker, context);
  } catch (error) {
    thrown = error;
    await speaker.quiet();
    await conversation.quiet();
  }
  const transcript = {
    ...conversation.transcript,
    steps: [before, conversation, aside]
      .flatMap((one) => one?.transcript.steps ?? [])
      .toSorted((one, other) => one.sentAt - other.sentAt),
  };
  const expected = isScript(value)
    ? judgedScript(value, conversation.transcript.steps, context, thrown)
    : undefined;
  const { steps } = transcript;
  const isPartial = ({ violation: { related = [] } }: Found) => related.some((one) => !steps.includes(one));
  // What this execution shows alone is easier to follow.
  found.sort(
    (one, other) =>
      Number(isPartial(one)) - Number(isPartial(other)) || one.exchange.sentAt - other.exchange.sentAt,
  );
  const [first] = thrown === undefined || thrown instanceof NotJudged ? found : [];
  const failure =
    first === undefined
      ? (expected?.failures[0]?.failure ?? expected?.thrown ?? thrown)
      : toFailure(first.violation, first.exchange);
  const cause =
    failure instanceof RuleBroken
      ? ((await findUpdateLimit(rule.id, failure, transcript, probing, context)) ?? failure)
      : failure;
  const requests = transcript.steps.length + probing.transcript.steps.length;
  const proxyFault = findProxyFault(transcript);
  if (proxyFault !== undefined && (cause === undefined || cause instanceof RuleBroken))
    return { kind: 'not-answering', why: proxyFault, requests };
  if (cause === undefined) return { kind: 'held', transcript, requests };
  if (cause instanceof RuleBroken) {
    const own = conversation.transcript.steps;
    const parts = isScript(value) && { parts: partsOf(value, own, found, expected?.failures ?? []) };

    return {
      kind: 'failed',
      failure: cause,
      transcript,
      requests,
      ...parts,
      ...(first && isPartial(first) ? { isPartial: true } : {}),
    };
  }
  if (cause instanceof NotJudged) return { kind: 'not-judged', reason: cause, transcript, requests };
  if (cause instanceof NotAnswering) return { kind: 'not-answering', why: cause.message, requests };
  if (cause instanceof BudgetSpent) return { kind: 'budget-spent', why: cause.message, requests };
  if (cause instanceof Interrupted) return { kind: 'interrupted', why: cause.message, requests };
  throw cause;
}

interface Found {
  readonly violation: Violation;
  readonly exchange: Exchange;
}

interface JudgedScript {
  readonly failures: readonly ScriptFailure[];
  /** Why the script shows nothing. */
  readonly thrown?: unknown;
}

/** @param thrown what ended the script early */
function judgedScript(
  script: Script,
  steps: readonly Exchange[],
  { traits: { feesRepeat } }: RuleContext,
  thrown: unknown,
): JudgedScript {
  if (thrown !== undefined && !(thrown instanceof NotJudged)) return { failures: [], thrown };
  try {
    return { failures: judgeScript(script, steps, feesRepeat), thrown };
  } catch (error) {
    return { failures: [], thrown: error };
  }
}

/** A script for each failure. */
function partsOf(
  { calls, ...others }: Script,
  steps: readonly Exchange[],
  found: readonly Found[],
  failures: readonly ScriptFailure[],
): readonly Script[] {
  const isFound = (at: Exchange) => found.some(({ exchange }) => exchange === at);
  const expected = failures.flatMap(({ calls: [last = 0, ...compared] }) => {
    const at = steps[last];
    if (at === undefined || isFound(at)) return [];
    const before = leadingTo(steps, at).map((step) => steps.indexOf(step));
    const picked = pickCalls(calls, new Set([...before, ...compared, last]));

    return picked === undefined ? [] : [{ ...others, calls: picked }];
  });

  return [...found.map(({ violation, exchange }) => record(steps, exchange, violation.related)), ...expected];
}

async function executeOnOwnConnections(
  rule: Rule,
  { connections, after, of }: OwnConnections,
  runContext: RunContext,
  priority: number,
): Promise<Execution> {
  const client = onOwnConnections(runContext.client, connections);
  const execution = await execute(rule, of, { ...runContext, client }, priority, { after });
  if (connections === 'each' || !('transcript' in execution)) return execution;
  const { transcript } = execution;
  const steps = transcript.steps.filter(({ elsewhere }) => !elsewhere);

  return { ...execution, transcript: { ...transcript, steps, connection: 'one' } };
}

function onOwnConnections(client: Client, connections: OwnConnections['connections']): Client {
  let isOpen = false;

  return withSend(client, (request) => {
    // Sent elsewhere, it takes the place of the shared connection: such calls come first.
    if (request.connection === 'new') return client.send(request);
    const connection = isOpen && connections === 'one' ? 'same' : 'new';
    isOpen = true;

    return client.send({ ...request, connection });
  });
}

export function toFailure(
  { expected, got, fees, nature = 'plain', failsFrom }: Violation,
  exchange: Exchange,
): RuleBroken {
  if (fees !== undefined) return new FeesDiffer(fees.got, fees.expected, expected, fees.remark);

  return new RuleBroken(expected, got, failsFrom === 1 ? 'seen-twice' : nature, exchange);
}

/** A fault of the proxy is not a failure of the deployment, even where a rule throws because of it. */
function findProxyFault({ steps }: Transcript): string | undefined {
  const faults = steps.flatMap(({ response }) =>
    response.kind === 'unanswered' && response.cause === 'proxy' ? response.detail : [],
  );

  return faults[0] === undefined ? undefined : `the proxy ${faults[0]}`;
}

/** Copies of a case that run at the same time. */
export interface Crowd {
  readonly copies: number;
  readonly of: unknown;
}

export function isCrowd(value: unknown): value is Crowd {
  return typeof value === 'object' && value !== null && 'copies' in value && 'of' in value;
}

/** Returns one execution with the exchanges of all copies; it failed if one of them did. */
async function executeCrowd(
  { copies, of }: Crowd,
  executeOne: (value: unknown) => Promise<Execution>,
): Promise<Execution> {
  const executions = await Promise.all(Array.from({ length: copies }, () => executeOne(of)));
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
  const isConcurrent = ({ sentAt }: Exchange, index: number) =>
    steps.slice(0, index).some(({ endedAt }) => endedAt > sentAt);

  return {
    steps: steps.map((step, index) => ({ ...step, concurrent: isConcurrent(step, index) })),
    freshMtxids: new Map(freshMtxids),
  };
}
