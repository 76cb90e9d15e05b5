/** Faults and fault rules as data: how a response is wrong, and for which calls. */

/** Before or after the call is carried out. */
export type Moment = 'before' | 'after';

/** One kind of fault, a latency, or both. `FAULT_MEMBERS` describes each member. */
export interface Fault {
  /** In milliseconds. */
  readonly latency?: number;
  /** In milliseconds. */
  readonly jitter?: number;
  /** An HTTP status from 400 to 599. */
  readonly status?: number;
  /** In seconds. */
  readonly 'retry-after'?: number;
  readonly reset?: Moment;
  readonly hang?: Moment;
  readonly truncated?: true;
  readonly malformed?: true;
  readonly empty?: true;
  readonly close?: true;
  readonly refuse?: true;
  readonly message?: string;
  readonly 'no-fields'?: true;
  readonly 'zero-fee'?: true;
  /** In bytes per second. */
  readonly 'slow-body'?: number;
}

/** How each member of `T` is written on a command line, and what it does: for the help and the schema of merchant files. */
type Described<T> = { readonly [K in keyof Required<T>]: { readonly form: string; readonly about: string } };

export const FAULT_MEMBERS: Described<Fault> = {
  latency: { form: 'latency=MS', about: 'Delays the response by this time, in milliseconds.' },
  jitter: { form: 'jitter=MS', about: 'Varies the latency at random by up to this time, in milliseconds.' },
  status: { form: 'status=CODE', about: 'Refuses the call with this status, and does not carry it out.' },
  'retry-after': {
    form: 'retry-after=S',
    about: 'Sets Retry-After of that refusal, in seconds; 1 by default for 429.',
  },
  reset: {
    form: 'reset, reset=after',
    about: 'Resets the connection before the first byte of the response.',
  },
  hang: { form: 'hang, hang=after', about: 'Sends no response and keeps the connection open.' },
  truncated: { form: 'truncated', about: 'Ends the connection in the middle of the body.' },
  malformed: { form: 'malformed', about: 'Sends a body that is not JSON.' },
  empty: { form: 'empty', about: 'Sends an empty body.' },
  close: { form: 'close', about: 'Ends the connection after the response.' },
  refuse: {
    form: 'refuse',
    about: 'Refuses a valid call, in the form of the choices refusal and refusal-status.',
  },
  message: { form: 'message=TEXT', about: 'Sends this message in place of ok; the call is carried out.' },
  'no-fields': {
    form: 'no-fields',
    about: 'Refuses the call with status 200 and the body {}, without carrying it out.',
  },
  'zero-fee': { form: 'zero-fee', about: 'Sends a transactionFee of 0; the call is carried out.' },
  'slow-body': { form: 'slow-body=BYTES', about: 'Sends the body at this speed, in bytes per second.' },
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
export type FieldValue = string | number | boolean;

/** Calls that meet all of these conditions; without conditions all calls. `CONDITION_MEMBERS` describes each. */
export interface FaultCondition {
  readonly path?: '/v1/ch' | '/v1/ch/sale';
  readonly merchant?: string;
  /** In US dollars. */
  readonly amount?: string | number;
  readonly body?: Readonly<Record<string, FieldValue>>;
  readonly every?: number;
  /** From 0 to 1. */
  readonly probability?: number;
  readonly times?: number;
}

export const CONDITION_MEMBERS: Described<FaultCondition> = {
  path: { form: 'path=PATH', about: 'Calls to this path.' },
  merchant: { form: 'merchant=NAME', about: 'Calls with a token of this merchant.' },
  amount: { form: 'amount=USD', about: 'Calls with this amount in US dollars; "13.370" equals 13.37.' },
  body: {
    form: 'body.FIELD=VALUE',
    about: 'Calls whose fields have these values; a list equals each value in it.',
  },
  every: { form: 'every=N', about: 'Only every Nth of these calls.' },
  probability: {
    form: 'probability=SHARE',
    about: 'Only this share of these calls, at random, from 0 to 1.',
  },
  times: { form: 'times=N', about: 'Only the first N of these calls.' },
};

export interface FaultRule {
  readonly when?: FaultCondition;
  /** The fault of those calls. */
  readonly then: Fault;
}
