/** What is to go wrong on purpose, and with which calls: plain data, as it is written. Nothing here makes it happen. */

/** Before the call is carried out, which then never is, or after it. */
export type Moment = 'before' | 'after';

/** One thing that goes wrong with an answer; a latency may stand beside it, or alone. */
export interface Fault {
  /** In milliseconds: how much later the answer comes. */
  readonly latency?: number;
  /** In milliseconds: by how much the latency is more or less, at random. */
  readonly jitter?: number;
  /** The HTTP status of a refusal in place of the call, which is not carried out. */
  readonly status?: number;
  /** In seconds: the header Retry-After of that refusal. */
  readonly 'retry-after'?: number;
  /** The connection is reset before any byte of an answer. */
  readonly reset?: Moment;
  /** No answer comes, for as long as the client waits. */
  readonly hang?: Moment;
  /** The connection ends in the middle of the body. */
  readonly truncated?: true;
  /** The body is no JSON. */
  readonly malformed?: true;
  /** The body is empty. */
  readonly empty?: true;
  /** In bytes per second: how fast the body comes. */
  readonly 'slow-body'?: number;
}

/** Of these a fault has one, or a latency alone. */
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

/** A value of a JSON object that a call's field is compared with. */
export type FieldValue = string | number | boolean;

/** Which calls: those that everything here fits. Where nothing is said, all of them. */
export interface FaultCondition {
  readonly path?: '/v1/ch' | '/v1/ch/sale';
  /** The name of the merchant that calls. */
  readonly merchant?: string;
  /** In US dollars; equal as a number, so "13.370" is 13.37. */
  readonly amount?: string | number;
  /** Fields of the request, each with its value; of a list with one of its items. */
  readonly body?: Readonly<Record<string, FieldValue>>;
  /** Only every Nth of them. */
  readonly every?: number;
  /** From 0 to 1: only so large a part of them, at random. */
  readonly probability?: number;
  /** Only so many times, the first ones. */
  readonly times?: number;
}

export interface FaultRule {
  readonly when?: FaultCondition;
  /** What goes wrong with the answers to those calls. */
  readonly then: Fault;
}
