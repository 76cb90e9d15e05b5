/** Defects that no mock has (`--defect` has the others), or that tests need in another deployment, each with its rule. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import {
  checkFee,
  checkSale,
  type Fields,
  REFERENCE,
  type ReferenceBehavior,
  type Transaction,
} from './reference.ts';

export interface Defect {
  readonly what: string;
  readonly rule: RuleId;
  readonly make: () => Partial<ReferenceBehavior>;
  /** The suite's timeout in milliseconds; short where no answer comes. */
  readonly timeout?: number;
  /** Rules whose calls meet the defect, where those of its own rule do not. */
  readonly metBy?: RegExp;
}

const found = (known: readonly Transaction[], request: Fields) => REFERENCE.findTransaction(known, request);

/** Replaces some fields of fee calls before it handles them. */
function taking(mend: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  return { normalizeRequest: (request) => ({ ...request, ...mend(request) }) };
}

const isUpdateByStxid = (body: string) =>
  /"sTxId":/.test(body) && /"nicn":/.test(body) && !/"mTxId":/.test(body);

export const DEFECTS: readonly Defect[] = [
  {
    what: 'a whole amount with a decimal is refused',
    rule: 'fee-request/accepts-decimal-amounts',
    make: () => ({ checkBody: (body) => (/"amount":\d+\.0[,}]/.test(body) ? 'no' : undefined) }),
  },
  {
    what: 'every call is refused after ten bodies that are not JSON',
    rule: 'robustness/survives-malformed-input',
    make: () => {
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
  },
  {
    what: 'without amount and nicn nothing is missed',
    rule: 'fee-request/requires-region',
    make: () =>
      taking(({ amount, nicn }) =>
        amount === undefined && nicn === undefined ? { amount: 1, nicn: '424242' } : {},
      ),
  },
  {
    what: 'a body that is not JSON gets a fee, and a sale',
    rule: 'fee-request/requires-region',
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
  {
    what: 'an update by both identifiers begins a transaction',
    rule: 'identity/update-by-both-keeps-stxid',
    make: () => ({
      unknownStxid: 'new-transaction',
      findTransaction: (known, request) =>
        request['nicn'] && request['sTxId'] && request['mTxId'] ? undefined : found(known, request),
    }),
  },
  {
    what: 'an mTxId is cut to 20 characters',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => mtxids((mTxId) => mTxId.slice(0, 20)),
  },
  {
    what: 'an update by sTxId answers with the latest sTxId while others are served',
    rule: 'identity/concurrent-updates-keep-stxid',
    make: () => {
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
  },
  {
    what: 'of the hundred latest transactions the mTxId is known',
    rule: 'identity/outlives-other-traffic',
    metBy: /./,
    make: () => ({
      findTransaction: (known, request) => found(request['sTxId'] ? known : known.slice(-100), request),
    }),
  },
  {
    what: 'a sale by mTxId answers with the mTxId as sTxId',
    rule: 'sale/accepts-mtxid',
    make: () => ({
      saleResponse: (body, { sTxId, mTxId }) => ({ ...body, sTxId: sTxId ?? mTxId }),
    }),
  },
  {
    what: 'an authCode with a single quote is a server error',
    rule: 'sale/authcode-is-opaque',
    make: () => ({
      checkSale: (request, transaction) =>
        /'/.test(String(request['authCode'])) ? 'crash' : checkSale(request, transaction),
      refusal: (why) => ({ status: why === 'crash' ? 500 : 400, type: undefined, text: '' }),
    }),
  },
  {
    what: 'a sale by mTxId answers without an sTxId',
    rule: 'sale/answers-stxid-string',
    make: () => ({
      saleResponse: (body, { sTxId }) => (sTxId === undefined ? { message: 'ok' } : body),
    }),
  },
  {
    what: 'a sale answers with an empty body',
    rule: 'sale/answers-stxid-string',
    make: () => ({ saleStatus: 204 }),
  },
  {
    what: 'malformed JSON is never answered',
    rule: 'robustness/answers-in-time',
    timeout: 1500,
    make: () => ({
      intercept: (request) => request.headers['content-length'] === '10',
    }),
  },
  {
    what: 'mTxIds of digits alone are compared as numbers',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => mtxids((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
  },
  {
    what: 'the last hundred mTxIds are known',
    rule: 'identity/outlives-other-traffic',
    metBy: /./,
    make: () => ({
      findTransaction: (known, request) =>
        found(
          request['sTxId'] === undefined ? known.filter(({ mTxId }) => mTxId).slice(-100) : known,
          request,
        ),
    }),
  },
  {
    what: 'a refused update leaves its transaction locked',
    rule: 'robustness/survives-malformed-input',
    make: () => {
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
  },
  {
    what: 'a refused update has changed the stored amount',
    rule: 'identity/update-recalculates-fee',
    make: () => ({
      partialUpdate: 'accepted',
      checkFee: (request, context, transaction) => {
        const why = checkFee(request, context, transaction);
        if (why !== undefined && transaction !== undefined) storeAmount(transaction, request);

        return why;
      },
    }),
  },
  {
    what: 'the amount of a call in progress is in a variable that all calls share',
    rule: 'identity/concurrent-updates-keep-stxid',
    make: () => {
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
  {
    what: 'the mTxId of a refused first call stays in progress',
    rule: 'identity/state-machine',
    make: () => {
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
  },
  {
    what: 'an update without a token removes the transaction',
    rule: 'identity/update-by-mtxid-keeps-stxid',
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
  {
    what: 'a sale that is refused because of its authCode has sold the transaction',
    rule: 'identity/state-machine',
    make: () => ({
      secondSale: 'refused',
      checkSale: (request, transaction) => {
        const why = checkSale(request, transaction);
        if (why?.startsWith('authCode') && transaction !== undefined) transaction.sold = true;

        return why;
      },
    }),
  },
  {
    what: 'no request gets a response for four seconds after an unknown region',
    rule: 'robustness/answers-in-time',
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
  {
    what: 'no request gets a response for twenty seconds after an unknown region',
    rule: 'robustness/survives-malformed-input',
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
  {
    what: 'an authCode with an ideograph is refused with 200 and an sTxId that is null',
    rule: 'sale/authcode-is-opaque',
    make: () => ({
      checkSale: (request, transaction) =>
        /\p{Ideographic}/u.test(String(request['authCode'])) ? 'charset' : checkSale(request, transaction),
      refusal: (message) => ({
        status: 200,
        type: 'application/json',
        text: JSON.stringify({ transactionFee: null, sTxId: null, message }),
      }),
    }),
  },
  {
    what: 'an update changes the amount of the transaction opened last too',
    rule: 'identity/update-recalculates-fee',
    make: () => ({
      partialUpdate: 'accepted',
      findTransaction: (known, request) => {
        const [transaction, last] = [found(known, request), known.at(-1)];
        if (transaction !== undefined && last !== undefined) storeAmount(last, request);

        return transaction;
      },
    }),
  },
];

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
