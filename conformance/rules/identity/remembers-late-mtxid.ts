/** An `mTxId` that an update or a sale was first to give names the transaction afterwards. */
import { assertAccepted, assertNamesTransaction, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import type { Exchange } from '../../rule/exchange.ts';
import { NotJudged } from '../../rule/failure.ts';
import { expectOwnStxid } from '../../rule/observers.ts';
import { callsAs, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  /** The call that gives the `mTxId`. */
  readonly givenIn: 'update' | 'sale';
  /** The call by that `mTxId` alone. */
  readonly next: 'update' | 'sale';
  /** The merchant that sends them; the one with one processor unless given. */
  readonly merchant?: 'several';
}

/** Stands for the `mTxId` of a first call. */
const EARLY = '{m98}';

const FORGETS_SOLD = 'this deployment takes no such call on a sold transaction by an mTxId given earlier';
const REFUSES_LATE = 'this deployment refuses an update with a new mTxId';

export const remembersLateMtxid = rule<Case>({
  id: 'identity/remembers-late-mtxid',
  section: '2.1',
  level: 'should',
  title: 'an mTxId that an update or a sale was first to give names the transaction afterwards',
  tries:
    'An update by sTxId with a new mTxId, then an update and a sale by that mTxId. The same after a sale with a new ' +
    'mTxId, only where this deployment takes such a call by an mTxId of the first call after a sale.',
  fix:
    'Store an mTxId that comes with an sTxId for the first time, in an update and in a sale, and find the transaction ' +
    'by it.',
  lookAlikes: ['update-after-sale=refuse', 'second-sale=refuse'],
  dependsOn: [
    'identity/update-by-both-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/accepts-mtxid',
    'sale/accepts-late-mtxid',
  ],
  observe(exchange, history) {
    const named = history.named(exchange);
    if (!named?.isLate || named.by !== 'mTxId' || named.transaction.isSold) return undefined;
    const got = exchange.given;
    // That of another transaction is a mix-up, which the rule on sequences judges.
    const isMixUp =
      got !== named.transaction.sTxId && got !== undefined && history.bySTxId(got) !== undefined;

    return isMixUp ? undefined : expectOwnStxid(exchange, named, history);
  },
  probes: ({ deployment: { several } }) => [
    { givenIn: 'update', next: 'update' },
    { givenIn: 'sale', next: 'update' },
    { givenIn: 'update', next: 'sale' },
    { givenIn: 'sale', next: 'sale' },
    ...(several === undefined ? [] : [{ givenIn: 'update', next: 'update', merchant: 'several' } as const]),
  ],

  async run({ givenIn, next, merchant }, conversation, context) {
    const { baseline, data, traits } = context;
    const { fee, sale } = callsAs(merchant, conversation, context);
    // With another amount: a service may answer a repeated first call as before.
    const amount = data.plainAmounts.find((one) => one !== baseline.amount) ?? baseline.amount;
    const call = (body: object): Promise<Exchange> =>
      next === 'update' ? fee({ ...baseline, amount, ...body }) : sale({ ...body, ...traits.saleExtras });
    if (givenIn === 'sale') {
      const known = await open({ fee }, { ...baseline, mTxId: EARLY });
      requireAccepted(await sale({ sTxId: known, mTxId: EARLY, ...traits.saleExtras }), 'sale/accepts-both');
      if ((await call({ mTxId: EARLY })).given !== known) throw new NotJudged(FORGETS_SOLD);
    }
    const sTxId = await open({ fee }, baseline);
    const late = { sTxId, mTxId: '{m1}' };
    const given = await (givenIn === 'sale'
      ? sale({ ...late, ...traits.saleExtras })
      : fee({ ...baseline, ...late }));
    const isRefused = given.outcome.kind === 'refused';
    if (givenIn === 'update' && isRefused) throw new NotJudged(REFUSES_LATE);
    if (stxidOf(requireAccepted(given, 'sale/accepts-late-mtxid')) !== sTxId)
      throw new NotJudged(`the ${givenIn} that gave the mTxId was answered for another transaction`);
    const what = `an accepted ${next} by the mTxId that ${givenIn === 'sale' ? 'a sale' : 'an update'} was first to give`;
    assertNamesTransaction(assertAccepted(await call({ mTxId: '{m1}' }), what), sTxId);
  },
});
