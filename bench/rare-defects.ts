/** Defects that the reference deployment shows only now and then, with the rules that should find them. */
import { checkFee, checkSale, REFERENCE, type ReferenceBehavior } from '../test/deployments/reference.ts';

export const EFFORTS = ['quick', 'standard', 'deep'] as const;

export interface Rare {
  readonly what: string;
  /** The rules that should find it. */
  readonly rules: RegExp;
  readonly make: (isTurn: () => boolean) => Partial<ReferenceBehavior>;
}

export const RARE: readonly Rare[] = [
  malformed('a fee is missing', 'has-transaction-fee-number', { transactionFee: undefined }),
  malformed('a message has capitals', 'has-message-ok', { message: 'OK' }),
  malformed('an sTxId is null', 'has-stxid-string', { sTxId: null }),
  {
    what: 'an sTxId is given out again',
    rules: /^identity\/stxid-is-unique$/,
    make: (isTurn) => {
      let last = '';

      return {
        createStxid: (...call) => {
          if (!isTurn()) last = REFERENCE.createStxid(...call);

          return last;
        },
      };
    },
  },
  {
    what: 'an update answers with another sTxId',
    rules: /^identity\/(update-by|concurrent|state|outlives)/,
    make: (isTurn) => ({
      feeResponse: (body, request) =>
        ('sTxId' in request || 'mTxId' in request) && isTurn()
          ? { ...body, sTxId: `tx-${body['sTxId']}` }
          : body,
    }),
  },
  {
    what: 'a sale answers with another sTxId',
    rules: /^(sale\/|identity\/state)/,
    make: (isTurn) => ({ saleResponse: (body) => (isTurn() ? { sTxId: `tx-${body['sTxId']}` } : body) }),
  },
  {
    what: 'a sale is refused',
    rules: /^(sale\/|identity\/state)/,
    make: (isTurn) => ({ checkSale: (...call) => checkSale(...call) ?? (isTurn() ? 'no' : undefined) }),
  },
  {
    what: 'a valid first call is refused',
    rules: /./,
    make: (isTurn) => ({ checkFee: (...call) => checkFee(...call) ?? (isTurn() ? 'no' : undefined) }),
  },
  {
    what: 'a nicn of more than 8 digits is taken',
    rules: /^nicn\/refuses-more/,
    make: (isTurn) => ({
      normalizeRequest: (request) => {
        const nicn = String(request['nicn']);

        return nicn.length > 8 && isTurn() ? { ...request, nicn: nicn.slice(0, 8) } : request;
      },
    }),
  },
];

function malformed(what: string, rule: string, differing: Readonly<Record<string, unknown>>): Rare {
  return {
    what,
    rules: new RegExp(`^fee-response/${rule}$`),
    make: (isTurn) => ({ feeResponse: (body) => (isTurn() ? { ...body, ...differing } : body) }),
  };
}
