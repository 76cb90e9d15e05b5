/** Whether traffic may fail a rule on services, and under which conditions, since nothing is repeated there. */
import type { NamedBy } from '../../src/exchange/trace.ts';

/** Parts that must occur in accepted calls, since a recorder may remove or replace them in all calls. */
export type Fact = 'amount' | 'nicn' | 'region' | 'identifier' | 'authorization';

/** `decisions.test.ts` has services that behave in this way for another reason, three for each such rule. */
export interface JudgedInTraffic {
  /** Violations that fail the rule; fewer may be accidents, such as one wrong response of a gateway. */
  readonly from: number;
  /** What fewer violations, or those that a missing call may explain, could be; an accident unless given. */
  readonly couldBe?: string;
  /**
   * What the rule compares, which calls that are not recorded may change: the calls of one transaction, two first calls,
   * two calls that each name their transaction by an `mTxId` alone, or a fee with a price.
   */
  readonly compares?: 'transaction' | 'two-first-calls' | 'two-mtxids' | 'price';
  /** Whether only an `mTxId` names the transaction, which does not identify it for an unknown merchant. */
  readonly byMtxid?: boolean;
  readonly needs?: Fact;
  /** The header of the response that the rule is about, in lower case: a recorder may leave it out. */
  readonly header?: string;
}

interface NotTested {
  readonly why: string;
  /** Whether a recording that lacks nothing shows it. */
  readonly unlessComplete?: true;
}

export type InTraffic = JudgedInTraffic | NotTested;

export function requires(needs: Fact): JudgedInTraffic {
  return { from: 1, needs };
}

/** The rule is about the `sTxId` of a known transaction, which calls name in this way. */
export function keepsStxid(from: number, by: NamedBy): JudgedInTraffic {
  const couldBe = 'a restart, the end of its lifetime, or a call that is not recorded';

  return { from, compares: 'transaction', couldBe, byMtxid: by !== 'sTxId' };
}

export const MALFORMED: JudgedInTraffic = {
  from: 3,
  couldBe: 'an accident, such as the response of a gateway',
};
export const REFUSAL = notTested('a refusal may have a reason that only the service knows');
export const FEES = notTested('prices may change between two calls; --pricing compares each fee');
export const OUTAGE = notTested('networks, gateways and outages lose and fail requests too');
export const NOT_SHOWN = notTested('only a test request could');
export const ELSEWHERE: NotTested = {
  ...notTested('calls that are not recorded may have changed the transaction'),
  unlessComplete: true,
};

export function notTested(why: string): NotTested {
  return { why: `traffic cannot show it: ${why}` };
}
