/** What becomes of a second sale of a transaction. */
import { after } from '../../ledger/after.ts';
import type { Transaction } from '../../ledger/ledger.ts';
import { alreadySold } from '../choosing/already-sold.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { atSales } from '../choosing/stations.ts';
import { accepted, type Handler } from '../handler.ts';

type Answer = ReturnType<Handler<'attachSale'>>;

export const secondSale = choice('second-sale', {
  replace: asEver,
  keep: () => ({ stations: answering(({ sTxId }) => accepted({ sTxId })) }),
  refuse: () => ({ stations: answering((_, request) => alreadySold(request)) }),
});

function answering(answer: (sold: Transaction, request: Parameters<Handler<'attachSale'>>[0]) => Answer) {
  return atSales((stations) => ({
    ...stations,
    handle: (request, context) =>
      after(context.ledger.find(context.merchant.name, request), (found) =>
        found.kind === 'found' && found.transaction.sale !== undefined
          ? answer(found.transaction, request)
          : stations.handle(request, context),
      ),
  }));
}
