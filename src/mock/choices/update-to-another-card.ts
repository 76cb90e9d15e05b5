/** What becomes of an update that names another card than its transaction has. */
import { after } from '../../ledger/after.ts';
import { isNaming } from '../../ledger/locate.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { atFees } from '../choosing/stations.ts';
import { refuse } from '../refusal.ts';

export const updateToAnotherCard = choice('update-to-another-card', {
  take: asEver,
  refuse: () => ({
    stations: atFees((stations) => ({
      ...stations,
      handle(request, context) {
        if (!isNaming(request)) return stations.handle(request, context);

        return after(context.ledger.find(context.merchant.name, request), (found) =>
          found.kind === 'found' && found.transaction.request.nicn !== request.nicn
            ? refuse('content-refused', [
                {
                  section: '4.1',
                  pointer: '/nicn',
                  expected: `the card of the transaction, ${found.transaction.request.nicn}`,
                  got: request.nicn,
                },
              ])
            : stations.handle(request, context),
        );
      },
    })),
  }),
});
