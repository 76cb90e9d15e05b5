/** What goes wrong in each resilience run, with the rule that judges what the client sends then. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { EffortName } from '../../report/report.ts';
import type { Variation } from '../client-mock.ts';
import {
  givesUp,
  type Judge,
  noSaleAfterLoss,
  noSaleAfterRefusal,
  repeatsSafely,
  survivesMalformed,
  waitsForRetryAfter,
} from './judge.ts';

export type ScenarioRuleId = Extract<
  ClientRuleId,
  `client-resilience/${string}` | 'client-flow/sells-what-was-priced'
>;

export interface RuleJudge {
  readonly rule: ScenarioRuleId;
  readonly judge: Judge;
  /** The rule whose success under an earlier fault dispels a doubt; this one by default. */
  readonly trustedBy?: ScenarioRuleId;
}

export interface Scenario extends Variation {
  /** The rules that the run shows something about. */
  readonly judges: readonly RuleJudge[];
}

const FEE = 'path=/v1/ch';

const NO_SALE = 'client-resilience/no-sale-after-refused-fee';

const REPEATS: RuleJudge = { rule: 'client-resilience/repeats-safely', judge: repeatsSafely };
const GIVES_UP: RuleJudge = { rule: 'client-resilience/gives-up', judge: givesUp };
/** Tests that depend on each other would also sell after a refused fee call. */
const PRICED: RuleJudge = {
  rule: 'client-flow/sells-what-was-priced',
  judge: noSaleAfterLoss,
  trustedBy: NO_SALE,
};

function refused({ choices = {}, faults = [`${FEE}: refuse`] }: Partial<Variation> = {}): Scenario {
  return { judges: [{ rule: NO_SALE, judge: noSaleAfterRefusal }], choices, faults };
}

function putOff(faults: readonly string[]): Scenario {
  return {
    judges: [{ rule: 'client-resilience/waits-for-retry-after', judge: waitsForRetryAfter }],
    choices: {},
    faults,
  };
}

function lost(faults: readonly string[]): Scenario {
  return { judges: [REPEATS], choices: {}, faults };
}

function silent(fault: string, others: readonly RuleJudge[] = []): Scenario {
  return { judges: [GIVES_UP, ...others], choices: {}, faults: [fault] };
}

function malformed(faults: readonly string[]): Scenario {
  return {
    judges: [{ rule: 'client-resilience/survives-malformed-answers', judge: survivesMalformed }],
    choices: {},
    faults,
  };
}

const STANDARD: readonly Scenario[] = [
  refused(),
  // None of the three fields; then a fee of zero and an sTxId beside another message.
  refused({
    choices: { refusal: '2xx-zero-fee-stxid' },
    faults: [`${FEE}, every=2: refuse`, `${FEE}: no-fields`],
  }),
  // A fee and the sTxId of a transaction, beside a message that is not ok.
  refused({ faults: [`${FEE}: message="not ok"`] }),
  refused({ faults: [`${FEE}: status=500`] }),
  putOff(['times=1: status=429;retry-after=1', 'times=1: status=503;retry-after=1']),
  // What a client sends after the first lost answer is the same whether or not the next one is lost as well.
  silent('reset', [REPEATS, PRICED]),
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
  refused({ choices: { refusal: '2xx-zero-fee-stxid' } }),
  refused({ faults: [`${FEE}: message=declined`] }),
  putOff([`${FEE}, times=1: status=429;retry-after=2`]),
  putOff(['path=/v1/ch/sale, times=1: status=503;retry-after=2']),
  lost([`${FEE}, times=1: reset=after`]),
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
