/** What goes wrong in each resilience run, with the rule that judges what the client sends then. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { EffortName } from '../../report/report.ts';
import type { Variation } from '../client-mock.ts';
import {
  givesUp,
  type Judge,
  noSaleAfterRefusal,
  repeatsSafely,
  survivesMalformed,
  waitsForRetryAfter,
} from './judge.ts';

export type ResilienceRuleId = Extract<ClientRuleId, `client-resilience/${string}`>;

export interface Scenario extends Variation {
  readonly rule: ResilienceRuleId;
  readonly judge: Judge;
}

const FEE = 'path=/v1/ch';

function refused(variation: Partial<Variation> = {}): Scenario {
  return {
    rule: 'client-resilience/no-sale-after-refused-fee',
    judge: noSaleAfterRefusal,
    choices: {},
    faults: [`${FEE}: refuse`],
    ...variation,
  };
}

function putOff(faults: readonly string[]): Scenario {
  return { rule: 'client-resilience/waits-for-retry-after', judge: waitsForRetryAfter, choices: {}, faults };
}

function lost(faults: readonly string[]): Scenario {
  return { rule: 'client-resilience/repeats-safely', judge: repeatsSafely, choices: {}, faults };
}

function silent(fault: string): Scenario {
  return { rule: 'client-resilience/gives-up', judge: givesUp, choices: {}, faults: [fault] };
}

function malformed(faults: readonly string[]): Scenario {
  return {
    rule: 'client-resilience/survives-malformed-answers',
    judge: survivesMalformed,
    choices: {},
    faults,
  };
}

const STANDARD: readonly Scenario[] = [
  refused(),
  refused({ choices: { refusal: '2xx-zero-fee-stxid' } }),
  // A fee and the sTxId of a transaction, beside a message that is not ok.
  refused({ faults: [`${FEE}: message=declined`] }),
  putOff(['times=1: status=429;retry-after=1', 'times=1: status=503;retry-after=1']),
  lost([`${FEE}, times=1: reset=after`]),
  silent('reset'),
  silent('hang'),
  malformed([`${FEE}, every=3: truncated`, `${FEE}, every=2: empty`, `${FEE}: malformed`]),
];

/** Scenarios that only the effort deep tries. */
const RARE: readonly Scenario[] = [
  refused({ choices: { refusal: 'json' } }),
  refused({ choices: { refusal: 'html' } }),
  refused({ choices: { refusal: 'empty' } }),
  refused({ choices: { refusal: '2xx-message' } }),
  refused({ choices: { refusal: '2xx-message-stxid' } }),
  refused({ choices: { refusal: '2xx-zero-fee' } }),
  putOff([`${FEE}, times=1: status=429;retry-after=2`]),
  putOff(['path=/v1/ch/sale, times=1: status=503;retry-after=2']),
  lost([`${FEE}, times=1: reset`]),
  silent('status=500'),
  malformed([`${FEE}: truncated`]),
  malformed([`${FEE}: empty`]),
];

export const RESILIENCE_RUNS: { readonly [E in EffortName]: readonly Scenario[] } = {
  quick: [],
  standard: STANDARD,
  deep: [...STANDARD, ...RARE],
};
