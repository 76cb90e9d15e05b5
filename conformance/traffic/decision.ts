/** What a rule needs to fail by traffic, and decisions that many rules share. */

/** Parts that must occur in accepted calls, since a recorder may remove or replace them in all calls. */
export type Fact = 'amount' | 'nicn' | 'region' | 'identifier' | 'authorization';

export interface Judged {
  readonly kind: 'judged';
  /** Violations that fail the rule; fewer may be accidents, such as one wrong response of a gateway. */
  readonly from: number;
  /** What fewer violations, or those that a missing call may explain, could be; an accident unless given. */
  readonly couldBe?: string;
  /** Whether each violation counts only if its transaction was opened after the one before: a restart loses many at once. */
  readonly apart?: true;
  /** Whether a call that this recording lacks may explain it, unless the two calls are less than two seconds apart. */
  readonly close?: true;
  /** Whether a violation that the rule marks as an accident could be one, however often it occurs. */
  readonly accidents?: true;
  /** Whether only an `mTxId` names the transaction, which does not identify it for an unknown merchant. */
  readonly byMtxid?: true;
  /** Whether headers that may mark a repeated request explain it. */
  readonly unrepeated?: true;
  /** Whether both calls must be first calls by their content: a wrong clock may change the order of others. */
  readonly twoFirst?: true;
  /** Whether both calls must name their transaction by its `mTxId` alone: a missing call may have given it another. */
  readonly twoMtxids?: true;
  readonly needs?: Fact;
  /** The header of the response that the rule is about, in lower case: a recorder may leave it out. */
  readonly header?: string;
  /** Services that behave in this way for another reason; each has a test. */
  readonly innocent: readonly [string, string, string];
}

interface NotTested {
  readonly kind: 'not-tested';
  readonly why: string;
}

export type TrafficDecision = Judged | NotTested;

export const LOST_STATE = [
  'forgets a transaction after its lifetime, and opens a new one',
  'has lost its memory in a restart',
  'has another process sell the transaction, so that the identifier is free again',
] as const;

export function notTested(why: string): NotTested {
  return { kind: 'not-tested', why: `traffic cannot show it: ${why}` };
}

export function requires(needs: Fact): Judged {
  return {
    kind: 'judged',
    from: 1,
    needs,
    innocent: [
      'reads the value from another field, such as bin or total',
      'updates a transaction that an earlier call has opened',
      'has a recorder that removes the field from every body',
    ],
  };
}

export function ofNicn(recorder: string): Judged {
  return {
    kind: 'judged',
    from: 1,
    needs: 'nicn',
    innocent: [recorder, 'refuses it with 2xx and a message', 'refuses it with 2xx, a fee of 0 and an sTxId'],
  };
}

export function malformed(first: string): Judged {
  return {
    kind: 'judged',
    from: 3,
    couldBe: 'an accident, such as the response of a gateway',
    innocent: [
      first,
      'answers one request through a broken cache',
      'answers in another form while it starts',
    ],
  };
}

export function keeps(): Judged {
  return { ...sells(), from: 3 };
}

export function sells(): Judged {
  return {
    ...{ kind: 'judged', from: 2, apart: true, close: true, accidents: true, unrepeated: true },
    couldBe: 'a restart, the end of its lifetime, or a call that is not recorded',
    innocent: LOST_STATE,
  };
}
