/** What becomes of an update that leaves out a field which a first call must have. */
import type { FeeRequest, Violation } from '../../contract/types.ts';
import type { QuoteRequest } from '../../engine/index.ts';
import { after } from '../../ledger/after.ts';
import { isNaming } from '../../ledger/locate.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { atFees } from '../choosing/stations.ts';
import { refuse } from '../refusal.ts';

type Given = Partial<FeeRequest>;

export const partialUpdate = choice('partial-update', {
  refuse: asEver,

  keep: () => ({
    stations: atFees((stations) => {
      let lacking: readonly Violation[] = [];

      return {
        ...stations,

        check(visit, context) {
          const checked = stations.check(visit, context);
          if (checked.kind === 'valid' || !checked.violations.every(isLack)) return checked;
          const given = visit.body as Given;
          if (!isNaming(given)) return checked;
          lacking = checked.violations;

          // Not yet: the handler below adds what is left out, or refuses.
          return { kind: 'valid', body: given as FeeRequest };
        },

        handle(request, context) {
          if (lacking.length === 0 || !isNaming(request)) return stations.handle(request, context);

          return after(context.ledger.find(context.merchant.name, request), (found) =>
            found.kind === 'found'
              ? stations.handle({ ...kept(found.transaction.request, request), ...request }, context)
              : refuse('content-refused', lacking),
          );
        },
      };
    }),
  }),
});

function isLack({ pointer, got }: Violation): boolean {
  return got === 'nothing' && ['/amount', '/nicn', '/region'].includes(pointer);
}

/** A region means what it meant in its country, so the two stay together. */
function kept({ amount, nicn, region, country }: QuoteRequest, request: Given) {
  const isOfCountry = request.region === undefined && request.country === undefined && country !== undefined;

  return { amount, nicn, region, ...(isOfCountry ? { country } : {}) };
}
