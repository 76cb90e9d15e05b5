/** An update without a field that a first call needs is refused, or priced with the value that the transaction has. */
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../../rule/context.ts';
import {
  identifiersBy,
  mtxidFor,
  opened,
  otherAmount,
  otherCards,
  otherRegions,
} from '../../rule/patterns/open.ts';
import { without } from '../../rule/patterns/refuses.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

export const partialUpdateKeepsOrRefuses = rule({
  id: 'identity/partial-update-keeps-or-refuses',
  section: '2.1, 4.1',
  title: 'an update without a field that a first call needs is refused, or priced with the stored value',
  tries:
    'Updates without amount, nicn, region or processor, and one with the required fields alone. Skipped if fees vary from call to call.',
  fix: 'Take a field that an update leaves out from the stored transaction, or refuse the update.',
  lookAlikes: ['partial-update=keep', 'partial-update=refuse'],
  dependsOn: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    // Where that fails, a processor may stick from the call before.
    'processor/required-with-several',
  ],
  quickScripts: 0,
  scripts(context) {
    const { baseline } = context;
    const amount = otherAmount(context);

    return [
      leavingOut('amount', baseline, 'sTxId', amount === baseline.amount ? [] : [{ amount }]),
      // Other values than those of most calls, which a service may take for a default.
      leavingOut('nicn', { ...baseline, ...otherCards(context)[0] }, 'mTxId'),
      leavingOut('region', { ...baseline, ...otherRegions(context)[0] }, 'sTxId'),
      ...leavingOutProcessor(context),
      leavingOutOptional(context),
    ];
  },
});

function feeOf(field: string, call = 1) {
  const whose = call === 1 ? 'first call' : 'update before it';
  const what = `for an update without ${field} a refusal, or the fee of the ${whose},`;

  return { call, what, ifAccepted: true } as const;
}

/** @param updates fields of updates before it */
function leavingOut(field: string, first: object, by: NamedBy, updates: readonly object[] = []): Script {
  const identifiers = identifiersBy(by, '{s1}');
  const expects = { feeOf: feeOf(field, updates.length + 1), edited: [field] };

  return {
    calls: [
      // A fee may depend on whether there is an mTxId.
      opened({ ...first, ...mtxidFor(by) }),
      ...updates.map((fields) =>
        fee({ ...first, ...fields, ...identifiers }, { needs: 'identity/update-by-stxid-keeps-stxid' }),
      ),
      fee({ ...without(first, field), ...identifiers }, { expects }),
    ],
  };
}

/** Whether the update is accepted, and at which fee, is a choice: it shows a server that fails without what it had before. */
function leavingOutOptional({ baseline, data: { optional } }: RuleContext): Script {
  return { calls: [opened({ ...baseline, ...optional }), fee({ ...baseline, sTxId: '{s1}' })] };
}

/** The transaction has the last processor; another call has named the first one since. */
function leavingOutProcessor({ baseline, deployment: { several } }: RuleContext): readonly Script[] {
  const [first, ...others] = several?.processors ?? [];
  const last = others.at(-1);
  if (first === undefined || last === undefined) return [];
  const merchant = 'several';

  return [
    {
      calls: [
        opened({ ...baseline, processor: last.mid }, merchant),
        opened({ ...baseline, processor: first.mid }, merchant),
        fee({ ...baseline, sTxId: '{s1}' }, { merchant, expects: { feeOf: feeOf('processor') } }),
      ],
    },
  ];
}
