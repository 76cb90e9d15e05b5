/** What becomes of a fee call that names a transaction with a sale. */
import { after } from '../../ledger/after.ts';
import type { Transaction } from '../../ledger/ledger.ts';
import { isNaming } from '../../ledger/locate.ts';
import { alreadySold } from '../choosing/already-sold.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { atFees } from '../choosing/stations.ts';
import { accepted, type Handler } from '../handler.ts';

type Answer = ReturnType<Handler<'calculateFee'>>;

export const updateAfterSale = choice('update-after-sale', {
  take: asEver,
  keep: () => ({
    stations: answering(({ fee, sTxId }) => accepted({ transactionFee: fee, sTxId, message: 'ok' })),
  }),
  refuse: () => ({ stations: answering((_, request) => alreadySold(request)) }),
});

/** What could not be priced is refused for that, sold or not. */
function answering(answer: (sold: Transaction, request: Parameters<Handler<'calculateFee'>>[0]) => Answer) {
  return atFees((stations) => ({
    ...stations,
    handle(request, context) {
      const { engine, ledger, merchant, today } = context;
      const isPriced = engine.quote(request, today()).kind === 'quoted';
      if (!isNaming(request) || !isPriced) return stations.handle(request, context);

      return after(ledger.find(merchant.name, request), (found) =>
        found.kind === 'found' && found.transaction.sale !== undefined
          ? answer(found.transaction, request)
          : stations.handle(request, context),
      );
    },
  }));
}
