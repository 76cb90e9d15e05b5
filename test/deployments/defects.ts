/** Defects that no mock has (`--defect` has the others), or that tests need in another deployment, each with its rule. */
import { defects, type Make } from './judge.ts';
import {
  checkFee,
  checkSale,
  type Fields,
  type Merchant,
  REFERENCE,
  type ReferenceBehavior,
  type Transaction,
} from './reference.ts';

const found = (known: readonly Transaction[], request: Fields) => REFERENCE.findTransaction(known, request);

/** Replaces some fields of fee calls before it handles them. */
function taking(mend: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  return { normalizeRequest: (request) => ({ ...request, ...mend(request) }) };
}

/** Refuses for these reasons in its own way. */
function refusing(status: number, text: string, when: (why: string) => boolean) {
  return {
    refusal: (why: string) => (when(why) ? { status, type: 'text/plain', text } : REFERENCE.refusal(why)),
  };
}

type Refused = (request: Fields, found: Transaction | undefined, why: string) => void;

/** A refused fee call has an effect. */
const afterRefusedFee = (act: Refused): Pick<ReferenceBehavior, 'checkFee'> => ({
  checkFee(request, context, transaction) {
    const why = checkFee(request, context, transaction);
    if (why !== undefined) act(request, transaction, why);

    return why;
  },
});

/** A sale that is refused for its authCode has an effect. */
const afterRefusedSale = (act: (request: Fields, found: Transaction) => void) => ({
  checkSale(request: Fields, transaction: Transaction | undefined) {
    const why = checkSale(request, transaction);
    if (why === 'authCode is not a string' && transaction !== undefined) act(request, transaction);

    return why;
  },
});

/** After an unknown region it answers nothing for a while, in milliseconds. */
const silentFor = (ms: number, isRepeated: boolean): Make => {
  return () => {
    let until: number | undefined;

    return {
      onBody(text) {
        if (text.includes('"QQ"') && (isRepeated || until === undefined)) until = performance.now() + ms;
      },
      delay: () => (performance.now() < (until ?? 0) ? 60_000 : 0),
    };
  };
};

/** In milliseconds; longer than a busy machine needs from one call to the next. */
const LAG = 400;

