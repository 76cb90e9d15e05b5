/** What a fee call does with an sTxId that names no transaction. */
import { after } from '../../ledger/after.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { overLedger } from '../defects/over-ledger.ts';

export const unknownStxidOnFee = choice('unknown-stxid-on-fee', {
  refuse: asEver,

  open: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        record: (merchant, by, calculation) =>
          after(ledger.record(merchant, by, calculation), (recorded) =>
            recorded.kind === 'unknown'
              ? ledger.record(merchant, { mTxId: by.mTxId }, calculation)
              : recorded,
          ),
      }),
  }),
});
