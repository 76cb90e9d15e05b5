/** A small deployment written from the document alone: in memory, correct, and odd where the document lets it be. */
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

export interface Written {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

export type Merchant = 'one' | 'several';

/** What a call sees of the deployment. */
export interface Moment {
  readonly merchant: Merchant;
  /** Calls so far, this one included. */
  readonly call: number;
  /** Calls being served at this moment, this one included. */
  readonly atOnce: number;
}

/** Everything in which deployments differ, legally or not. */
export interface Behaviour {
  /** What the deployment makes of a fee call before it looks at it. */
  readonly reads: (request: Fields) => Fields;
  /** Why a fee call is refused; `found` is the transaction that it updates. */
  readonly refusesFee: (
    request: Fields,
    moment: Moment,
    found: Transaction | undefined,
  ) => string | undefined;
  /** Why an update is refused that a first call with the same fields would not be. */
  readonly refusesUpdate: (request: Fields, found: Transaction) => string | undefined;
  readonly refusesSale: (request: Fields, found: Transaction | undefined) => string | undefined;
  /** Why a body is refused before it is parsed. */
  readonly refusesBody: (text: string) => string | undefined;
  readonly finds: (known: readonly Transaction[], request: Fields) => Transaction | undefined;
  /** Which of all transactions a merchant can name. */
  readonly sees: (all: readonly Transaction[], merchant: Merchant) => readonly Transaction[];
  /** The sTxId of the transaction with this number, from 1. */
  readonly names: (number: number, moment: Moment) => string;
  readonly prices: (request: Fields, moment: Moment) => number;
  readonly answersFee: (body: Fields, request: Fields, moment: Moment) => unknown;
  readonly answersSale: (body: Fields, request: Fields) => unknown;
  readonly onSale: (known: readonly Transaction[], sold: Transaction) => void;
  /** Methods by which it may be asked. */
  readonly methods: readonly string[];
  /** Whose token it is; undefined refuses it. */
  readonly knows: (token: string | undefined) => Merchant | undefined;
  readonly onBody: (text: string) => void;
  readonly onAnswer: (written: Written) => void;
  /** Writes the answer to the connection. */
  readonly sends: (response: ServerResponse, written: Written) => void;
  readonly onFee: (known: readonly Transaction[], moment: Moment) => void;
  readonly refusal: (why: string) => Written;
  /** How accepted answers are written. */
  readonly feeStatus: number;
  readonly saleStatus: number;
  readonly type: string | undefined;
  readonly writes: (body: unknown) => string;
  /** Milliseconds. */
  readonly delay: (call: number) => number;
  /** Answers, or does not, before the body is read; true where it did. */
  readonly onArrival: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers before everything else, such as "later" or "elsewhere"; true where it did. */
  readonly intercepts: (request: IncomingMessage, response: ServerResponse, call: number) => boolean;
  /** What a fee call or sale does that names a transaction already sold. */
  readonly updateAfterSale: 'accepted' | 'refused' | 'begins-anew';
  readonly secondSale: 'accepted' | 'refused';
  readonly unknownStxid: 'refused' | 'begins-anew';
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

export const REFERENCE: Behaviour = {
  reads: (request) => request,
  refusesFee: whyNoFee,
  refusesUpdate: () => undefined,
  refusesSale: whyNoSale,
  refusesBody: () => undefined,
  finds: findTransaction,
  sees: (all, merchant) => all.filter((transaction) => transaction.merchant === merchant),
  methods: ['POST'],
  knows: (token) => (['one', 'several'] as const).find((merchant) => TOKENS[merchant] === token),
  names: (number) => `tx-${number}-${(number * 7919).toString(36)}`,
  prices: ({ amount, processor }) => {
    const isBeta = processor === 'beta' || processor === '700200';

    return Math.round(Number(amount) * (isBeta ? 3.2 : 2.9) + (isBeta ? 0 : 30)) / 100;
  },
  answersFee: (body) => body,
  answersSale: (body) => body,
  onSale: () => {},
  onBody: () => {},
  onAnswer: () => {},
  sends(response, { status, type, text }) {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(text);
  },
  onFee: () => {},
  refusal: (why) => ({ status: 422, type: 'application/json', text: JSON.stringify({ error: why }) }),
  feeStatus: 200,
  saleStatus: 200,
  type: 'application/json',
  writes: (body) => JSON.stringify(body),
  delay: () => 0,
  onArrival: () => false,
  intercepts: () => false,
  updateAfterSale: 'accepted',
  secondSale: 'accepted',
  unknownStxid: 'refused',
  partialUpdate: 'refused',
};

const STATES = new Set(
  `AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI
   SC SD TN TX UT VT VA WA WV WI WY DC`.split(/\s+/),
);

/** Document 2.1, in the words of a server: each field present where required and of its own type. */
export function whyNoFee(
  request: Fields,
  { merchant }: Pick<Moment, 'merchant'>,
  found: Transaction | undefined,
): string | undefined {
  const { amount, nicn, region, processor, totalAmount } = { ...found?.request, ...request };
  if (typeof amount !== 'number' || amount < 0) return 'amount is not an amount';
  if (typeof nicn !== 'string' || !/^[0-9]{6,8}$/.test(nicn)) return 'nicn is not 6 to 8 digits';
  if (typeof region !== 'string' || !(/^[0-9]{5}$/.test(region) || STATES.has(region.replace(/^US-/, ''))))
    return 'region is not a region';
  if (totalAmount !== undefined && (typeof totalAmount !== 'number' || totalAmount < amount))
    return 'totalAmount is less than amount';
  if (processor === undefined ? merchant === 'several' : !PROCESSORS[merchant].includes(String(processor)))
    return 'processor is not one of the merchant';
  for (const name of ['country', 'cardToken', 'mTxId', 'sTxId'])
    if (request[name] !== undefined && typeof request[name] !== 'string') return `${name} is not a string`;
  for (const name of ['campaign', 'data']) {
    const texts = request[name] ?? [];
    if (!Array.isArray(texts) || texts.some((one) => typeof one !== 'string')) return `${name} is no texts`;
  }

  return undefined;
}

/** Document 2.3: at least one identifier, and both of one transaction. */
export function whyNoSale({ sTxId, mTxId, authCode }: Fields, found: Transaction | undefined) {
  if (typeof (sTxId ?? mTxId) !== 'string') return 'neither sTxId nor mTxId';
  if (authCode !== undefined && typeof authCode !== 'string') return 'authCode is not a string';
  if (sTxId !== undefined && mTxId !== undefined && (found?.mTxId ?? mTxId) !== mTxId)
    return 'sTxId and mTxId of two transactions';

  return found === undefined ? 'no such transaction' : undefined;
}

function findTransaction(known: readonly Transaction[], { sTxId, mTxId }: Fields): Transaction | undefined {
  if (sTxId !== undefined) return known.find((transaction) => transaction.sTxId === sTxId);

  return mTxId === undefined ? undefined : known.findLast((transaction) => transaction.mTxId === mTxId);
}

/** Starts the reference deployment, with whatever behaviour differs from it. */
export async function startReference(differing: Partial<Behaviour> = {}): Promise<Listening> {
  const behaviour: Behaviour = { ...REFERENCE, ...differing };
  const transactions: Transaction[] = [];
  let call = 0;
  let atOnce = 0;
  const accept = (status: number, body: unknown): Written => {
    return { status, type: behaviour.type, text: behaviour.writes(body) };
  };

  const fee = (request: Fields, moment: Moment): Written => {
    const known = behaviour.sees(transactions, moment.merchant);
    let found = behaviour.finds(known, request);
    if (found?.sold && behaviour.updateAfterSale === 'refused') return behaviour.refusal('already sold');
    if (found?.sold && behaviour.updateAfterSale === 'begins-anew') found = undefined;
    else if (found === undefined && request['sTxId'] !== undefined && behaviour.unknownStxid === 'refused')
      return behaviour.refusal('no such transaction');
    const base = behaviour.partialUpdate === 'accepted' ? found : undefined;
    const why =
      behaviour.refusesFee(request, moment, base) ?? (found && behaviour.refusesUpdate(request, found));
    if (why !== undefined) return behaviour.refusal(why);
    const full = { ...base?.request, ...request };
    if (found === undefined) {
      const sTxId = behaviour.names(transactions.length + 1, moment);
      found = { merchant: moment.merchant, sTxId, mTxId: undefined, request: full, sold: false };
      transactions.push(found);
    }
    found.request = full;
    if (typeof request['mTxId'] === 'string') found.mTxId = request['mTxId'];
    behaviour.onFee(known, moment);
    const answer = { transactionFee: behaviour.prices(full, moment), sTxId: found.sTxId, message: 'ok' };

    return accept(behaviour.feeStatus, behaviour.answersFee(answer, request, moment));
  };

  const sale = (request: Fields, { merchant }: Moment): Written => {
    const known = behaviour.sees(transactions, merchant);
    const found = behaviour.finds(known, request);
    const why = behaviour.refusesSale(request, found);
    if (why !== undefined) return behaviour.refusal(why);
    if (found?.sold && behaviour.secondSale === 'refused') return behaviour.refusal('already sold');
    if (found !== undefined) {
      found.sold = true;
      if (typeof request['mTxId'] === 'string') found.mTxId ??= request['mTxId'];
      behaviour.onSale(known, found);
    }

    return accept(behaviour.saleStatus, behaviour.answersSale({ sTxId: found?.sTxId }, request));
  };

  const answer = (path: string | undefined, body: string, moment: Moment): Written => {
    const why = behaviour.refusesBody(body);
    if (why !== undefined) return behaviour.refusal(why);
    let request: unknown;
    try {
      request = JSON.parse(body);
    } catch {
      return behaviour.refusal('not JSON');
    }
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      return behaviour.refusal('not one JSON object');
    if (path === '/v1/ch') return fee(behaviour.reads(request as Fields), moment);

    return path === '/v1/ch/sale' ? sale(request as Fields, moment) : behaviour.refusal('no such place');
  };

  return listenHttp(async (request, response) => {
    const number = ++call;
    atOnce++;
    try {
      if (behaviour.onArrival(request, response)) return;
      const body = await text(request);
      behaviour.onBody(body);
      if (behaviour.intercepts(request, response, number)) return;
      const ms = behaviour.delay(number);
      if (ms > 0) await sleep(ms);
      const merchant = behaviour.knows(request.headers.authorization?.replace(/^Bearer /i, ''));
      const written = !behaviour.methods.includes(String(request.method))
        ? { ...behaviour.refusal('only POST'), status: 405 }
        : merchant === undefined
          ? { ...behaviour.refusal('who are you?'), status: 401 }
          : answer(request.url, body, { merchant, call: number, atOnce });
      behaviour.onAnswer(written);
      behaviour.sends(response, written);
    } catch {
      // Behaviour that throws is that of a service whose handler died: the request is never answered.
    } finally {
      atOnce--;
    }
  });
}
