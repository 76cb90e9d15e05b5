/** Defects that the document does not forbid, each with the should rule that has to find it. */
import type { ShouldRule } from '../../src/contract/rule-ids.ts';
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

interface ShouldDefect {
  readonly what: string;
  readonly rule: ShouldRule;
  readonly make: () => Partial<ReferenceBehavior>;
}

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

export const SHOULD_DEFECTS: readonly ShouldDefect[] = [
  {
    what: 'two capital letters are a region',
    rule: 'region/refuses-unknown',
    make: () => taking(({ region }) => (/^[A-Z]{2}$/.test(String(region)) ? { region: 'AZ' } : {})),
  },
  {
    what: 'an empty region is taken',
    rule: 'region/refuses-unknown',
    make: () => taking(({ region }) => (region === '' ? { region: 'AZ' } : {})),
  },
  {
    what: 'a region of US and any two letters is taken',
    rule: 'region/refuses-unknown',
    make: () => taking(({ region }) => (/^US-..$/.test(String(region)) ? { region: 'AZ' } : {})),
  },
  {
    what: 'an ISO state code has a price of its own',
    rule: 'region/forms-agree',
    make: () => dearer(({ region }) => String(region).startsWith('US-')),
  },
  {
    what: 'a processor that is unknown is the first one',
    rule: 'processor/refuses-unknown',
    make: () => taking(({ processor }) => (/such/.test(String(processor)) ? { processor: 'alpha' } : {})),
  },
  {
    what: 'a MID is taken as a number',
    rule: 'fee-request/refuses-wrong-types',
    make: () =>
      taking(({ processor }) => (typeof processor === 'number' ? { processor: `${processor}` } : {})),
  },
  {
    what: 'a list of one processor is that processor',
    rule: 'fee-request/refuses-wrong-types',
    make: () => taking(({ processor }) => (Array.isArray(processor) ? { processor: processor[0] } : {})),
  },
  {
    what: 'an empty processor is the first one',
    rule: 'processor/refuses-unknown',
    make: () => taking(({ processor }) => (processor === '' ? { processor: 'alpha' } : {})),
  },
  {
    what: 'the total is not looked at',
    rule: 'multi-pay/refuses-part-over-total',
    make: () =>
      taking(({ totalAmount, amount }) => (typeof totalAmount === 'number' ? { totalAmount: amount } : {})),
  },
  {
    what: 'a coupon has a price',
    rule: 'opaque/opaque-data-does-not-change-fee',
    make: () => dearer(({ data }) => textsOf(data).some((text) => text.startsWith('COUPON'))),
  },
  {
    what: 'a campaign has a price',
    rule: 'opaque/opaque-data-does-not-change-fee',
    make: () => dearer(({ campaign }) => textsOf(campaign).includes('vip')),
  },
  {
    what: 'an mTxId is found in any case',
    rule: 'identity/mtxid-is-case-sensitive',
    make: () => ({
      findTransaction: (known, request) =>
        REFERENCE.findTransaction(known, request) ??
        known.find(
          ({ mTxId }) => request['sTxId'] === undefined && isSameButForCase(mTxId, request['mTxId']),
        ),
    }),
  },
  {
    what: 'the transactions of all merchants are together',
    rule: 'identity/merchants-are-isolated',
    make: () => ({ visibleTransactions: (all) => all }),
  },
  {
    what: 'an mTxId belongs to all merchants, an sTxId to its own',
    rule: 'identity/merchants-are-isolated',
    make: () => ({
      visibleTransactions: (all, merchant) =>
        all.filter((one) => one.merchant === merchant || one.mTxId !== undefined),
      findTransaction: (known, request) =>
        request['sTxId'] === undefined ? REFERENCE.findTransaction(known, request) : undefined,
    }),
  },
  {
    what: 'an mTxId that another merchant uses is refused',
    rule: 'identity/merchants-are-isolated',
    make: () => {
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
  {
    what: 'a sale by an unknown mTxId is taken',
    rule: 'sale/refuses-unknown-transaction',
    make: () => sellingUnknown(({ sTxId }) => sTxId === undefined),
  },
  {
    what: 'a sale by an sTxId that only looks like one is taken',
    rule: 'sale/refuses-unknown-transaction',
    make: () => sellingUnknown(({ sTxId }) => /^gk-/.test(String(sTxId))),
  },
  {
    what: 'a sale goes by the sTxId alone',
    rule: 'sale/refuses-mismatched-identifiers',
    make: () => ({ checkSale: (request, found) => checkSale({ ...request, mTxId: found?.mTxId }, found) }),
  },
  {
    what: 'a sale goes by the mTxId alone',
    rule: 'sale/refuses-mismatched-identifiers',
    make: () => ({
      findTransaction: (known, request) =>
        REFERENCE.findTransaction(
          known,
          request['mTxId'] === undefined ? request : { mTxId: request['mTxId'] },
        ),
      checkSale: (request, found) =>
        checkSale(request['mTxId'] === undefined ? request : { mTxId: request['mTxId'] }, found),
    }),
  },
  {
    what: 'what is not JSON is a server error',
    rule: 'robustness/no-server-error-on-bad-input',
    make: () => refusing(500, 'Internal Server Error', (why) => why === 'not JSON'),
  },
  {
    what: 'a server error comes now and then',
    rule: 'robustness/no-server-error-on-bad-input',
    make: () => ({
      intercept(_, response, call) {
        if (call % 23 === 11) response.writeHead(500).end('Internal Server Error');

        return call % 23 === 11;
      },
    }),
  },
  {
    what: 'a POST of what is not JSON is not implemented',
    rule: 'robustness/no-server-error-on-bad-input',
    make: () => refusing(501, 'Not Implemented', (why) => why === 'not JSON'),
  },
  {
    what: 'what is not JSON is answered with a stack trace',
    rule: 'robustness/no-internals-in-errors',
    make: () =>
      refusing(
        400,
        'SyntaxError: Unexpected end\n    at JSON.parse (<anonymous>)\n    at read (/srv/fees/read.js:3:9)',
      ),
  },
  {
    what: 'an unknown transaction is answered with a query',
    rule: 'robustness/no-internals-in-errors',
    make: () =>
      refusing(404, 'no rows: SELECT fee FROM tx WHERE stxid = $1', (why) => why === 'no such transaction'),
  },
  {
    what: 'a stack trace stands in a header',
    rule: 'robustness/no-internals-in-errors',
    make: () => ({
      intercept(_, response) {
        response.setHeader('x-debug', 'TypeError: at quote (/srv/fees/quote.js:12:7)');

        return false;
      },
    }),
  },
  {
    what: 'a large body leaves it out of order',
    rule: 'robustness/refuses-oversized-body',
    make: () => {
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
  },
  {
    what: 'a large body makes it refuse all that follows',
    rule: 'robustness/refuses-oversized-body',
    make: () => {
      let isExhausted = false;

      return {
        onBody: (text) => {
          isExhausted ||= text.length > 2 ** 20;
        },
        checkFee: (...call) => (isExhausted ? 'out of memory' : checkFee(...call)),
      };
    },
  },
];

/** Defects that only other calls of the run reveal. */
export const MET_DEFECTS: readonly ShouldDefect[] = [
  {
    what: 'a text with a zero byte is a server error',
    rule: 'robustness/no-server-error-on-bad-input',
    make: () => ({
      checkSale: (request, found) =>
        String(request['mTxId']).includes('\u0000') ? 'zero byte' : checkSale(request, found),
      ...refusing(502, 'Bad Gateway', (why) => why === 'zero byte'),
    }),
  },
  {
    what: 'a nicn of 5 digits is a server error',
    rule: 'robustness/no-server-error-on-bad-input',
    make: () => ({
      ...aboutShortNicns(),
      ...refusing(500, 'Internal Server Error', (why) => why === 'short'),
    }),
  },
  {
    what: 'a nicn of 5 digits is answered with a path',
    rule: 'robustness/no-internals-in-errors',
    make: () => ({
      ...aboutShortNicns(),
      ...refusing(422, 'short (/usr/lib/fees/nicn.py)', (why) => why === 'short'),
    }),
  },
];

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
