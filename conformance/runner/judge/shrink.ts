/** Shrinks a failing case: tries smaller cases until none of them fails or the requests run out. */
import type { RuleContext } from '../../rule/context.ts';
import { smallerRequests } from '../../rule/patterns/smaller-requests.ts';
import { isRecording, type RecordedCall, type Recording } from '../../rule/recording.ts';
import type { Rule } from '../../rule/rule.ts';
import { shrinkCandidates } from '../../rule/shrink-candidates.ts';
import { recogniserOf } from './cases.ts';

interface ShrinkOptions<Case> {
  readonly start: Case;
  /** Smaller cases, the most promising first. */
  readonly candidates: (value: Case) => Iterable<Case>;
  /** Runs a candidate; returns whether it fails likewise. */
  readonly fails: (value: Case) => Promise<{ readonly failed: boolean; readonly requests: number }>;
  readonly maxRequests: number;
}

interface Shrunk<Case> {
  readonly smallest: Case;
  /** The last candidate may go beyond the maximum. */
  readonly requests: number;
}

/** Greedy: continues with the first smaller case that fails. */
export async function shrink<Case>({
  start,
  candidates,
  fails,
  maxRequests,
}: ShrinkOptions<Case>): Promise<Shrunk<Case>> {
  const tried = new Set<string>();
  let smallest = start;
  let requests = 0;

  for (let progress = true; progress; ) {
    progress = false;
    for (const candidate of candidates(smallest)) {
      const key = JSON.stringify(candidate);
      if (tried.has(key)) continue;
      if (requests >= maxRequests) return { smallest, requests };
      tried.add(key);
      const attempt = await fails(candidate);
      requests += attempt.requests;
      if (!attempt.failed) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }

  return { smallest, requests };
}

/** Returns the function that lists smaller cases of a rule. */
export function smallerCasesOf(rule: Rule, context: RuleContext): (value: unknown) => Iterable<unknown> {
  const isCase = recogniserOf(rule, context);

  return function* (value) {
    if (isRecording(value)) return yield* smallerRecordings(value);
    yield* rule.shrink?.(value) ?? [];
    for (const candidate of shrinkCandidates(value)) if (isCase(candidate)) yield candidate;
  };
}

/** Recordings without one of the calls, or with a call that has fewer fields. */
function* smallerRecordings({ calls }: Recording): Generator<Recording> {
  for (const index of calls.keys()) {
    const without = calls.length > 1 ? withoutCall(calls, index) : undefined;
    if (without !== undefined) yield { calls: without };
  }
  for (const [index, call] of calls.entries()) {
    if ('raw' in call.body) continue;
    for (const body of smallerRequests(call.body, ['sTxId', 'processor']))
      yield { calls: calls.with(index, { ...call, body }) };
  }
  if (calls.some(({ concurrent }) => concurrent))
    yield { calls: calls.map(({ concurrent: _, ...call }) => call) };
}

/** Undefined where a later call needs the `sTxId` that this one returns. */
function withoutCall(calls: readonly RecordedCall[], index: number): readonly RecordedCall[] | undefined {
  if (calls.some((call) => referenceIn(call) === index + 1)) return undefined;

  return calls.toSpliced(index, 1).map((call) => {
    const reference = referenceIn(call);
    if (reference === undefined || reference <= index) return call;

    return { ...call, body: { ...call.body, sTxId: `{s${reference - 1}}` } };
  });
}

/** The number of the call whose `sTxId` this one sends. */
function referenceIn({ body }: RecordedCall): number | undefined {
  const sTxId = 'sTxId' in body ? body['sTxId'] : undefined;
  const number = typeof sTxId === 'string' ? /^\{s(\d+)\}$/.exec(sTxId)?.[1] : undefined;

  return number === undefined ? undefined : Number(number);
}
