/** An update without a field that a first call needs is refused, or priced with the value that the transaction has. */
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../../rule/context.ts';
import { otherCards, otherRegions } from '../../rule/patterns/fee-changes.ts';
import { identifiersBy, opened } from '../../rule/patterns/open.ts';
import { without } from '../../rule/patterns/refuses.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

export const partialUpdateKeepsOrRefuses = rule({
  id: 'identity/partial-update-keeps-or-refuses',
  section: '2.1, 4.1',
  level: 'should',
  title: 'an update without a field that a first call needs is refused, or priced with the stored value',
  tries:
    'Updates without amount, nicn, region, and without processor for the merchant with several. Where such an update ' +
    'is accepted, its fee is that of the first call. Skipped if fees vary from call to call.',
  fix:
    'Take a required field that an update leaves out from the stored transaction, or refuse the update. Do not price it ' +
    'with 0, a default, or the processor of another call.',
  lookAlikes: ['partial-update=keep', 'partial-update=refuse'],
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  quickScripts: 0,
  scripts(context) {
    const { baseline } = context;

    return [
      leavingOut('amount', baseline, 'sTxId'),
      // Other values than those of most calls, which a service may take for a default.
      leavingOut('nicn', { ...baseline, ...otherCards(context)[0] }, 'mTxId'),
      leavingOut('region', { ...baseline, ...otherRegions(context)[0] }, 'sTxId'),
      ...leavingOutProcessor(context),
    ];
  },
});

function feeOf(field: string) {
  return {
    call: 1,
    what: `for an update without ${field} a refusal, or the fee of the first call,`,
    ifAccepted: true,
  } as const;
}

function leavingOut(field: string, first: object, by: NamedBy): Script {
  const identifiers = identifiersBy(by, '{s1}');

  return {
    calls: [
      opened({ ...first, mTxId: '{m1}' }),
      fee(
        { ...without(first, field), ...identifiers },
        { expects: { feeOf: feeOf(field), edited: [field] } },
      ),
    ],
  };
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
