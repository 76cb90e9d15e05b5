/** Defects that the document does not forbid, each with the should rule that has to find it. */
import { defects } from './judge.ts';
import {
  type CallContext,
  checkFee,
  checkSale,
  type Fields,
  type Merchant,
  REFERENCE,
  type ReferenceBehavior,
  type Transaction,
} from './reference.ts';

/** Replaces some fields of fee calls before it handles them. */
function taking(mend: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  return { normalizeRequest: (request) => ({ ...request, ...mend(request) }) };
}

/** Adds a dollar to some fees. */
function dearer(when: (request: Fields) => boolean): Partial<ReferenceBehavior> {
  return {
    calculateFee: (request, moment) =>
      (Math.round(100 * REFERENCE.calculateFee(request, moment)) + (when(request) ? 100 : 0)) / 100,
  };
}

function refusing(status: number, text: string, when: (why: string) => boolean = () => true) {
  return {
    refusal: (why: string) => (when(why) ? { status, type: 'text/plain', text } : REFERENCE.refusal(why)),
  };
}

const textsOf = (field: unknown) => (Array.isArray(field) ? field.map(String) : []);

export const SHOULD_DEFECTS = defects({
  'region/refuses-unknown': {
    'two capital letters are a region': () =>
      taking(({ region }) => (/^[A-Z]{2}$/.test(String(region)) ? { region: 'AZ' } : {})),
    'an empty region is taken': () => taking(({ region }) => (region === '' ? { region: 'AZ' } : {})),
    'a region of US and any two letters is taken': () =>
      taking(({ region }) => (/^US-..$/.test(String(region)) ? { region: 'AZ' } : {})),
  },
  'region/forms-agree': {
    'an ISO state code has a price of its own': () =>
      dearer(({ region }) => String(region).startsWith('US-')),
  },
  'processor/refuses-unknown': {
    'a processor that is unknown is the first one': () =>
      taking(({ processor }) => (/such/.test(String(processor)) ? { processor: 'alpha' } : {})),
    'an empty processor is the first one': () =>
      taking(({ processor }) => (processor === '' ? { processor: 'alpha' } : {})),
  },
  'fee-request/refuses-wrong-types': {
    'a MID is taken as a number': () =>
      taking(({ processor }) => (typeof processor === 'number' ? { processor: `${processor}` } : {})),
    'a list of one processor is that processor': () =>
      taking(({ processor }) => (Array.isArray(processor) ? { processor: processor[0] } : {})),
  },
  'multi-pay/refuses-part-over-total': {
    'the total is not looked at': () =>
      taking(({ totalAmount, amount }) => (typeof totalAmount === 'number' ? { totalAmount: amount } : {})),
  },
  'opaque/opaque-data-does-not-change-fee': {
    'a coupon has a price': () =>
      dearer(({ data }) => textsOf(data).some((text) => text.startsWith('COUPON'))),
    'a campaign has a price': () => dearer(({ campaign }) => textsOf(campaign).includes('vip')),
  },
  'identity/mtxid-is-case-sensitive': {
    'an mTxId is found in any case': () => ({
      findTransaction: (known, request) =>
        REFERENCE.findTransaction(known, request) ??
        known.find(
          ({ mTxId }) => request['sTxId'] === undefined && isSameButForCase(mTxId, request['mTxId']),
        ),
    }),
  },
  'identity/merchants-are-isolated': {
    'the transactions of all merchants are together': () => ({
      visibleTransactions: (all) => all,
    }),
    'an mTxId belongs to all merchants, an sTxId to its own': () => ({
      visibleTransactions: (all, merchant) =>
        all.filter((one) => one.merchant === merchant || one.mTxId !== undefined),
      findTransaction: (known, request) =>
        request['sTxId'] === undefined ? REFERENCE.findTransaction(known, request) : undefined,
    }),
    'an mTxId that another merchant uses is refused': () => {
      const owners = new Map<unknown, Merchant>();

      return {
        checkFee(request, moment, found) {
          const { mTxId } = request;
          const why = checkFee(request, moment, found);
          if (mTxId === undefined || why !== undefined) return why;
          const owner = owners.get(mTxId) ?? moment.merchant;
          owners.set(mTxId, owner);

          return owner === moment.merchant ? undefined : 'mTxId is taken';
        },
      };
    },
  },
  'sale/refuses-unknown-transaction': {
    'a sale by an unknown mTxId is taken': () => sellingUnknown(({ sTxId }) => sTxId === undefined),
    'a sale by an sTxId that only looks like one is taken': () =>
      sellingUnknown(({ sTxId }) => /^gk-/.test(String(sTxId))),
  },
  'sale/refuses-mismatched-identifiers': {
    'a sale goes by the sTxId alone': () => ({
      checkSale: (request, found) => checkSale({ ...request, mTxId: found?.mTxId }, found),
    }),
    'a sale goes by the mTxId alone': () => ({
      findTransaction: (known, request) =>
        REFERENCE.findTransaction(
          known,
          request['mTxId'] === undefined ? request : { mTxId: request['mTxId'] },
        ),
      checkSale: (request, found) =>
        checkSale(request['mTxId'] === undefined ? request : { mTxId: request['mTxId'] }, found),
    }),
  },
  'robustness/no-server-error-on-bad-input': {
    'what is not JSON is a server error': () =>
      refusing(500, 'Internal Server Error', (why) => why === 'not JSON'),
    'a server error comes now and then': () => ({
      intercept(_, response, call) {
        if (call % 23 === 11) response.writeHead(500).end('Internal Server Error');

        return call % 23 === 11;
      },
    }),
    'a POST of what is not JSON is not implemented': () =>
      refusing(501, 'Not Implemented', (why) => why === 'not JSON'),
  },
  'robustness/no-internals-in-errors': {
    'what is not JSON is answered with a stack trace': () =>
      refusing(
        400,
        'SyntaxError: Unexpected end\n    at JSON.parse (<anonymous>)\n    at read (/srv/fees/read.js:3:9)',
      ),
    'an unknown transaction is answered with a query': () =>
      refusing(404, 'no rows: SELECT fee FROM tx WHERE stxid = $1', (why) => why === 'no such transaction'),
    'a stack trace stands in a header': () => ({
      intercept(_, response) {
        response.setHeader('x-debug', 'TypeError: at quote (/srv/fees/quote.js:12:7)');

        return false;
      },
    }),
  },
  'robustness/refuses-oversized-body': {
    'a large body leaves it out of order': () => {
      let isExhausted = false;

      return {
        onBody: (text) => {
          isExhausted ||= text.length > 2 ** 20;
        },
        intercept: (request) => {
          if (isExhausted) request.socket.destroy();

          return isExhausted;
        },
      };
    },
    'a large body makes it refuse all that follows': () => {
      let isExhausted = false;

      return {
        onBody: (text) => {
          isExhausted ||= text.length > 2 ** 20;
        },
        checkFee: (...call) => (isExhausted ? 'out of memory' : checkFee(...call)),
      };
    },
  },
});

