/** Concurrent updates and sales are not mixed up. */
import fc from 'fast-check';
import type { RuleContext } from '../../rule/context.ts';
import { identifiersBy, mtxidFor, opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { atOnce, type Expectation, fee, type Script, sale } from '../../rule/script.ts';

/** With this many transactions, a script consists of updates only, to save requests at the effort `quick`. */
const FEW = 2;

const MANY = 20;

/** Simultaneous updates of one transaction. */
const UPDATES_OF_ONE = 4;

/** One after another, any calls hold, or that rule names the failure. */
const CONTROL = {
  why: 'the calls fail one after another too',
  blame: 'identity/state-machine',
} as const;

const NEEDS_AMOUNT = 'fee-request/accepts-decimal-amounts';

export const concurrentUpdatesKeepStxid = rule({
  id: 'identity/concurrent-updates-keep-stxid',
  section: '1.2',
  title: 'concurrent updates and sales each return their own sTxId and fee',
  tries: 'Up to twenty transactions updated and sold at the same time, and several updates of one.',
  fix: 'Let no variable, connection or cache that requests share hold the transaction or fee of one of them.',
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'sale/accepts-stxid',
  ],
  scripts: (context) => [
    transactions(context, hasRequestsFor(8, context) ? 8 : 2, 'sTxId'),
    transactions(context, 4, 'mTxId'),
    ...updatesOfOne(context),
    salesOfOne(context),
  ],
  // Where another rule failed only among concurrent requests, this rule names the failure.
  lastScripts: (context, failedAtOnce) => [
    ...(failedAtOnce.length === 0
      ? []
      : [transactions(context, MANY, 'sTxId'), transactions(context, MANY, 'mTxId')]),
    ...(context.history.feesVary && hasRequestsFor(24, context) ? [feesAtOnce(context)] : []),
  ],
  randomScripts: (context) =>
    fc
      .record({
        // The scripts above have more.
        count: fc.integer({ min: FEW, max: hasRequestsFor(300, context) ? 5 : FEW }),
        by: fc.constantFrom('sTxId' as const, 'mTxId' as const),
      })
      .map(({ count, by }) => transactions(context, count, by)),
});

/** Opens transactions of all merchants, updates each to an amount of its own, and sells them: each time all at once. */
function transactions(context: RuleContext, count: number, by: 'sTxId' | 'mTxId'): Script {
  const { baseline, data, traits } = context;
  const amounts = [baseline.amount, ...data.plainAmounts];
  const amountOf = (n: number) => amounts[n % amounts.length] ?? baseline.amount;
  const planned = Array.from({ length: count }, (_, n) => {
    const { merchant, plain } = senderOf(context, n % 2 === 0 ? 'one' : 'several');

    return { merchant, plain, body: { ...plain, amount: amountOf(n) }, mTxId: `{m${n + 1}}` };
  });
  // A fee may depend on the mTxId, as the phases of an A/B test may.
  const hasFees = traits.feesRepeat() && by === 'sTxId' && count > FEW;
  const bodies = new Map(planned.map((one) => [JSON.stringify(one.body), one]));
  const keys = [...bodies.keys()];
  // Before the transactions: more calls in between could evict them from a small store, which another rule judges.
  const prices = hasFees
    ? [...bodies.values()].map(({ body, merchant }) =>
        fee(body, { merchant, needs: NEEDS_AMOUNT, early: true }),
      )
    : [];
  // With amounts of their own: a service may take equal ones in progress for one that was sent twice.
  const openings = planned.map(({ plain, merchant, mTxId }, n) =>
    fee(
      { ...plain, amount: amountOf(n + 1), ...mtxidFor(by, mTxId) },
      { merchant, expects: { accepted: 'an accepted first call' } },
    ),
  );
  const named = planned.map((one, n) => {
    const sTxIdOf = prices.length + n + 1;

    return { ...one, sTxIdOf, identifiers: identifiersBy(by, `{s${sTxIdOf}}`, one.mTxId) };
  });
  const updates = named.map(({ merchant, body, sTxIdOf, identifiers }) => {
    const feeOf = feeAlone(keys.indexOf(JSON.stringify(body)) + 1, body.amount);
    const expects = { accepted: 'an accepted update', sTxIdOf, ...(hasFees && { feeOf }) };

    return fee({ ...body, ...identifiers }, { merchant, expects });
  });
  const sales = named.map(({ merchant, sTxIdOf, identifiers }) =>
    sale(
      { ...identifiers, ...traits.saleExtras },
      { merchant, needs: 'sale/accepts-stxid', expects: { sTxIdOf } },
    ),
  );

  return {
    calls: [prices, openings, updates, count > FEW ? sales : []].flatMap(atOnce),
    control: CONTROL,
  };
}

