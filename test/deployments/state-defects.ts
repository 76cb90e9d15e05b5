/** Defects in what a deployment keeps of its calls, and defects that show only now and then. */
import { defects } from './judge.ts';
import { checkFee, checkSale, type Fields, REFERENCE, type ReferenceBehavior } from './reference.ts';

/** In milliseconds; longer than a busy machine needs from one call to the next. */
const LAG = 400;

export const STATE_DEFECTS = defects({
  'identity/distinct-mtxids-are-distinct': {
    'an mTxId may have 90 characters, of which the first 80 count': () => ({
      ...changing('mTxId', (mTxId) => (mTxId.length > 90 ? '' : mTxId.slice(0, 80))),
      checkFee: (request, ...others) => (request['mTxId'] === '' ? 'too long' : checkFee(request, ...others)),
    }),
  },
  'identity/update-by-mtxid-keeps-stxid': {
    'a new transaction is found by its mTxId after 400 ms': () => {
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
  'robustness/survives-malformed-input': {
    'the card of a refused first call counts for the next one with its mTxId': () => {
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
  'identity/update-recalculates-fee': {
    'an update that is refused for its amount leaves its card': () =>
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
  'identity/state-machine': {
    'an update that is refused for its amount loses the mTxId of its transaction': () => ({
      partialUpdate: 'accepted',
      checkFee: (request, context, found) => {
        const why = checkFee(request, context, found);
        if (why === 'amount is not an amount' && found !== undefined) found.mTxId = undefined;

        return why;
      },
    }),
    'a first call that is refused for its amount takes its mTxId': () => {
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
    'a sale by mTxId that is refused for its authCode sells': () => ({
      secondSale: 'refused',
      updateAfterSale: 'refused',
      checkSale: (request, found) => {
        const why = checkSale(request, found);
        const isSold = why === 'authCode is not a string' && request['sTxId'] === undefined;
        if (isSold && found !== undefined) found.sold = true;

        return why;
      },
    }),
    'a sale that is refused for its authCode gives the transaction its mTxId': () => ({
      checkSale: (request, found) => {
        const why = checkSale(request, found);
        const { mTxId } = request;
        if (why === 'authCode is not a string' && typeof mTxId === 'string' && found !== undefined)
          found.mTxId ??= mTxId;

        return why;
      },
    }),
    'a sale before the first call hides the transaction from sales': () => {
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
});

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

/** A defect that shows only when it is its turn. */
type Rare = (isTurn: () => boolean) => Partial<ReferenceBehavior>;

/** True for every nth time that it is asked. */
export function every(nth: number): () => boolean {
  let times = 0;

  return () => ++times % nth === 0;
}

export const malformed =
  (differing: object): Rare =>
  (isTurn) => ({ feeResponse: (body) => (isTurn() ? { ...body, ...differing } : body) });

export const refusedNowAndThen =
  (why: string): Rare =>
  (isTurn) => ({ checkFee: (...call) => checkFee(...call) ?? (isTurn() ? why : undefined) });

export const givesStxidAgain: Rare = (isTurn) => {
  let last = '';

  return {
    createStxid(...call) {
      if (!isTurn()) last = REFERENCE.createStxid(...call);

      return last;
    },
  };
};

/** With the rules that should find them. */
export const RARE: readonly (readonly [what: string, rules: RegExp, make: Rare])[] = [
  [
    'a fee is missing',
    /^fee-response\/has-transaction-fee-number$/,
    malformed({ transactionFee: undefined }),
  ],
  ['a message has capitals', /^fee-response\/has-message-ok$/, malformed({ message: 'OK' })],
  ['an sTxId is null', /^fee-response\/has-stxid-string$/, malformed({ sTxId: null })],
  ['an sTxId is given out again', /^identity\/stxid-is-unique$/, givesStxidAgain],
  [
    'an update answers with another sTxId',
    /^identity\/(update-by|concurrent|state|outlives)/,
    (isTurn) => ({
      feeResponse: (body, request) =>
        ('sTxId' in request || 'mTxId' in request) && isTurn()
          ? { ...body, sTxId: `tx-${body['sTxId']}` }
          : body,
    }),
  ],
  [
    'a sale answers with another sTxId',
    /^(sale\/|identity\/state)/,
    (isTurn) => ({ saleResponse: (body) => (isTurn() ? { sTxId: `tx-${body['sTxId']}` } : body) }),
  ],
  [
    'a sale is refused',
    /^(sale\/|identity\/state)/,
    (isTurn) => ({ checkSale: (...call) => checkSale(...call) ?? (isTurn() ? 'no' : undefined) }),
  ],
  ['a valid first call is refused', /./, refusedNowAndThen('no')],
  [
    'a nicn of more than 8 digits is taken',
    /^nicn\/refuses-more/,
    (isTurn) => ({
      normalizeRequest(request) {
        const nicn = String(request['nicn']);

        return nicn.length > 8 && isTurn() ? { ...request, nicn: nicn.slice(0, 8) } : request;
      },
    }),
  ],
];
