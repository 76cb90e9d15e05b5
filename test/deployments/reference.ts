/** A small correct deployment in memory, written from the document only, whose behavior tests can change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listening, listenHttp } from './listen.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Transaction {
  readonly merchant: Merchant;
  readonly sTxId: string;
  mTxId: string | undefined;
  request: Fields;
  sold: boolean;
}

export interface RawResponse {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

export type Merchant = 'one' | 'several';

/** The call that a behavior applies to. */
export interface CallContext {
  readonly merchant: Merchant;
  /** Its number, from 1. */
  readonly call: number;
  /** Concurrent calls, including this one. */
  readonly atOnce: number;
}

/** Everything in which deployments differ, correct or not. Checks return the reason of a refusal. */
export interface ReferenceBehavior {
  /** Changes a fee call before it is checked. */
  readonly normalizeRequest: (request: Fields) => Fields;
  /** `found` is the transaction that the call updates. */
  readonly checkFee: (
    request: Fields,
    context: CallContext,
    found: Transaction | undefined,
  ) => string | undefined;
  /** Further checks of an update. */
  readonly checkUpdate: (request: Fields, found: Transaction) => string | undefined;
  readonly checkSale: (request: Fields, found: Transaction | undefined) => string | undefined;
  /** Checks the body before it is parsed. */
  readonly checkBody: (text: string) => string | undefined;
  readonly findTransaction: (known: readonly Transaction[], request: Fields) => Transaction | undefined;
  /** The transactions that a merchant can refer to. */
  readonly visibleTransactions: (all: readonly Transaction[], merchant: Merchant) => readonly Transaction[];
  /** The sTxId of the transaction with this number, from 1. */
  readonly createStxid: (number: number, context: CallContext) => string;
  readonly calculateFee: (request: Fields, context: CallContext) => number;
  readonly feeResponse: (body: Fields, request: Fields, context: CallContext) => unknown;
  readonly saleResponse: (body: Fields, request: Fields) => unknown;
  readonly onSale: (known: readonly Transaction[], sold: Transaction) => void;
  /** Accepted HTTP methods. */
  readonly methods: readonly string[];
  /** The merchant of a token; undefined refuses it. */
  readonly authenticate: (token: string | undefined) => Merchant | undefined;
  readonly onBody: (text: string) => void;
  readonly onResponse: (raw: RawResponse) => void;
  readonly sendResponse: (response: ServerResponse, raw: RawResponse) => void;
  readonly onFee: (known: readonly Transaction[], context: CallContext) => void;
  readonly refusal: (reason: string) => RawResponse;
  /** Of accepted calls. */
  readonly feeStatus: number;
  readonly saleStatus: number;
  readonly type: string | undefined;
  readonly serialize: (body: unknown) => string;
  /** Milliseconds. */
  readonly delay: (call: number) => number;
  /** Handles the request before the body is read; returns whether it did. `atOnce` counts it, too. */
  readonly onArrival: (request: IncomingMessage, response: ServerResponse, atOnce: number) => boolean;
  /** Handles the request before authentication, such as by a redirect; returns whether it did. */
  readonly intercept: (request: IncomingMessage, response: ServerResponse, call: number) => boolean;
  /** The result of a fee call for a sold transaction. */
  readonly updateAfterSale: 'accepted' | 'refused' | 'new-transaction';
  readonly secondSale: 'accepted' | 'refused';
  readonly unknownStxid: 'refused' | 'new-transaction';
  readonly partialUpdate: 'accepted' | 'refused';
}

export const TOKENS: Readonly<Record<Merchant, string>> = {
  one: 'token-of-one',
  several: 'token-of-several',
};

const PROCESSORS: Readonly<Record<Merchant, readonly string[]>> = {
  one: ['700100', 'alpha'],
  several: ['700100', 'alpha', '700200', 'beta'],
};

