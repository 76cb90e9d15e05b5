/** Observes unusual updates and sales of transactions. */
import { feeIn } from '../../src/contract/outcome.ts';
import { stxidOf } from '../rule/assertions.ts';
import { NotJudged } from '../rule/failure.ts';
import { unknownStxid } from '../rule/mtxids.ts';
import { acceptedBody, isFeeCall } from '../rule/service-call.ts';
import {
  hasOnlyLeftOut,
  hasRequired,
  isUnknownStxid,
  isUpdate,
  type Observation,
  observeChoice,
  takenAs,
} from './observation.ts';
import { feeFrom, isAccepted, optionIfAccepted } from './observation-context.ts';

export const TRANSACTIONS: readonly Observation[] = [
  observeChoice('unknown-stxid-on-fee', {
    inTraffic(call) {
      const { given } = call.call;
      if (call.kind !== 'fee' || !isUnknownStxid(call) || given === undefined) return undefined;

      return given !== call.fields['sTxId'] && call.history.bySTxId(given) === undefined
        ? ['open']
        : undefined;
    },
    async run({ feeWith, knownStxid }) {
      const sTxId = unknownStxid(await knownStxid());
      const call = await feeWith({ sTxId });
      if (!isAccepted(call)) return ['refuse'];

      return [stxidOf(call) === sTxId ? 'open under that sTxId' : 'open'];
    },
  }),

  observeChoice('mismatched-identifiers', {
    inTraffic({ call, fields: { sTxId, mTxId }, history, isAccepted }) {
      if (!isAccepted || typeof sTxId !== 'string' || typeof mTxId !== 'string') return undefined;
      const bySTxId = history.bySTxId(sTxId);
      const byMTxId = history.named({ ...call, fields: { mTxId } })?.transaction;
      if (bySTxId === undefined || byMTxId === undefined || bySTxId === byMTxId) return undefined;
      if (call.given === bySTxId.sTxId) return ['stxid-decides'];

      return call.given === byMTxId.sTxId ? ['mtxid-decides'] : undefined;
    },
    async run({ open, sale, traits }) {
      const first = await open({ mTxId: '{m1}' });
      const second = await open({ mTxId: '{m2}' });
      const call = await sale({ sTxId: first.sTxId, mTxId: '{m2}', ...traits.saleExtras });
      if (!isAccepted(call)) return ['refuse'];
      switch (stxidOf(call)) {
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
    inTraffic: (call) =>
      isUpdate(call) && !hasRequired(call.fields) && hasOnlyLeftOut(call) ? takenAs('keep', call) : undefined,
    async run({ sharedTransaction, fee, baseline }) {
      const { sTxId } = await sharedTransaction();

      return optionIfAccepted(await fee({ amount: baseline.amount, sTxId }), 'keep');
    },
  }),

  observeChoice('second-sale', {
    inTraffic: ({ kind, named, isAccepted, refusal }) => {
      if (kind !== 'sale' || !named?.transaction.isSold) return undefined;

      return isAccepted ? ['replace', 'keep'] : refusal && ['refuse'];
    },
    async run({ soldTransaction, sale }) {
      const { sTxId } = await soldTransaction();
      const call = await sale({ sTxId, authCode: 'B7C8D9' });

      // No response shows whether the second sale replaced the first.
      return isAccepted(call) ? ['replace', 'keep'] : ['refuse'];
    },
  }),

  observeChoice('update-after-sale', {
    inTraffic({ call, kind, fields, named, isAccepted, refusal }) {
      if (kind !== 'fee' || !named?.transaction.isSold || !hasRequired(fields)) return undefined;
      if (refusal !== undefined) return ['refuse'];
      const { opening, calls, sTxId } = named.transaction;
      const before = [opening, ...calls].findLast(
        (one) => isFeeCall(one) && feeIn(acceptedBody(one)) !== undefined,
      );
      const fee = feeIn(acceptedBody(call));
      if (!isAccepted || fee === undefined || sTxId !== call.given) return undefined;

      return before !== undefined && feeIn(acceptedBody(before)) === fee ? ['keep', 'take'] : ['take'];
    },
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
    inTraffic(call) {
      const { named, fields } = call;
      const { nicn } = fields;
      const isOther = named?.transaction.opening.fields?.['nicn'] !== nicn;

      return isUpdate(call) && isOther && /^[0-9]{6,8}$/.test(String(nicn)) && hasRequired(fields)
        ? takenAs('take', call)
        : undefined;
    },
    async run({ fee, baseline, data, traits }) {
      if (data.nicns.every((nicn) => nicn === baseline.nicn))
        throw new NotJudged('the deployment file has only one card');

      return [(await traits.updateMayChange('nicn', { fee })) ? 'take' : 'refuse'];
    },
  }),
];
