/** Faults and fault rules as data: what goes wrong with a response, and with which calls. */

/** Names a fault, in a request and in the response that has it. */
export const FAULT_HEADER = 'tollgate-fault';

/** Whether the call is carried out before it goes wrong. */
export type Moment = 'before' | 'after';

/** One kind of fault, a latency, or both. */
export interface Fault {
  /** In milliseconds, added to the time that the response takes. */
  readonly latency?: number;
  /** In milliseconds: the latency varies at random by this much. */
  readonly jitter?: number;
  /** The HTTP status of a refusal; the call is not carried out. */
  readonly status?: number;
  /** In seconds: the header Retry-After of that refusal. */
  readonly 'retry-after'?: number;
  /** The connection is reset before the first byte of a response. */
  readonly reset?: Moment;
  /** No response is sent, and the connection stays open. */
  readonly hang?: Moment;
  /** The connection ends in the middle of the body. */
  readonly truncated?: true;
  /** The body is not JSON. */
  readonly malformed?: true;
  /** The body is empty. */
  readonly empty?: true;
  /** In bytes per second: the speed of the body. */
  readonly 'slow-body'?: number;
}

/** A fault has at most one of these. */
export const FAULT_KINDS = [
  'status',
  'reset',
  'hang',
  'truncated',
  'malformed',
  'empty',
  'slow-body',
] as const satisfies readonly (keyof Fault)[];

export type FaultKind = (typeof FAULT_KINDS)[number];

/** Compared with a field of a request. */
export type FieldValue = string | number | boolean;

/** Calls that meet all of these conditions; without conditions all calls. */
export interface FaultCondition {
  readonly path?: '/v1/ch' | '/v1/ch/sale';
  /** The name of the merchant of the token. */
  readonly merchant?: string;
  /** In US dollars, compared as a number: "13.370" equals 13.37. */
  readonly amount?: string | number;
  /** Fields of the request. A list equals a value that it contains. */
  readonly body?: Readonly<Record<string, FieldValue>>;
  /** Only every Nth of these calls. */
  readonly every?: number;
  /** From 0 to 1: the probability that a call is affected. */
  readonly probability?: number;
  /** Only the first N of these calls. */
  readonly times?: number;
}

export interface FaultRule {
  readonly when?: FaultCondition;
  /** The fault of those calls. */
  readonly then: Fault;
}
