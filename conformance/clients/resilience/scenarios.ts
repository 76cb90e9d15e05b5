/** The faults of each resilience run, with the rules that judge the client's requests in it. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import type { EffortName } from '../../report/report.ts';
import type { Variation } from '../client-mock.ts';
import type { ClientRun } from '../run-client.ts';
import { callsBeforeUpdate, sentCalls } from './calls.ts';
import { byObserver, ifPassed, type Judge } from './judgement.ts';
import { noSaleAfterLoss, noSaleAfterRefusal } from './no-sale.ts';
import {
  givesUp,
  repeatsSafely,
  repeatsSaleSafely,
  survivesMalformed,
  waitsForRetryAfter,
} from './repeats.ts';

export type ScenarioRuleId = Extract<
  ClientRuleId,
  | `client-resilience/${string}`
  | `client-flow/sells-${'what-was-priced' | 'at-an-accepted-price' | 'at-the-last-price' | 'once'}`
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
  /** Whether the run waits for the client to give up: a client that never does is run so once. */
  readonly isSilent?: boolean;
  /** The rules that the run can judge. */
  readonly judges: readonly RuleJudge[];
}

const FEE = 'path=/v1/ch';
const SALE = 'path=/v1/ch/sale';

const NO_SALE = 'client-resilience/no-sale-after-refused-fee';

const REPEATS: RuleJudge = { rule: 'client-resilience/repeats-safely', judge: repeatsSafely };
const PUT_OFF: RuleJudge = { rule: 'client-resilience/waits-for-retry-after', judge: waitsForRetryAfter };
const REPEATS_SALE: RuleJudge = { rule: 'client-resilience/repeats-safely', judge: repeatsSaleSafely };
const SELLS_ONCE: RuleJudge = {
  rule: 'client-flow/sells-once',
  judge: byObserver('client-flow/sells-once'),
};
const AFTER_SALE: RuleJudge = {
  rule: 'client-flow/sells-at-the-last-price',
  judge: ifPassed(byObserver('client-flow/sells-at-the-last-price')),
};
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
    judges: [PUT_OFF],
    choices: {},
    faults,
  };
}

function lost(faults: readonly string[]): Scenario {
  return { judges: [REPEATS], choices: {}, faults };
}

function silent(fault: string, others: readonly RuleJudge[] = []): Scenario {
  return { judges: [GIVES_UP, ...others], choices: {}, faults: [fault], isSilent: fault === 'hang' };
}

/** Faults of sales; a client that sells nothing is not run with them. */
function inSales(faults: readonly string[], isSilent = false): Scenario {
  return {
    judges: [SELLS_ONCE, REPEATS_SALE, AFTER_SALE, GIVES_UP],
    choices: {},
    isSilent,
    faults: (baseline) => (hasSale(baseline) ? faults : undefined),
  };
}

function hasSale(baseline: ClientRun): boolean {
  return sentCalls(baseline).some(({ operation }) => operation === 'attachSale');
}

/** Faults of all fee calls from the first update on, if there is one. */
function inUpdates(faults: readonly string[], judges: readonly RuleJudge[]): Scenario {
  return {
    judges,
    choices: {},
    faults(baseline) {
      const before = callsBeforeUpdate(baseline);

      return before === undefined ? undefined : [`${FEE}, times=${before}: latency=0`, ...faults];
    },
  };
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
const REFUSED_UPDATE = inUpdates(
  [`${FEE}, times=${MOST_LATE}: latency=300, refuse`, `${FEE}: refuse`],
  [
    { rule: 'client-flow/sells-at-the-last-price', judge: byObserver('client-flow/sells-at-the-last-price') },
    {
      rule: 'client-flow/sells-at-an-accepted-price',
      judge: ifPassed(byObserver('client-flow/sells-at-an-accepted-price')),
    },
  ],
);

/** The new price is stored, and the client does not get to know it. */
const lostUpdate = (faults: readonly string[]) => inUpdates(faults, [AFTER_SALE, GIVES_UP]);

/** The first update and the first sale are put off, each once. */
const PUT_OFF_LATER: Scenario = {
  judges: [PUT_OFF, SELLS_ONCE],
  choices: {},
  faults(baseline) {
    const before = callsBeforeUpdate(baseline);
    if (before === undefined && !hasSale(baseline)) return undefined;

    return [
      ...(before === undefined
        ? []
        : [`${FEE}, times=${before}: latency=0`, `${FEE}, times=1: status=429;retry-after=1`]),
      `${SALE}, times=1: status=503;retry-after=1`,
    ];
  },
};

/** The first answer to a fee call is lost; later, all sales are refused. */
const LOST_FEE_REFUSED_SALE: Scenario = {
  judges: [REPEATS, GIVES_UP, SELLS_ONCE],
  choices: {},
  faults: [`${FEE}, times=1: reset=after`, `${SALE}: status=500`],
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
  lostUpdate([`${FEE}, times=1: reset=after`, `${FEE}: truncated`]),
  putOff([`${FEE}, times=1: status=429;retry-after=1`, `${FEE}, times=1: status=503;retry-after=1`]),
  PUT_OFF_LATER,
  inSales([`${SALE}, times=1: reset=after`, `${SALE}, times=1: truncated`]),
  LOST_FEE_REFUSED_SALE,
  // What a client sends after the first lost answer is the same whether or not the next one is lost as well.
  silent('reset', [REPEATS, PRICED]),
  silent('hang'),
  inSales([`${SALE}, times=1: hang=after`], true),
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
  putOff([`${SALE}, times=1: status=503;retry-after=2`]),
  ...['reset', 'reset=after', 'truncated', 'malformed', 'empty'].flatMap((fault) => [
    lostUpdate([`${FEE}: ${fault}`]),
    lostUpdate([`${FEE}, times=1: ${fault}`]),
    inSales([`${SALE}, times=1: ${fault}`]),
    inSales([`${SALE}: ${fault}`]),
  ]),
  ...['refuse', 'status=500'].map((fault) => inSales([`${SALE}: ${fault}`])),
  inSales([`${SALE}: latency=1000`]),
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
