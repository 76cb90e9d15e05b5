/** After an update to another amount the fee is the one that a first call for that amount gets. */
import fc from 'fast-check';
import { feeOf, granted, sameFee, stxidOf } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { property } from '../../rule.ts';

interface Case {
  /** US dollars. */
  readonly from: number;
  readonly to: number;
  readonly by: 'sTxId' | 'mTxId';
}

const BLAME = 'identity/update-by-stxid-keeps-stxid';

export const updateRecalculatesFee = property<Case>({
  id: 'identity/update-recalculates-fee',
  section: '4.1',
  level: 'must',
  title: 'an update to another amount gives the fee of that amount',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  probes: ({ plainAmounts, baseline }) => {
    const [small = baseline.amount, middle = small, large = middle] = plainAmounts
      .toSorted((a, b) => a - b)
      .filter((_, n, all) => n === 0 || n === all.length >> 1 || n === all.length - 1);

    return [
      { from: middle, to: large, by: 'sTxId' },
      { from: large, to: small, by: 'mTxId' },
      { from: small, to: large, by: 'sTxId' },
      { from: middle, to: small, by: 'sTxId' },
      { from: small, to: middle, by: 'mTxId' },
    ];
  },
  given: ({ amount }) => fc.record({ from: amount, to: amount, by: fc.constantFrom('sTxId', 'mTxId') }),

  async holds({ from, to, by }, { fee }, { baseline, feesRepeat }) {
    if (!feesRepeat) throw new NotJudged('fees vary from call to call here, so none can be compared');
    const named = { ...baseline, ...(by === 'mTxId' ? { mTxId: '{m1}' } : {}) };
    const expected = feeOf(granted(await fee({ ...baseline, amount: to }), BLAME));
    const opened = granted(await fee({ ...named, amount: from }), BLAME);
    if (feeOf(opened) === expected)
      throw new NotJudged('two amounts have one fee here, so no change can show');
    const sTxId = by === 'sTxId' ? { sTxId: stxidOf(opened) } : {};
    const updated = feeOf(granted(await fee({ ...named, amount: to, ...sTxId }), BLAME));
    if (updated === expected) return;
    // A fee may hang on the mTxId, as phases of an A/B test may: then it is not the update that made it another.
    const another = by === 'mTxId' ? { mTxId: '{m2}' } : {};
    const again = feeOf(granted(await fee({ ...baseline, amount: to, ...another }), BLAME));
    if (again !== expected) throw new NotJudged('fees vary from call to call here, so none can be compared');
    sameFee(updated, expected, `after an update to ${to} the fee of a first call for ${to},`);
  },
});
