/** Observes unusual updates and sales of transactions. */
import { stxidOf } from '../rule/assertions.ts';
import { NotJudged } from '../rule/failure.ts';
import { unknownStxid } from '../rule/mtxids.ts';
import { type Observation, observeChoice } from './observation.ts';
import { feeFrom, isAccepted, optionIfAccepted } from './observation-context.ts';

export const TRANSACTIONS: readonly Observation[] = [
  observeChoice('unknown-stxid-on-fee', {
    async run({ feeWith, knownStxid }) {
      const sTxId = unknownStxid(await knownStxid());
      const exchange = await feeWith({ sTxId });
      if (!isAccepted(exchange)) return ['refuse'];

      return [stxidOf(exchange) === sTxId ? 'open under that sTxId' : 'open'];
    },
  }),

  observeChoice('mismatched-identifiers', {
    async run({ open, sale, traits }) {
      const first = await open({ mTxId: '{m1}' });
      const second = await open({ mTxId: '{m2}' });
      const exchange = await sale({ sTxId: first.sTxId, mTxId: '{m2}', ...traits.saleExtras });
      if (!isAccepted(exchange)) return ['refuse'];
      switch (stxidOf(exchange)) {
        case first.sTxId:
          return ['stxid-decides'];
        case second.sTxId:
          return ['mtxid-decides'];
        default:
          return ['neither decides'];
      }
    },
  }),

  observeChoice('partial-update', {
    async run({ sharedTransaction, fee, baseline }) {
      const { sTxId } = await sharedTransaction();

      return optionIfAccepted(await fee({ amount: baseline.amount, sTxId }), 'keep');
    },
  }),

  observeChoice('second-sale', {
    async run({ soldTransaction, sale }) {
      const { sTxId } = await soldTransaction();
      const exchange = await sale({ sTxId, authCode: 'B7C8D9' });

      // No response shows whether the second sale replaced the first.
      return isAccepted(exchange) ? ['replace', 'keep'] : ['refuse'];
    },
  }),

  observeChoice('update-after-sale', {
    // The fee shows whether the update took effect, if the two amounts have different fees.
    async run({ soldTransaction, open, feeWith, baseline, data }) {
      const amount = data.plainAmounts.find((usd) => usd !== baseline.amount) ?? baseline.amount;
      const before = await soldTransaction();
      const update = await feeWith({ amount, sTxId: before.sTxId });
      if (!isAccepted(update)) return ['refuse'];
      const { fee: expected } = await open({ amount });
      if (expected === before.fee) return ['take', 'keep'];
      const fee = feeFrom(update);

      return fee === expected ? ['take'] : fee === before.fee ? ['keep'] : ['take', 'keep'];
    },
  }),

  observeChoice('update-to-another-card', {
    async run({ fee, baseline, data, traits }) {
      if (data.nicns.every((nicn) => nicn === baseline.nicn))
        throw new NotJudged('the deployment file has only one card');

      return [(await traits.updateMayChange('nicn', { fee })) ? 'take' : 'refuse'];
    },
  }),
];
