/** Defects that a sequence of calls of one transaction shows (section 1.2). */
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { type DefectGroup, defect, refuseSales } from './defect.ts';
import { forgetMTxIds } from './forgotten-transactions.ts';
import { alsoForSeveral, forSeveralOnly, inPosition } from './positions.ts';
import { answerForAnother, changeMTxIdOnce } from './transactions.ts';

export const STATE_MACHINE_DEFECTS = {
  'identity/state-machine': alsoForSeveral(
    'forgets the mTxId of a transaction after an update by sTxId alone',
    () => forgetMTxIds(({ by }, { operation }) => by === 'sTxId' && operation === 'calculateFee'),
    {
      'refused-update': defect('forgets the mTxId of a transaction after an update that it refused', () =>
        forgetMTxIds((_, { operation }, outcome) => operation === 'calculateFee' && outcome === 'refused'),
      ),
      'refused-amount': defect(
        'forgets the mTxId of a transaction after an update with a text as amount',
        () =>
          forgetMTxIds(
            (_, { fields }, outcome) => outcome === 'refused' && typeof fields['amount'] === 'string',
          ),
      ),
      'sale-by-mtxid-after-an-update': defect('refuses a sale by mTxId after an update', () =>
        inPosition(
          ({ by, fees }) => by === 'mTxId' && fees > 1,
          refuseSales('mTxId', () => true),
        ),
      ),
      'late-mtxid-after-an-update': defect('refuses a sale by sTxId with a new mTxId after an update', () =>
        inPosition(
          ({ by, fees, opening }) => by === 'both' && fees > 1 && opening['mTxId'] === undefined,
          refuseSales('mTxId', () => true),
        ),
      ),
      'second-sale': defect('returns the sTxId of another transaction for a second sale', () =>
        answerForAnother('attachSale', ({ sales }) => sales > 0),
      ),
      'second-sale-for-several': forSeveralOnly(
        'returns the sTxId of another transaction for a second sale',
        () => answerForAnother('attachSale', ({ sales }) => sales > 0),
      ),
      'update-after-a-sale': defect(
        'returns the sTxId of another transaction for an update by sTxId after a sale',
        () => answerForAnother('calculateFee', ({ by, sales }) => by === 'sTxId' && sales > 0),
      ),
      'update-after-a-sale-for-several': forSeveralOnly(
        'returns the sTxId of another transaction for an update by both identifiers after a sale',
        () => answerForAnother('calculateFee', ({ by, sales }) => by === 'both' && sales > 0),
      ),
      'second-mtxid': defect(
        'lets one update by sTxId change the mTxId; a second such update opens a new transaction',
        changeMTxIdOnce,
      ),
    },
  ),
  'identity/remembers-late-mtxid': alsoForSeveral(
    'forgets an mTxId that was first given in an update',
    () =>
      forgetMTxIds(
        ({ by, opening }, { operation }) =>
          operation === 'calculateFee' && by === 'both' && opening['mTxId'] === undefined,
      ),
    {
      'of-a-sale': defect('forgets an mTxId that was first given in a sale', () => ({
        ledger: (ledger) =>
          wrapLedger(ledger, {
            async attach(merchant, by, sale) {
              const { sTxId, mTxId } = by;
              const isLate = sTxId !== undefined && (await ledger.find(merchant, { mTxId })).kind !== 'found';

              return ledger.attach(merchant, isLate ? { sTxId } : by, sale);
            },
          }),
      })),
    },
  ),
} satisfies Partial<DefectGroup<'identity'>>;
