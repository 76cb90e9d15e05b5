/** The faults of each resilience run, with the rules that judge the client's requests in it. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { EffortName } from '../../report/report.ts';
import type { Variation } from '../client-mock.ts';
import type { ClientRun } from '../run-client.ts';
import { callsBeforeUpdate } from './calls.ts';
import { byObserver, ifPassed, type Judge } from './judgement.ts';
import { noSaleAfterLoss, noSaleAfterRefusal } from './no-sale.ts';
import { givesUp, repeatsSafely, survivesMalformed, waitsForRetryAfter } from './repeats.ts';

export type ScenarioRuleId = Extract<
  ClientRuleId,
  | `client-resilience/${string}`
  | `client-flow/sells-${'what-was-priced' | 'at-an-accepted-price' | 'at-the-last-price'}`
>;

export interface RuleJudge {
  readonly rule: ScenarioRuleId;
  readonly judge: Judge;
  /** The rule whose success under an earlier fault dispels a doubt; this one by default. */
  readonly trustedBy?: ScenarioRuleId;
}

export interface Scenario extends Pick<Variation, 'choices'> {
  /** A function if they depend on the baseline run; it returns undefined if they cannot be injected there. */
  readonly faults: Variation['faults'] | ((baseline: ClientRun) => Variation['faults'] | undefined);
  /** The rules that the run can judge. */
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

/** Calls that are late, so that a long run of orders stays within its time. */
const MOST_LATE = 8;

/** From the first update on every fee call is late and refused: a client may sell at once, or go on with the old price. */
const REFUSED_UPDATE: Scenario = {
  judges: [
    { rule: 'client-flow/sells-at-the-last-price', judge: byObserver('client-flow/sells-at-the-last-price') },
    {
      rule: 'client-flow/sells-at-an-accepted-price',
      judge: ifPassed(byObserver('client-flow/sells-at-an-accepted-price')),
    },
  ],
  choices: {},
  faults(baseline) {
    const before = callsBeforeUpdate(baseline);

    return before === undefined
      ? undefined
      : [
          `${FEE}, times=${before}: latency=0`,
          `${FEE}, times=${MOST_LATE}: latency=300, refuse`,
          `${FEE}: refuse`,
        ];
  },
};

const STANDARD: readonly Scenario[] = [
  // A fee and the sTxId of a transaction, beside a message that is not ok. First, since only here a sale is accepted:
  // a command that fails all the same goes on after a failed check.
  refused({ faults: [`${FEE}: message="not ok"`] }),
  refused(),
  // None of the three fields; then a fee of zero and an sTxId beside another message.
  refused({
    choices: { refusal: '2xx-zero-fee-stxid' },
    faults: [`${FEE}, every=2: refuse`, `${FEE}: no-fields`],
  }),
  refused({ faults: [`${FEE}: status=500`] }),
  REFUSED_UPDATE,
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