/** Each of several simultaneous updates of one transaction gets the fee of its own amount. */
function updatesOfOne({ baseline, data, traits }: RuleContext): readonly Script[] {
  if (!traits.feesRepeat()) return [];
  // Other amounts than that of the first call: the rule on updates compares with that.
  const amounts = data.plainAmounts.filter((amount) => amount !== baseline.amount).slice(0, UPDATES_OF_ONE);
  // By sTxId: a fee may depend on the mTxId, and the calls sent alone have none.
  const sTxId = `{s${amounts.length + 1}}`;
  const updates = amounts.map((amount, n) => {
    const unlike = [...amounts.keys()].filter((other) => other !== n).map((other) => other + 1);
    const feeOf = { ...feeAlone(n + 1, amount), unlike };

    // Refused for good after a conflict, where alone it is accepted: the service never ends the conflict.
    return fee({ ...baseline, amount, sTxId }, { expects: { accepted: 'an accepted update', feeOf } });
  });
  const alone = amounts.map((amount) => fee({ ...baseline, amount }, { needs: NEEDS_AMOUNT, early: true }));

  return [
    {
      calls: [[...alone, { ...opened({ ...baseline }), early: true as const }], updates].flatMap(atOnce),
      control: CONTROL,
    },
  ];
}

/** Sales beside each other and an update, of one transaction: each may be refused, but not with a server error. */
function salesOfOne({ baseline, traits: { saleExtras } }: RuleContext): Script {
  const sold = (identifiers: object) => sale({ ...identifiers, ...saleExtras }, { mayDisturb: true });

  return {
    calls: [
      opened({ ...baseline, mTxId: '{m1}' }),
      ...atOnce([
        ...Array.from({ length: 2 }, () => [sold({ sTxId: '{s1}' }), sold({ mTxId: '{m1}' })]).flat(),
        fee({ ...baseline, sTxId: '{s1}' }, { mayDisturb: true }),
      ]),
    ],
  };
}

function feeAlone(call: number, amount: number): NonNullable<Expectation['feeOf']> {
  return { call, isMixUp: 'any', what: `the fee of an update to ${amount} sent alone,` };
}

/** Whether the effort allows this number of requests beside others. */
function hasRequestsFor(count: number, { effort: { otherTraffic } }: RuleContext): boolean {
  return otherTraffic > count;
}

/** Of the baseline's amount. No A/B phase changes a fee by the ratio of two of these. */
const SHARES = [1, 0.3721, 0.5309, 0.7193];

/** Concurrent calls for each amount. */
const CALLS_FOR_EACH = 3;

/**
 * Finds mixed-up fees of concurrent first calls even if fees vary: a fee that belongs to another amount in flight. The
 * calls before and after the concurrent ones, sent one after another, have to show one fee for each amount.
 */
function feesAtOnce({ baseline, deployment }: RuleContext): Script {
  const amounts = SHARES.map((share) => Math.round(baseline.amount * share * 100) / 100).filter(
    (amount) => amount >= deployment.amounts.min,
  );
  const alone = amounts.map((amount) => fee({ ...baseline, amount }, { needs: NEEDS_AMOUNT }));
  const size = amounts.length;
  const together = Array.from({ length: CALLS_FOR_EACH * size }, (_, n) => {
    const own = n % size;
    const amount = amounts[own];
    const feeOf = {
      call: own + 1,
      alike: [size, (2 + CALLS_FOR_EACH) * size].map((start) => start + own + 1),
      isMixUp: 'of-others' as const,
      unlike: [...amounts.keys()].filter((other) => other !== own).map((other) => other + 1),
      what: `for ${amount} the fee of every such call sent alone,`,
    };

    return fee({ ...baseline, amount }, { needs: NEEDS_AMOUNT, expects: { feeOf } });
  });

  return { calls: [...alone, ...alone, ...atOnce(together), ...alone] };
}