export const REFERENCE: ReferenceBehavior = {
  normalizeRequest: (request) => request,
  checkFee,
  checkUpdate: () => undefined,
  checkSale,
  checkBody: () => undefined,
  findTransaction,
  visibleTransactions: (all, merchant) => all.filter((transaction) => transaction.merchant === merchant),
  methods: ['POST'],
  authenticate: (token) => (['one', 'several'] as const).find((merchant) => TOKENS[merchant] === token),
  createStxid: (number) => `tx-${number}-${(number * 7919).toString(36)}`,
  calculateFee: ({ amount, processor }) => {
    const isBeta = processor === 'beta' || processor === '700200';

    return Math.round(Number(amount) * (isBeta ? 3.2 : 2.9) + (isBeta ? 0 : 30)) / 100;
  },
  feeResponse: (body) => body,
  saleResponse: (body) => body,
  onSale: () => {},
  onBody: () => {},
  onResponse: () => {},
  sendResponse(response, { status, type, text }) {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(text);
  },
  onFee: () => {},
  refusal: (reason) => ({ status: 422, type: 'application/json', text: JSON.stringify({ error: reason }) }),
  feeStatus: 200,
  saleStatus: 200,
  type: 'application/json',
  serialize: (body) => JSON.stringify(body),
  delay: () => 0,
  onArrival: () => false,
  intercept: () => false,
  updateAfterSale: 'accepted',
  secondSale: 'accepted',
  unknownStxid: 'refused',
  partialUpdate: 'refused',
};

const STATES = new Set(
  `AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI
   SC SD TN TX UT VT VA WA WV WI WY DC`.split(/\s+/),
);

/** Document 2.1: required fields are present, and each field has its type. */
export function checkFee(
  request: Fields,
  { merchant }: Pick<CallContext, 'merchant'>,
  found: Transaction | undefined,
): string | undefined {
  const { amount, nicn, region, processor, totalAmount } = { ...found?.request, ...request };
  if (typeof amount !== 'number' || amount < 0) return 'amount is not an amount';
  if (typeof nicn !== 'string' || !/^[0-9]{6,8}$/.test(nicn)) return 'nicn is not 6 to 8 digits';
  if (typeof region !== 'string' || !(/^[0-9]{5}$/.test(region) || STATES.has(region.replace(/^US-/, ''))))
    return 'region is not a region';
  if (typeof request['country'] === 'string' && !/^(?!000)[0-9]{3}$/.test(request['country']))
    return 'country is not a country';
  if (totalAmount !== undefined && (typeof totalAmount !== 'number' || totalAmount < amount))
    return 'totalAmount is less than amount';
  if (
    processor === undefined
      ? merchant === 'several'
      : !PROCESSORS[merchant].some((known) => known === processor)
  )
    return 'processor is not one of the merchant';
  for (const name of ['country', 'cardToken', 'mTxId', 'sTxId'])
    if (request[name] !== undefined && typeof request[name] !== 'string') return `${name} is not a string`;
  for (const name of ['campaign', 'data']) {
    const texts = request[name] ?? [];
    if (!Array.isArray(texts) || texts.some((one) => typeof one !== 'string'))
      return `${name} is not a list of strings`;
  }

  return undefined;
}

/** Document 2.3: at least one identifier, and both of the same transaction. */
export function checkSale({ sTxId, mTxId, authCode }: Fields, found: Transaction | undefined) {
  if (typeof (sTxId ?? mTxId) !== 'string') return 'sTxId or mTxId is required';
  if (authCode !== undefined && typeof authCode !== 'string') return 'authCode is not a string';
  if (sTxId !== undefined && mTxId !== undefined && (found?.mTxId ?? mTxId) !== mTxId)
    return 'sTxId and mTxId belong to different transactions';

  return found === undefined ? 'no such transaction' : undefined;
}

function findTransaction(known: readonly Transaction[], { sTxId, mTxId }: Fields): Transaction | undefined {
  if (sTxId !== undefined) return known.find((transaction) => transaction.sTxId === sTxId);

  return mTxId === undefined ? undefined : known.findLast((transaction) => transaction.mTxId === mTxId);
}

/** Answers the requests that it picks before the deployment does. */
export function answering(
  picks: (request: IncomingMessage, call: number) => boolean,
  answer: (response: ServerResponse, request: IncomingMessage) => unknown,
): Pick<ReferenceBehavior, 'intercept'> {
  return {
    intercept(request, response, call) {
      const isPicked = picks(request, call);
      if (isPicked) answer(response, request);

      return isPicked;
    },
  };
}