export const DEFECTS = defects({
  'fee-request/accepts-decimal-amounts': {
    'a whole amount with a decimal is refused': () => ({
      checkBody: (body) => (/"amount":\d+\.0[,}]/.test(body) ? 'no' : undefined),
    }),
  },
  'fee-request/requires-region': {
    'without amount and nicn nothing is missed': () =>
      taking(({ amount, nicn }) =>
        amount === undefined && nicn === undefined ? { amount: 1, nicn: '424242' } : {},
      ),
  },
  'robustness/survives-malformed-input': {
    'every call is refused after ten bodies that are not JSON': () => {
      let broken = 0;

      return {
        refusal(why) {
          if (why === 'not JSON') broken += 1;

          return REFERENCE.refusal(why);
        },
        checkBody: () => (broken > 10 ? 'no' : undefined),
      };
    },
    'the card of a refused first call counts for the next one with its mTxId': () => {
      const cards = new Map<unknown, unknown>();

      return {
        ...afterRefusedFee(({ mTxId, nicn }) => {
          if (mTxId !== undefined && nicn !== undefined) cards.set(mTxId, nicn);
        }),
        calculateFee: (request, context) =>
          feeByCard({ ...request, nicn: cards.get(request['mTxId']) ?? request['nicn'] }, context),
      };
    },
    'no request gets a response for twenty seconds after an unknown region': {
      timeout: 1000,
      metBy: /^region\/refuses-unknown$/,
      make: silentFor(20_000, false),
    },
  },
  'robustness/answers-in-time': {
    'no request gets a response for four seconds after an unknown region': {
      timeout: 1000,
      metBy: /^region\/refuses-unknown$/,
      make: silentFor(4000, true),
    },
  },
  'nicn/refuses-more-than-8-digits': {
    'the ninth digit is dropped in multi-pay': () =>
      taking(({ nicn, totalAmount }) =>
        /^\d{9}$/.test(String(nicn)) && totalAmount !== undefined ? { nicn: String(nicn).slice(0, 8) } : {},
      ),
  },
  'nicn/refuses-non-digits': {
    'any nicn is taken beside a cardToken': () =>
      taking(({ nicn, cardToken }) => (nicn && cardToken ? { nicn: '424242' } : {})),
  },
  'sale/accepts-mtxid': {
    'a sale is of the oldest transaction whose mTxId begins so': () => ({
      findTransaction: (known, request) => {
        const { amount, mTxId, sTxId } = request;
        const isByMtxid = amount === undefined && sTxId === undefined && typeof mTxId === 'string';

        return isByMtxid ? known.find((one) => one.mTxId?.startsWith(mTxId)) : found(known, request);
      },
    }),
  },
  'nicn/refuses-fewer-than-6-digits': {
    'five digits are padded for an ISO code': () =>
      taking(({ nicn, region }) =>
        /^\d{5}$/.test(String(nicn)) && /^US-/.test(String(region)) ? { nicn: `${nicn}0` } : {},
      ),
    'every refusal is a success with 200 that says ok': () => ({
      refusal: () => ({
        status: 200,
        type: 'application/json',
        text: '{"transactionFee":0,"sTxId":"none","message":"ok"}',
      }),
    }),
  },
  'sale/accepts-late-mtxid': {
    'no sale may give an mTxId that the fee call did not have': () => ({
      checkSale: (request, transaction) =>
        request['mTxId'] !== undefined && transaction !== undefined && transaction.mTxId === undefined
          ? 'the transaction has no mTxId'
          : checkSale(request, transaction),
    }),
  },
  'sale/authcode-is-opaque': {
    'an authCode with a single quote is a server error': () => ({
      checkSale: (request, transaction) =>
        /'/.test(String(request['authCode'])) ? 'crash' : checkSale(request, transaction),
      refusal: (why) => ({ status: why === 'crash' ? 500 : 400, type: undefined, text: '' }),
    }),
    'an authCode with an ideograph is refused with 200 and an sTxId that is null': () => ({
      checkSale: (request, transaction) =>
        /\p{Ideographic}/u.test(String(request['authCode'])) ? 'charset' : checkSale(request, transaction),
      refusal: (message) => ({
        status: 200,
        type: 'application/json',
        text: JSON.stringify({ transactionFee: null, sTxId: null, message }),
      }),
    }),
  },
  'sale/answers-stxid-string': {
    'a sale by mTxId answers without an sTxId': () => ({
      saleResponse: (body, { sTxId }) => (sTxId === undefined ? { message: 'ok' } : body),
    }),
    'a sale answers with an empty body': () => ({ saleStatus: 204 }),
  },
  'identity/outlives-other-traffic': {
    'the last hundred mTxIds are known': {
      metBy: /./,
      make: () => ({
        findTransaction: (known, request) =>
          found(
            request['sTxId'] === undefined ? known.filter(({ mTxId }) => mTxId).slice(-100) : known,
            request,
          ),
      }),
    },
  },
  'identity/distinct-mtxids-are-distinct': {
    'an mTxId may have 90 characters, of which the first 80 count': () => ({
      ...taking(({ mTxId }) =>
        typeof mTxId === 'string' ? { mTxId: mTxId.length > 90 ? '' : mTxId.slice(0, 80) } : {},
      ),
      checkFee: (request, ...others) => (request['mTxId'] === '' ? 'too long' : checkFee(request, ...others)),
    }),
  },
  'identity/update-by-mtxid-keeps-stxid': {
    'an update without a token removes the transaction': {
      metBy: /^identity\/state-machine$|^sale\//,
      make: () => {
        const removed = new Set<unknown>();
        let last = '';

        return {
          onBody(text) {
            last = text;
          },
          authenticate(token) {
            if (token === undefined) removed.add(/"sTxId":"([^"]+)"/.exec(last)?.[1]);

            return REFERENCE.authenticate(token);
          },
          visibleTransactions: (...known) =>
            REFERENCE.visibleTransactions(...known).filter(({ sTxId }) => !removed.has(sTxId)),
        };
      },
    },
    'a new transaction is found by its mTxId after 400 ms': () => {
      const openedAt = new Map<string, number>();

      return {
        createStxid(...call) {
          const sTxId = REFERENCE.createStxid(...call);
          openedAt.set(sTxId, performance.now());

          return sTxId;
        },
        findTransaction: (known, request) =>
          found(
            known.filter(
              ({ sTxId }) =>
                request['sTxId'] !== undefined || performance.now() - (openedAt.get(sTxId) ?? 0) > LAG,
            ),
            request,
          ),
      };
    },
  },
  'identity/update-recalculates-fee': {
    'a refused update has changed the stored amount': () => ({
      partialUpdate: 'accepted',
      ...afterRefusedFee((request, transaction) => storeAmount(transaction, request)),
    }),
    'an update that is refused for its amount leaves its card': () => ({
      partialUpdate: 'accepted',
      calculateFee: feeByCard,
      ...afterRefusedFee(({ amount, nicn }, transaction) => {
        if (transaction !== undefined && typeof amount === 'string' && nicn !== undefined)
          transaction.request = { ...transaction.request, nicn };
      }),
    }),
    'an update changes the amount of the transaction opened last too': () => ({
      partialUpdate: 'accepted',
      findTransaction: (known, request) => {
        const transaction = found(known, request);
        if (transaction !== undefined) storeAmount(known.at(-1), request);

        return transaction;
      },
    }),
  },
  'identity/state-machine': {
    'an update that is refused for its amount loses the mTxId of its transaction': () => ({
      partialUpdate: 'accepted',
      ...afterRefusedFee((_, transaction, why) => {
        if (why === 'amount is not an amount' && transaction !== undefined) transaction.mTxId = undefined;
      }),
    }),
    'a first call that is refused for its amount takes its mTxId': () => {
      const taken = new Set<unknown>();
      const inner = afterRefusedFee(({ mTxId }, _, why) => {
        if (why === 'amount is not an amount' && mTxId !== undefined) taken.add(mTxId);
      });

      return {
        checkFee: (request, ...rest) =>
          taken.has(request['mTxId'])
            ? 'a call with that mTxId is in progress'
            : inner.checkFee(request, ...rest),
      };
    },
    'a sale by mTxId that is refused for its authCode sells': () => ({
      secondSale: 'refused',
      updateAfterSale: 'refused',
      ...afterRefusedSale((request, transaction) => {
        if (request['sTxId'] === undefined) transaction.sold = true;
      }),
    }),
    'a sale that is refused for its authCode gives the transaction its mTxId': () =>
      afterRefusedSale(({ mTxId }, transaction) => {
        if (typeof mTxId === 'string') transaction.mTxId ??= mTxId;
      }),
    'a sale before the first call hides the transaction from sales': () => {
      const unknown = new Set<unknown>();

      return {
        checkSale: (request, transaction) => {
          const { sTxId, mTxId } = request;
          const why = checkSale(request, transaction);
          if (sTxId === undefined && transaction === undefined) unknown.add(mTxId);

          return sTxId === undefined && unknown.has(mTxId) ? 'no such transaction' : why;
        },
      };
    },
  },
});

