/** After an update the fee is the one that a first call with the fields of the update gets. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { feeOf, granted, sameFee, stxidOf } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { property } from '../../rule.ts';
import type { Vocabulary } from '../../vocabulary.ts';

interface Case {
  /** US dollars. */
  readonly from: number;
  readonly to: number;
  readonly by: 'sTxId' | 'mTxId' | 'both';
  /** What else the first call has other than the update. */
  readonly first?: Pick<FeeRequest, 'nicn'> | Pick<FeeRequest, 'region'>;
  /** The amounts of updates before the one that is judged, by the other identifier. */
  readonly between?: readonly number[];
}

const BLAME = 'identity/update-by-stxid-keeps-stxid';

export const updateRecalculatesFee = property<Case>({
  id: 'identity/update-recalculates-fee',
  section: '4.1',
  level: 'must',
  title: 'an update gives the fee that a first call with its fields gives',
  tries:
    'An update to another amount, card or region against a first call with the same fields. Left out ' +
    'where fees vary from call to call.',
  fix:
    'Calculate the fee of an update from the fields that it carries, in the same way as for a first ' +
    'call, and do not answer with the one that is stored.',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  probes: (words) => {
    const { plainAmounts, baseline } = words;
    const [small = baseline.amount, middle = small, large = middle] = plainAmounts
      .toSorted((a, b) => a - b)
      .filter((_, n, all) => n === 0 || n === all.length >> 1 || n === all.length - 1);

    const changes: readonly Case[] = [
      { from: middle, to: large, by: 'sTxId' },
      { from: large, to: small, by: 'mTxId' },
      { from: small, to: large, by: 'sTxId' },
      { from: middle, to: small, by: 'sTxId' },
      { from: small, to: middle, by: 'mTxId' },
      { from: middle, to: small, by: 'both' },
      { from: middle, to: large, by: 'sTxId', between: [small] },
      { from: small, to: large, by: 'mTxId', between: [middle] },
      { from: small, to: middle, by: 'sTxId', between: [large, small] },
    ];

    return [
      // With bounds for amounts there may be only two of them.
      ...changes.filter(({ from, to }) => from !== to),
      ...otherwise(words).map((first): Case => ({ from: middle, to: middle, by: 'sTxId', first })),
    ];
  },
  given: ({ amount }) => fc.record({ from: amount, to: amount, by: fc.constantFrom('sTxId', 'mTxId') }),

  async holds({ from, to, by, first, between = [] }, { fee }, { baseline, feesRepeat, updateMayChange }) {
    if (!feesRepeat) throw new NotJudged('fees vary from call to call here, so none can be compared');
    if (first !== undefined && !(await updateMayChange('nicn' in first ? 'nicn' : 'region', { fee })))
      throw new NotJudged('an update to another card or region is refused here');
    const mTxId = by === 'sTxId' && between.length === 0 ? {} : { mTxId: '{m1}' };
    const expected = feeOf(granted(await fee({ ...baseline, amount: to }), BLAME));
    const opened = granted(await fee({ ...baseline, ...mTxId, ...first, amount: from }), BLAME);
    if (feeOf(opened) === expected)
      throw new NotJudged('both requests have one fee here, so no change can show');
    const sTxId = { sTxId: stxidOf(opened) };
    const names = { sTxId, mTxId, both: { ...sTxId, ...mTxId } };
    for (const amount of between)
      granted(await fee({ ...baseline, ...names[by === 'mTxId' ? 'sTxId' : 'mTxId'], amount }), BLAME);
    const update = await fee({ ...baseline, ...names[by], amount: to });
    if (first !== undefined && update.judgement.kind === 'refused')
      throw new NotJudged('an update to another card or region is refused here');
    const updated = feeOf(granted(update, BLAME));
    if (updated === expected) return;
    // A fee may hang on the mTxId, as phases of an A/B test may: then it is not the update that made it another.
    const another = 'mTxId' in mTxId ? { mTxId: '{m2}' } : {};
    const again = feeOf(granted(await fee({ ...baseline, amount: to, ...another }), BLAME));
    if (again !== expected) throw new NotJudged('fees vary from call to call here, so none can be compared');
    sameFee(updated, expected, `after an update to ${to} the fee of a first call for ${to},`);
  },
});

/** Regions and cards other than the baseline's, those first of which the fees likely differ. */
function otherwise({ baseline, regions, nicns }: Vocabulary): readonly NonNullable<Case['first']>[] {
  const { nicn, region } = baseline;
  const places = Object.values(regions).flat();
  const others = nicns.filter((other) => other.length === nicn.length && other[0] !== nicn[0]);

  return [
    ...places.filter((other) => other !== region).map((other) => ({ region: other })),
    ...others.slice(0, 2).map((other) => ({ nicn: other })),
  ].slice(0, 6);
}