/** Starts the reference deployment with the given changes. */
export async function startReference(changes: Partial<ReferenceBehavior> = {}): Promise<Listening> {
  const behavior: ReferenceBehavior = { ...REFERENCE, ...changes };
  const transactions: Transaction[] = [];
  let call = 0;
  let atOnce = 0;
  const accept = (status: number, body: unknown): RawResponse => {
    return { status, type: behavior.type, text: behavior.serialize(body) };
  };

  const fee = (request: Fields, context: CallContext): RawResponse => {
    const known = behavior.visibleTransactions(transactions, context.merchant);
    let found = behavior.findTransaction(known, request);
    if (found?.sold && behavior.updateAfterSale === 'refused') return behavior.refusal('already sold');
    if (found?.sold && behavior.updateAfterSale === 'new-transaction') found = undefined;
    else if (found === undefined && request['sTxId'] !== undefined && behavior.unknownStxid === 'refused')
      return behavior.refusal('no such transaction');
    const base = behavior.partialUpdate === 'accepted' ? found : undefined;
    const reason =
      behavior.checkFee(request, context, base) ?? (found && behavior.checkUpdate(request, found));
    if (reason !== undefined) return behavior.refusal(reason);
    const full = { ...base?.request, ...request };
    if (found === undefined) {
      const sTxId = behavior.createStxid(transactions.length + 1, context);
      found = { merchant: context.merchant, sTxId, mTxId: undefined, request: full, sold: false };
      transactions.push(found);
    }
    found.request = full;
    if (typeof request['mTxId'] === 'string') found.mTxId = request['mTxId'];
    behavior.onFee(known, context);
    const body = { transactionFee: behavior.calculateFee(full, context), sTxId: found.sTxId, message: 'ok' };

    return accept(behavior.feeStatus, behavior.feeResponse(body, request, context));
  };

  const sale = (request: Fields, { merchant }: CallContext): RawResponse => {
    const known = behavior.visibleTransactions(transactions, merchant);
    const found = behavior.findTransaction(known, request);
    const reason = behavior.checkSale(request, found);
    if (reason !== undefined) return behavior.refusal(reason);
    if (found?.sold && behavior.secondSale === 'refused') return behavior.refusal('already sold');
    if (found !== undefined) {
      found.sold = true;
      if (typeof request['mTxId'] === 'string') found.mTxId ??= request['mTxId'];
      behavior.onSale(known, found);
    }

    return accept(behavior.saleStatus, behavior.saleResponse({ sTxId: found?.sTxId }, request));
  };

  const respond = (path: string | undefined, body: string, context: CallContext): RawResponse => {
    const reason = behavior.checkBody(body);
    if (reason !== undefined) return behavior.refusal(reason);
    let request: unknown;
    try {
      request = JSON.parse(body);
    } catch {
      return behavior.refusal('not JSON');
    }
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      return behavior.refusal('not one JSON object');
    if (path === '/v1/ch') return fee(behavior.normalizeRequest(request as Fields), context);

    return path === '/v1/ch/sale' ? sale(request as Fields, context) : behavior.refusal('no such path');
  };

  return listenHttp(async (request, response) => {
    const number = ++call;
    atOnce++;
    try {
      if (behavior.onArrival(request, response, atOnce)) return;
      const body = await text(request);
      behavior.onBody(body);
      if (behavior.intercept(request, response, number)) return;
      const ms = behavior.delay(number);
      if (ms > 0) await sleep(ms);
      const merchant = behavior.authenticate(request.headers.authorization?.replace(/^Bearer /i, ''));
      const raw = !behavior.methods.includes(String(request.method))
        ? { ...behavior.refusal('method not allowed'), status: 405 }
        : merchant === undefined
          ? { ...behavior.refusal('invalid token'), status: 401 }
          : respond(request.url, body, { merchant, call: number, atOnce });
      behavior.onResponse(raw);
      behavior.sendResponse(response, raw);
    } catch {
      // A behavior that throws simulates a crashed handler: the request gets no response.
    } finally {
      atOnce--;
    }
  });
}