/** Defects that only other calls of the run reveal. */
export const MET_DEFECTS = defects({
  'robustness/no-server-error-on-bad-input': {
    'a text with a zero byte is a server error': () => ({
      checkSale: (request, found) =>
        String(request['mTxId']).includes('\u0000') ? 'zero byte' : checkSale(request, found),
      ...refusing(502, 'Bad Gateway', (why) => why === 'zero byte'),
    }),
    'a nicn of 5 digits is a server error': () => ({
      ...aboutShortNicns(),
      ...refusing(500, 'Internal Server Error', (why) => why === 'short'),
    }),
  },
  'robustness/no-internals-in-errors': {
    'a nicn of 5 digits is answered with a path': () => ({
      ...aboutShortNicns(),
      ...refusing(422, 'short (/usr/lib/fees/nicn.py)', (why) => why === 'short'),
    }),
  },
});

function aboutShortNicns(): Partial<ReferenceBehavior> {
  return {
    checkFee: (request: Fields, moment: CallContext, found: Transaction | undefined) =>
      /^\d{5}$/.test(String(request['nicn'])) ? 'short' : checkFee(request, moment, found),
  };
}

function isSameButForCase(one: string | undefined, other: unknown): boolean {
  return one !== undefined && one.toLowerCase() === String(other).toLowerCase();
}

function sellingUnknown(when: (request: Fields) => boolean): Partial<ReferenceBehavior> {
  return {
    checkSale: (request, found) =>
      found === undefined && typeof (request['sTxId'] ?? request['mTxId']) === 'string' && when(request)
        ? undefined
        : checkSale(request, found),
    saleResponse: (body, request) => ({ sTxId: body['sTxId'] ?? request['sTxId'] ?? 'unknown' }),
  };
}