function storeAmount(transaction: Transaction | undefined, { amount }: Fields): void {
  if (transaction !== undefined && typeof amount === 'number' && amount > 0)
    transaction.request = { ...transaction.request, amount };
}

/** Cards of some brands cost a dollar more. */
function feeByCard(...[request, context]: Parameters<ReferenceBehavior['calculateFee']>): number {
  return REFERENCE.calculateFee(request, context) + (String(request['nicn']).startsWith('42') ? 0 : 1);
}

/** Defects that the document does not forbid, each with the should rule that has to find it. */
export const SHOULD_DEFECTS = defects({
  'region/refuses-unknown': {
    'an empty region is taken': () => taking(({ region }) => (region === '' ? { region: 'AZ' } : {})),
    'a region of US and any two letters is taken': () =>
      taking(({ region }) => (/^US-..$/.test(String(region)) ? { region: 'AZ' } : {})),
  },
  'processor/refuses-unknown': {
    'an empty processor is the first one': () =>
      taking(({ processor }) => (processor === '' ? { processor: 'alpha' } : {})),
  },
  'fee-request/refuses-wrong-types': {
    'a MID is taken as a number': () =>
      taking(({ processor }) => (typeof processor === 'number' ? { processor: `${processor}` } : {})),
    'a list of one processor is that processor': () =>
      taking(({ processor }) => (Array.isArray(processor) ? { processor: processor[0] } : {})),
  },
  'opaque/opaque-data-does-not-change-fee': {
    'a campaign has a price': () => ({
      calculateFee: (request, context) =>
        (Math.round(100 * REFERENCE.calculateFee(request, context)) +
          ([request['campaign']].flat().includes('vip') ? 100 : 0)) /
        100,
    }),
  },
  'fee-request/refuses-negative-amount': {
    'a negative part of a total is accepted': () => ({
      checkFee: ({ amount, ...fields }, ...context) =>
        checkFee(
          {
            ...fields,
            amount: 'totalAmount' in fields && typeof amount === 'number' ? Math.abs(amount) : amount,
          },
          ...context,
        ),
    }),
  },
  'identity/merchants-are-isolated': {
    "the refusal of another merchant's sTxId has its mTxId": () => {
      let all: readonly Transaction[] = [];

      return {
        visibleTransactions(known, merchant) {
          all = known;

          return REFERENCE.visibleTransactions(known, merchant);
        },
        checkSale(request, found) {
          const theirs = all.find(({ sTxId }) => sTxId === request['sTxId'])?.mTxId;

          return checkSale(request, found) && `no transaction: that is ${theirs} of another merchant`;
        },
      };
    },
    'an mTxId that another merchant uses is refused': () => {
      const owners = new Map<unknown, Merchant>();

      return {
        checkFee(request, moment, transaction) {
          const { mTxId } = request;
          const why = checkFee(request, moment, transaction);
          if (mTxId === undefined || why !== undefined) return why;
          const owner = owners.get(mTxId) ?? moment.merchant;
          owners.set(mTxId, owner);

          return owner === moment.merchant ? undefined : 'mTxId is taken';
        },
      };
    },
  },
  'sale/refuses-unknown-transaction': {
    'a sale by an sTxId that only looks like one is taken': () => ({
      checkSale: (request, transaction) =>
        transaction === undefined && /^gk-/.test(String(request['sTxId']))
          ? undefined
          : checkSale(request, transaction),
      saleResponse: (body, { sTxId }) => ({ sTxId: body['sTxId'] ?? sTxId }),
    }),
  },
  'sale/refuses-mismatched-identifiers': {
    'a sale goes by the mTxId alone': () => ({
      findTransaction: (known, request) => found(known, byMtxid(request)),
      checkSale: (request, transaction) => checkSale(byMtxid(request), transaction),
    }),
  },
  'robustness/no-server-error-on-bad-input': {
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
  },
});

function byMtxid(request: Fields): Fields {
  return request['mTxId'] === undefined ? request : { mTxId: request['mTxId'] };
}

/** Defects that only other calls of the run reveal. */
export const MET_DEFECTS = defects({
  'robustness/no-server-error-on-bad-input': {
    'a text with a zero byte is a server error': () => ({
      checkSale: (request, transaction) =>
        String(request['mTxId']).includes('\u0000') ? 'zero byte' : checkSale(request, transaction),
      ...refusing(502, 'Bad Gateway', (why) => why === 'zero byte'),
    }),
    'a nicn of 5 digits is a server error': () => aboutShortNicns(500, 'Internal Server Error'),
  },
  'robustness/no-internals-in-errors': {
    'a nicn of 5 digits is answered with a path': () => aboutShortNicns(422, 'short (/usr/lib/fees/nicn.py)'),
  },
});

function aboutShortNicns(status: number, text: string): Partial<ReferenceBehavior> {
  return {
    checkFee: (request, ...rest) =>
      /^\d{5}$/.test(String(request['nicn'])) ? 'short' : checkFee(request, ...rest),
    ...refusing(status, text, (why) => why === 'short'),
  };
}

// Defects that show only now and then, with the rules that should find them.

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
