/** An `mTxId` that an update or a sale was first to give names the transaction afterwards. */
import type { RuleContext } from '../../rule/context.ts';
import { expectOwnStxid } from '../../rule/observers.ts';
import { opened, otherAmount, senderOf } from '../../rule/patterns/open.ts';
import { ELSEWHERE, rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';

type LaterCall = 'update' | 'sale';

const FORGETS_SOLD = 'this deployment takes no such call on a sold transaction by an mTxId given earlier';
const REFUSES_LATE = 'this deployment refuses an update with a new mTxId';

export const remembersLateMtxid = rule({
  id: 'identity/remembers-late-mtxid',
  section: '2.1',
  title: 'an mTxId that an update or a sale was first to give names the transaction afterwards',
  tries:
    'Calls by it afterwards; after a sale only where the deployment takes such calls by an earlier mTxId.',
  fix: 'Store an mTxId that comes with an sTxId for the first time, and find the transaction by it.',
  inTraffic: ELSEWHERE,
  lookAlikes: ['update-after-sale=refuse', 'second-sale=refuse'],
  dependsOn: [
    'identity/update-by-both-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/accepts-mtxid',
    'sale/accepts-late-mtxid',
  ],
  judge(call, history) {
    const named = history.named(call);
    if (!named?.isLate || named.by !== 'mTxId' || named.transaction.isSold) return undefined;
    const got = call.given;
    // That of another transaction is a mix-up, which the rule on sequences judges.
    const isMixUp =
      got !== named.transaction.sTxId && got !== undefined && history.bySTxId(got) !== undefined;

    return isMixUp ? undefined : expectOwnStxid(call, named, history);
  },
  scripts: (context) => [
    lateMtxid('update', 'update', '{m1}', context),
    lateMtxid('sale', 'update', '{u1}', context),
    lateMtxid('update', 'sale', '{d1}', context),
    lateMtxid('sale', 'sale', '{x1}', context),
    ...(context.deployment.several ? [lateMtxid('update', 'update', '{z1}', context, 'several')] : []),
  ],
});

/**
 * @param givenIn the call that gives the `mTxId`
 * @param next the call by that `mTxId` alone
 */
function lateMtxid(
  givenIn: LaterCall,
  next: LaterCall,
  mTxId: string,
  context: RuleContext,
  role?: 'several',
): Script {
  const { merchant, plain } = senderOf(context, role);
  const send = (call: LaterCall, body: object, more: Partial<ScriptCall>): ScriptCall =>
    call === 'update'
      ? fee({ ...plain, ...body }, { merchant, ...more })
      : sale({ ...body, ...context.traits.saleExtras }, { merchant, ...more });
  // With another amount: a service may answer a repeated first call as before.
  const amount = next === 'update' ? { amount: otherAmount(context) } : {};
  const inSale = givenIn === 'sale';
  const early = [
    opened({ ...plain, mTxId: '{m2}' }, merchant),
    send('sale', { sTxId: '{s1}', mTxId: '{m2}' }, { needs: 'sale/accepts-both' }),
    send(next, { ...amount, mTxId: '{m2}' }, { mayForget: FORGETS_SOLD }),
  ];
  const before = inSale ? early : [];
  const number = before.length + 1;
  const mayFail = inSale ? { needs: 'sale/accepts-late-mtxid' as const } : { mayBeRefused: REFUSES_LATE };
  const accepted = `an accepted ${next} by the mTxId that ${inSale ? 'a sale' : 'an update'} was first to give`;

  return {
    calls: [
      ...before,
      opened(plain, merchant),
      send(givenIn, { sTxId: `{s${number}}`, mTxId }, mayFail),
      send(next, { ...amount, mTxId }, { expects: { accepted, sTxIdOf: number } }),
    ],
  };
}
