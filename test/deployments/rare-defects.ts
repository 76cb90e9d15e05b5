/** Defects that show only now and then, with the rules that should find them. */
import { checkFee, checkSale, REFERENCE, type ReferenceBehavior } from './reference.ts';

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
