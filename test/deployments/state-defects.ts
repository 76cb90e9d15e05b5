/** Defects in what a deployment keeps of its calls: identifiers that are cut, and traces that refused calls leave. */
import type { Defect } from './defects.ts';
import { checkFee, checkSale, type Fields, REFERENCE, type ReferenceBehavior } from './reference.ts';

/** In milliseconds; longer than a busy machine needs from one call to the next. */
const LAG = 400;

export const STATE_DEFECTS: readonly Defect[] = [
  {
    what: 'an mTxId may have 90 characters, of which the first 80 count',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => ({
      ...changing('mTxId', (mTxId) => (mTxId.length > 90 ? '' : mTxId.slice(0, 80))),
      checkFee: (request, ...others) => (request['mTxId'] === '' ? 'too long' : checkFee(request, ...others)),
    }),
  },
  {
    what: 'a new transaction is found by its mTxId after 400 ms',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    make: () => {
      const openedAt = new Map<string, number>();

      return {
        feeResponse: (body) => {
          const sTxId = String((body as Fields)['sTxId']);
          openedAt.set(sTxId, openedAt.get(sTxId) ?? performance.now());

          return body;
        },
        findTransaction: (known, request) => {
          const found = REFERENCE.findTransaction(known, request);
          const at = found && openedAt.get(found.sTxId);
          const isLate = at === undefined || performance.now() - at < LAG;

          return request['sTxId'] === undefined && isLate ? undefined : found;
        },
      };
    },
  },
  {
    what: 'the card of a refused first call counts for the next one with its mTxId',
    rule: 'robustness/survives-malformed-input',
    make: () => {
      const cards = new Map<unknown, unknown>();

      return pricedByCard({
        checkFee: (request, context, found) => {
          const why = checkFee(request, context, found);
          const { mTxId, nicn } = request;
          if (why !== undefined && mTxId !== undefined && nicn !== undefined) cards.set(mTxId, nicn);

          return why;
        },
        calculateFee: (request, context) => {
          const nicn = cards.get(request['mTxId']) ?? request['nicn'];

          return REFERENCE.calculateFee(request, context) + cardFee(nicn);
        },
      });
    },
  },
  {
    what: 'an update that is refused for its amount leaves its card',
    rule: 'identity/update-recalculates-fee',
    make: () =>
      pricedByCard({
        partialUpdate: 'accepted',
        checkFee: (request, context, found) => {
          const why = checkFee(request, context, found);
          const { amount, nicn } = request;
          if (why !== undefined && found !== undefined && typeof amount === 'string' && nicn !== undefined)
            found.request = { ...found.request, nicn };

          return why;
        },
      }),
  },
  {
    what: 'an update that is refused for its amount loses the mTxId of its transaction',
    rule: 'identity/state-machine',
    make: () => ({
      partialUpdate: 'accepted',
      checkFee: (request, context, found) => {
        const why = checkFee(request, context, found);
        if (why === 'amount is not an amount' && found !== undefined) found.mTxId = undefined;

        return why;
      },
    }),
  },
  {
    what: 'a first call that is refused for its amount takes its mTxId',
    rule: 'identity/state-machine',
    make: () => {
      const taken = new Set<unknown>();

      return {
        checkFee: (request, context, found) => {
          const { mTxId } = request;
          if (mTxId !== undefined && taken.has(mTxId)) return 'a call with that mTxId is in progress';
          const why = checkFee(request, context, found);
          if (why === 'amount is not an amount' && mTxId !== undefined) taken.add(mTxId);

          return why;
        },
      };
    },
  },
  {
    what: 'a sale by mTxId that is refused for its authCode sells',
    rule: 'identity/state-machine',
    make: () => ({
      secondSale: 'refused',
      updateAfterSale: 'refused',
      checkSale: (request, found) => {
        const why = checkSale(request, found);
        const isSold = why === 'authCode is not a string' && request['sTxId'] === undefined;
        if (isSold && found !== undefined) found.sold = true;

        return why;
      },
    }),
  },
  {
    what: 'a sale that is refused for its authCode gives the transaction its mTxId',
    rule: 'identity/state-machine',
    make: () => ({
      checkSale: (request, found) => {
        const why = checkSale(request, found);
        const { mTxId } = request;
        if (why === 'authCode is not a string' && typeof mTxId === 'string' && found !== undefined)
          found.mTxId ??= mTxId;

        return why;
      },
    }),
  },
  {
    what: 'a sale before the first call hides the transaction from sales',
    rule: 'identity/state-machine',
    make: () => {
      const unknown = new Set<unknown>();

      return {
        checkSale: (request, found) => {
          const { sTxId, mTxId } = request;
          const why = checkSale(request, found);
          if (sTxId === undefined && found === undefined) unknown.add(mTxId);

          return sTxId === undefined && unknown.has(mTxId) ? 'no such transaction' : why;
        },
      };
    },
  },
];

/** Changes a field before it is stored or looked up. */
function changing(field: string, change: (value: string) => string): Partial<ReferenceBehavior> {
  return {
    normalizeRequest: (request) => {
      const value = request[field];

      return typeof value === 'string' ? { ...request, [field]: change(value) } : request;
    },
  };
}

/** Cards of some brands cost a dollar more. */
function pricedByCard(changes: Partial<ReferenceBehavior>): Partial<ReferenceBehavior> {
  return {
    calculateFee: (request, context) => REFERENCE.calculateFee(request, context) + cardFee(request['nicn']),
    ...changes,
  };
}

function cardFee(nicn: unknown): number {
  return String(nicn).startsWith('42') ? 0 : 1;
}
