/** Each kind of fault with its effect on a response. */

import { problemResponse } from '../../http/problem.ts';
import { REFUSALS, type Refusal, refuse, refuseBecause } from '../../refusal.ts';
import { type Fields, isFields } from '../../request.ts';
import { EMPTY, type MockResponse, type Sending } from '../../response.ts';
import { FAULT_KINDS, type Fault, type FaultKind, type Moment } from './fault.ts';

interface FaultEffect {
  /** Answers in place of the call, which is not carried out. */
  readonly answer?: (requestId: string) => MockResponse;
  /** Refuses the call, unless its content is refused anyway. */
  readonly refusal?: Refusal;
  /** Added to those of the response. */
  readonly headers?: MockResponse['headers'];
  /** Changes the body of the response. */
  readonly changeBody?: (body: Buffer) => Buffer;
  /** How the response is sent, where that is not as a whole. */
  readonly sending?: Sending;
}

/** @param value the member of the fault for this kind */
type Kind<K extends FaultKind> = (value: Required<Fault>[K], fault: Fault) => FaultEffect;

const KINDS: { readonly [K in FaultKind]: Kind<K> } = {
  status: (status, fault) => ({ answer: (requestId) => refuseWith(status, fault, requestId) }),
  reset: (moment) => ({ sending: { kind: 'reset' }, ...skipCall(moment) }),
  hang: (moment) => ({ sending: { kind: 'hang' }, ...skipCall(moment) }),
  truncated: () => ({ sending: { kind: 'truncated' } }),
  // A JSON object without its last brace is not JSON.
  malformed: () => ({ changeBody: (body) => Buffer.from(body.toString().trimEnd().slice(0, -1) || '{') }),
  empty: () => ({ changeBody: () => EMPTY }),
  close: () => ({ headers: { connection: 'close' } }),
  refuse: () => ({ refusal: REFUSED }),
  message: (message) => ({ changeBody: replaceField('message', message) }),
  'no-fields': () => ({ answer: withoutFields }),
  'zero-fee': () => ({ changeBody: replaceField('transactionFee', 0) }),
  'slow-body': (bytesPerSecond) => ({ sending: { kind: 'slow', bytesPerSecond } }),
};

/** The effect of a fault, apart from its latency. */
export function effectOf(fault: Fault): FaultEffect {
  const kind = FAULT_KINDS.find((candidate) => fault[candidate] !== undefined);

  return kind === undefined ? {} : effectOfKind(kind, fault);
}

function effectOfKind<K extends FaultKind>(kind: K, fault: Fault): FaultEffect {
  const value = fault[kind];

  return value === undefined ? {} : KINDS[kind](value as Required<Fault>[K], fault);
}

function skipCall(moment: Moment): Pick<FaultEffect, 'answer'> {
  return moment === 'before' ? { answer: () => NOT_SENT } : {};
}

const REFUSED = refuse('content-refused', [], {
  detail: 'a fault refused the call, which was not carried out',
  fix: REFUSALS.fault.fix,
});

/** Leaves a body without this field unchanged. */
function replaceField(name: string, value: unknown): (body: Buffer) => Buffer {
  return (body) => {
    const fields = readFields(body);

    return fields !== undefined && name in fields
      ? Buffer.from(JSON.stringify({ ...fields, [name]: value }))
      : body;
  };
}

function readFields(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());

    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only the journal shows it. */
const NOT_SENT: MockResponse = { status: 503, headers: {}, body: EMPTY };

/** A refusal, since it has none of the fields of a fee response. */
function withoutFields(requestId: string): MockResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'request-id': requestId },
    body: Buffer.from('{}'),
  };
}

/** In seconds: a 429 always has the header Retry-After. */
const RETRY_AFTER_429 = 1;

function refuseWith(status: number, fault: Fault, requestId: string): MockResponse {
  const retryAfter = fault['retry-after'] ?? (status === 429 ? RETRY_AFTER_429 : undefined);
  const refusal = refuseBecause(
    'fault',
    `a fault set the status ${status}; the call was not carried out`,
    retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
  );

  return problemResponse(refusal, requestId, status);
}
