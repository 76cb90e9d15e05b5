/** Faults and fault rules as data: how a response is wrong, and for which calls. */
import type { Schemas } from '../../../engine/merchants/merchants.gen.ts';

/** Before or after the call is carried out. */
export type Moment = 'before' | 'after';

/** One kind of fault, a latency, or both; `merchants.schema.json` describes each member. */
export interface Fault extends Omit<Schemas['fault'], 'reset' | 'hang'> {
  readonly reset?: Moment;
  readonly hang?: Moment;
}

/** How each member is written on a command line. */
export const FAULT_FORMS: Readonly<Record<keyof Fault, string>> = {
  latency: 'latency=MS',
  jitter: 'jitter=MS',
  status: 'status=CODE',
  'retry-after': 'retry-after=S',
  reset: 'reset, reset=after',
  hang: 'hang, hang=after',
  truncated: 'truncated',
  malformed: 'malformed',
  empty: 'empty',
  close: 'close',
  refuse: 'refuse',
  message: 'message=TEXT',
  'no-fields': 'no-fields',
  'zero-fee': 'zero-fee',
  'slow-body': 'slow-body=BYTES',
};

/** A fault has at most one of these. */
export const FAULT_KINDS = [
  'status',
  'reset',
  'hang',
  'truncated',
  'malformed',
  'empty',
  'close',
  'refuse',
  'message',
  'no-fields',
  'zero-fee',
  'slow-body',
] as const satisfies readonly (keyof Fault)[];

export type FaultKind = (typeof FAULT_KINDS)[number];

/** Compared with a field of a request. */
export type FieldValue = NonNullable<FaultCondition['body']>[string];

/** Calls that meet all of these conditions; without conditions all calls. */
export type FaultCondition = Schemas['condition'] & { readonly merchant?: string };

export const CONDITION_FORMS: Readonly<Record<keyof FaultCondition, string>> = {
  path: 'path=PATH',
  merchant: 'merchant=NAME',
  amount: 'amount=USD',
  body: 'body.FIELD=VALUE',
  every: 'every=N',
  probability: 'probability=SHARE',
  times: 'times=N',
};

export interface FaultRule {
  readonly when?: FaultCondition;
  /** The fault of those calls. */
  readonly then: Fault;
}
