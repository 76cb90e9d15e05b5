/** The identifiers of one merchant name no transaction of another merchant. */
import type { RuleContext } from '../../rule/context.ts';
import { unknownStxid } from '../../rule/mtxids.ts';
import { opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';

export const merchantsAreIsolated = rule({
  id: 'identity/merchants-are-isolated',
  section: '1, 2',
  title: 'the sTxId and the mTxId of one merchant name no transaction of another',
  tries:
    "Fee calls and sales of a second merchant with the identifiers of the first one's transaction; no answer repeats its mTxId.",
  fix: 'Look sTxId and mTxId up only among the transactions of the authenticated merchant.',
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/refuses-unknown-transaction',
  ],
  missing: ({ deployment: { one, several } }) =>
    several === undefined || several.token === one.token
      ? 'needs merchants.several of a deployment file: a second merchant with a token of its own'
      : undefined,
  scripts(context) {
    const { baseline, traits } = context;
    const { merchant, plain: theirs } = senderOf(context, 'several');
    const open = opened({ ...baseline, mTxId: '{m1}' });
    const what = 'the mTxId of another merchant to name no transaction';
    const otherThan = { call: 1, what, isForeign: true } as const;
    const accepted = 'a fee for a first call with an mTxId that only another merchant has used';
    const byMtxid = fee({ ...theirs, mTxId: '{m1}' }, { merchant, expects: { accepted, otherThan } });
    const sold = sale({ mTxId: '{m1}', ...traits.saleExtras }, { merchant, expects: { otherThan } });

    return [
      {
        calls: [open, fee({ ...theirs, mTxId: '{m2}' }, { merchant, mayBeRefused: REFUSES_OTHER }), byMtxid],
      },
      byStxid('fee', context),
      byStxid('sale', context),
      { calls: [open, sold] },
    ];
  },
});

const REFUSES_OTHER = 'the other merchant is refused such a first call';

/**
 * Merchants whose transactions are counted separately share some `sTxId`s, but then none finds the other's newest one.
 * And a service where fee calls may introduce an `sTxId` accepts any.
 */
function byStxid(operation: 'fee' | 'sale', context: RuleContext): Script {
  const { baseline, traits } = context;
  const { merchant, plain: theirs } = senderOf(context, 'several');
  const what = 'the sTxId of another merchant to name no transaction';
  const known = operation === 'fee' ? traits.canaries.one?.sTxId : undefined;
  const send = (sTxId: string, more: Partial<ScriptCall>) =>
    operation === 'fee'
      ? fee({ ...(more.merchant ? theirs : baseline), sTxId }, more)
      : sale({ sTxId, ...traits.saleExtras }, more);
  const otherThan = { call: 1, what, isForeign: true, alike: [4], ...(known && { unlike: [5] }) } as const;

  return {
    calls: [
      opened({ ...baseline, mTxId: '{m1}' }),
      fee(theirs, { merchant, mayBeRefused: REFUSES_OTHER }),
      send('{s1}', { merchant, expects: { otherThan } }),
      send('{s2}', {}),
      ...(known === undefined ? [] : [send(unknownStxid(known), { merchant })]),
    ],
  };
}
