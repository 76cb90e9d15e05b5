/** Defects that no mock has (`--defect` has the others), or that tests need in another deployment, each with its rule. */
import { defects } from './judge.ts';
import {
  checkFee,
  checkSale,
  type Fields,
  REFERENCE,
  type ReferenceBehavior,
  type Transaction,
} from './reference.ts';

const found = (known: readonly Transaction[], request: Fields) => REFERENCE.findTransaction(known, request);

/** Replaces some fields of fee calls before it handles them. */
function taking(mend: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  return { normalizeRequest: (request) => ({ ...request, ...mend(request) }) };
}

const isUpdateByStxid = (body: string) =>
  /"sTxId":/.test(body) && /"nicn":/.test(body) && !/"mTxId":/.test(body);

export const DEFECTS = defects({
  'fee-request/accepts-decimal-amounts': {
    'a whole amount with a decimal is refused': () => ({
      checkBody: (body) => (/"amount":\d+\.0[,}]/.test(body) ? 'no' : undefined),
    }),
  },
  'robustness/survives-malformed-input': {
    'every call is refused after ten bodies that are not JSON': () => {
      let broken = 0;

      return {
        checkBody(body) {
          if (broken > 10) return 'no';
          try {
            JSON.parse(body);
          } catch {
            broken += 1;
          }

          return undefined;
        },
      };
    },
    'a refused update leaves its transaction locked': () => {
      const locked = new Set<unknown>();

      return {
        checkFee: (request, moment, transaction) => {
          const { sTxId } = request;
          if (locked.has(sTxId)) return 'locked';
          const why = checkFee(request, moment, transaction);
          if (why !== undefined && sTxId !== undefined) locked.add(sTxId);

          return why;
        },
      };
    },
    'no request gets a response for twenty seconds after an unknown region': {
      timeout: 1000,
      metBy: /^region\/refuses-unknown$/,
      make: () => {
        let until: number | undefined;

        return {
          onBody(text) {
            if (text.includes('"QQ"')) until ??= performance.now() + 20_000;
          },
          delay: () => (performance.now() < (until ?? 0) ? 60_000 : 0),
        };
      },
    },
  },
  'fee-request/requires-region': {
    'without amount and nicn nothing is missed': () =>
      taking(({ amount, nicn }) =>
        amount === undefined && nicn === undefined ? { amount: 1, nicn: '424242' } : {},
      ),
    'a body that is not JSON gets a fee, and a sale': {
      metBy: /^robustness\//,
      make: () => ({
        refusal: (reason) =>
          reason === 'not JSON'
            ? {
                status: 200,
                type: 'application/json',
                text: '{"transactionFee":0,"sTxId":"none","message":"ok"}',
              }
            : REFERENCE.refusal(reason),
      }),
    },
  },
  'identity/update-by-both-keeps-stxid': {
    'an update by both identifiers begins a transaction': () => ({
      unknownStxid: 'new-transaction',
      findTransaction: (known, request) =>
        request['nicn'] && request['sTxId'] && request['mTxId'] ? undefined : found(known, request),
    }),
  },
  'identity/distinct-mtxids-are-distinct': {
    'an mTxId is cut to 20 characters': () => mtxids((mTxId) => mTxId.slice(0, 20)),
    'mTxIds of digits alone are compared as numbers': () =>
      mtxids((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
  },
  'identity/concurrent-updates-keep-stxid': {
    'an update by sTxId answers with the latest sTxId while others are served': () => {
      let latest: unknown;
      let text = '';
      let updates = 0;

      return {
        delay: () => 30,
        onBody: (body) => {
          text = body;
        },
        intercept: (_, response) => {
          if (!isUpdateByStxid(text)) return false;
          updates++;
          response.once('close', () => updates--);

          return false;
        },
        feeResponse: (body, { sTxId }) => {
          if (sTxId === undefined) return body;
          const before = latest ?? sTxId;
          latest = sTxId;

          return updates > 5 ? { ...body, sTxId: before } : body;
        },
      };
    },
    'the amount of a call in progress is in a variable that all calls share': () => {
      let amount = 0;

      return {
        onBody(text) {
          amount = Number(/"amount":([\d.]+)/.exec(text)?.[1] ?? amount);
        },
        delay: () => 3,
        calculateFee: (request, context) => REFERENCE.calculateFee({ ...request, amount }, context),
      };
    },
  },
  'identity/outlives-other-traffic': {
    'of the hundred latest transactions the mTxId is known': {
      metBy: /./,
      make: () => ({
        findTransaction: (known, request) => found(request['sTxId'] ? known : known.slice(-100), request),
      }),
    },
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
  'sale/accepts-mtxid': {
    'a sale by mTxId answers with the mTxId as sTxId': () => ({
      saleResponse: (body, { sTxId, mTxId }) => ({ ...body, sTxId: sTxId ?? mTxId }),
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
  'robustness/answers-in-time': {
    'malformed JSON is never answered': {
      timeout: 1500,
      make: () => ({
        intercept: (request) => request.headers['content-length'] === '10',
      }),
    },
    'no request gets a response for four seconds after an unknown region': {
      timeout: 1000,
      metBy: /^region\/refuses-unknown$/,
      make: () => {
        let until = 0;

        return {
          onBody(text) {
            if (text.includes('"QQ"')) until = Math.max(until, performance.now() + 4000);
          },
          delay: () => (performance.now() < until ? 60_000 : 0),
        };
      },
    },
  },
  'identity/update-recalculates-fee': {
    'a refused update has changed the stored amount': () => ({
      partialUpdate: 'accepted',
      checkFee: (request, context, transaction) => {
        const why = checkFee(request, context, transaction);
        if (why !== undefined && transaction !== undefined) storeAmount(transaction, request);

        return why;
      },
    }),
    'an update changes the amount of the transaction opened last too': () => ({
      partialUpdate: 'accepted',
      findTransaction: (known, request) => {
        const [transaction, last] = [found(known, request), known.at(-1)];
        if (transaction !== undefined && last !== undefined) storeAmount(last, request);

        return transaction;
      },
    }),
  },
  'identity/state-machine': {
    'the mTxId of a refused first call stays in progress': () => {
      const inProgress = new Set<unknown>();
      let isUpdate = false;

      return {
        findTransaction(known, request) {
          isUpdate = found(known, request) !== undefined;

          return found(known, request);
        },
        checkFee: (request, ...rest) => {
          if (inProgress.has(request['mTxId'])) return 'in progress';
          const why = checkFee(request, ...rest);
          if (why !== undefined && !isUpdate) inProgress.add(request['mTxId'] ?? inProgress);

          return why;
        },
      };
    },
    'a sale that is refused because of its authCode has sold the transaction': () => ({
      secondSale: 'refused',
      checkSale: (request, transaction) => {
        const why = checkSale(request, transaction);
        if (why?.startsWith('authCode') && transaction !== undefined) transaction.sold = true;

        return why;
      },
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
  },
});

function storeAmount(transaction: Transaction, { amount }: Fields): void {
  if (typeof amount === 'number' && amount > 0) transaction.request = { ...transaction.request, amount };
}

/** Compares identifiers by the result of this function. */
function mtxids(normal: (mTxId: string) => string): Partial<ReferenceBehavior> {
  const mend = (request: Fields): Fields =>
    typeof request['mTxId'] === 'string' ? { ...request, mTxId: normal(request['mTxId']) } : request;

  return {
    findTransaction: (known, request) =>
      request['sTxId'] !== undefined
        ? found(known, request)
        : known.findLast(
            ({ mTxId }) =>
              mTxId !== undefined &&
              request['mTxId'] !== undefined &&
              normal(mTxId) === mend(request)['mTxId'],
          ),
  };
}
