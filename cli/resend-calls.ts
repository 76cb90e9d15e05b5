/** Sends recorded calls to a mock: as a merchant of the mock, with its identifiers in place of the recorded ones. */
import { METHODS } from 'node:http';
import { feeIn } from '../src/contract/outcome.ts';
import type { Merchant } from '../src/engine/index.ts';
import { type Call, readCall } from '../src/exchange/call.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import { claimsOf, namingClaims } from '../src/exchange/merchant.ts';
import type { InjectedRequest, Mock } from '../src/mock/index.ts';
import { maskText } from '../src/text/mask.ts';

/** A merchant of the deployment that was recorded. */
export interface RecordedMerchant {
  /** As the recording has it. */
  readonly token: string;
  /** Names that the merchant of the mock may have, the first one that it knows. */
  readonly names: readonly string[];
}

/**
 * Each recorded sTxId stands in quotes in JSON, where it may have escapes, and after an = in a query. What has no closing
 * quote ends with the text, so that no body is searched twice.
 */
const IDENTIFIERS = /(?<=")[^"\\]*(?:\\.?[^"\\]*)*|(?<==)[^&=]+/gs;

/** Headers of a connection or of a recorder, and those that change the mock. */
const LEFT_OUT =
  /^(?:authorization|connection|content-encoding|content-length|cookie|expect|host|keep-alive|te|transfer-encoding|upgrade|prefer|tollgate-.*)$/i;

interface Resent {
  readonly exchange: Exchange;
  readonly call: Call;
  /** Whether the mock knows another transaction for the recorded one; undefined where that is no question. */
  readonly isOtherTransaction: boolean;
  /** Whether each side had given the sTxId before: the recorded one and that of the mock. */
  readonly seenBefore: readonly [recorded: boolean, mock: boolean];
}

/** @param recordedMerchants empty where the recording describes no deployment */
export function createResender(
  mock: Pick<Mock, 'inject' | 'token'>,
  merchants: readonly Merchant[],
  recordedMerchants: readonly RecordedMerchant[],
) {
  const merchantOf = createMerchantReader(merchants, recordedMerchants);
  /** The sTxIds of the mock by the recorded ones, and the other way round. */
  const ofMock = new Map<string, string>();
  const recordedOf = new Map<string, string>();
  const priced = new Set<string>();
  /** By recorded sTxId and mTxId: how the mock refused the fee call that opened the transaction. */
  const refused = new Map<string, string>();
  const replace = (text: string): string =>
    text.replaceAll(IDENTIFIERS, (value) => ofMock.get(unescaped(value)) ?? value);

  /** Undefined where it is sent. */
  const whyNotSent = ({
    operation,
    body,
    exchange,
    outcome,
    sTxId,
    mTxId,
    given,
  }: Call): string | undefined => {
    const { request, lacks = [] } = exchange;
    if (!METHODS.includes(request.method ?? '')) return 'the method is none of HTTP';
    if (lacks.includes('request-body') || body === 'unknown') return 'the request has no whole body';
    if (lacks.includes('response-body')) return 'the answer has no whole body';
    if (outcome.kind === 'token-refused') return 'the service refused the token';
    if (outcome.kind === 'not-now') return 'the service could not answer then';
    if (outcome.kind !== 'accepted' || (sTxId !== undefined && ofMock.has(sTxId))) return undefined;
    const isSale = operation === 'attachSale';
    const named = sTxId ?? (isSale ? mTxId : undefined);
    const refusal = refused.get(named ?? '');
    if (refusal !== undefined) return `the mock refused the fee call of its transaction: ${refusal}`;
    const isOlder =
      sTxId === undefined ? named !== undefined && !priced.has(named) : isSale || given === sTxId;

    return isOlder ? 'it names a transaction from before the recording' : undefined;
  };

  const learn = ({ operation, given, mTxId, outcome }: Call, answered: Call) => {
    if (mTxId !== undefined && outcome.kind !== 'refused') priced.add(mTxId);
    if (given === undefined || ofMock.has(given)) return;
    if (operation === 'calculateFee' && outcome.kind === 'accepted')
      for (const id of [given, mTxId ?? given])
        if (answered.outcome.kind === 'refused') refused.set(id, describeAnswer(answered));
        else refused.delete(id);
    if (answered.given === undefined) return;
    ofMock.set(given, answered.given);
    recordedOf.set(answered.given, given);
  };

  /** @returns why it is not sent, or what the mock answers */
  return async (recorded: Call): Promise<string | Resent> => {
    const why = whyNotSent(recorded);
    if (why !== undefined) return why;
    const { delivery: _, request, lacks = [], ...kept } = recorded.exchange;
    const { method = 'POST', url = '', body = '' } = request;
    const hasToken = request.headers.authorization !== undefined || lacks.includes('authorization');
    const sent = { url: replace(url), body: replace(body) };
    const { status, headers, text } = await mock.inject({
      method: method as NonNullable<InjectedRequest['method']>,
      path: sent.url,
      headers: {
        ...textsOf(Object.entries(request.headers).filter(([name]) => !LEFT_OUT.test(name))),
        ...(hasToken && { authorization: `Bearer ${mock.token(merchantOf(recorded))}` }),
      },
      ...(sent.body !== '' && { body: sent.body }),
    });
    const exchange = {
      ...{ ...kept, lacks, request: { ...request, ...sent } },
      response: { status, headers: textsOf(Object.entries(headers)), body: text },
    };
    const call = readCall(exchange);
    if (call === undefined) return 'the mock does not know the call';
    const { given } = recorded;
    const mockGiven = call.given;
    const areGiven = recorded.outcome.kind === 'accepted' && given !== undefined && mockGiven !== undefined;
    const seenBefore = [ofMock.has(given ?? ''), recordedOf.has(mockGiven ?? '')] as const;
    // Both or neither of the transactions were seen before, as one.
    const isOtherTransaction =
      areGiven &&
      ((ofMock.get(given) ?? mockGiven) !== mockGiven || (recordedOf.get(mockGiven) ?? given) !== given);
    learn(recorded, call);

    return { exchange, call, isOtherTransaction, seenBefore };
  };
}

/** The text of a JSON string; the same where it is none. */
function unescaped(spelled: string): string {
  if (!spelled.includes('\\')) return spelled;
  try {
    return JSON.parse(`"${spelled}"`);
  } catch {
    return spelled;
  }
}

function textsOf(entries: readonly (readonly [name: string, value: unknown])[]) {
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/**
 * The merchant of the mock for a recorded token: the one of the deployment with this token, else by the name in it, or by
 * the first processor that its calls name.
 */
function createMerchantReader(
  merchants: readonly Merchant[],
  recorded: readonly RecordedMerchant[],
): (call: Call) => string {
  const known = new Set(merchants.map(({ name }) => name));
  const usual = merchants.find(({ processors }) => processors.length === 1) ?? merchants[0];
  const ofToken = new Map<string | undefined, string>();
  const named = ({ exchange: { request }, fields }: Call): string | undefined => {
    const token = String(request.headers.authorization ?? '').replace(/^\s*bearer\s+/i, '');
    const having = merchants.filter(({ processors }) =>
      processors.some(({ mid, name }) => mid === fields['processor'] || name === fields['processor']),
    );

    return [
      ...(recorded.find((merchant) => merchant.token === token)?.names ?? []),
      ...Object.values(namingClaims(claimsOf(token) ?? {}, known)),
      ...having
        .toSorted((one, other) => other.processors.length - one.processors.length)
        .map(({ name }) => name),
    ].find((name) => known.has(name));
  };

  return (call) => {
    const name = ofToken.get(call.merchant) ?? named(call);
    if (name !== undefined) ofToken.set(call.merchant, name);

    return name ?? usual?.name ?? '';
  };
}

export function feeOf({ operation, outcome, answer }: Call): number | undefined {
  return operation === 'calculateFee' && outcome.kind === 'accepted' ? feeIn(answer) : undefined;
}

/** Such as `fee 2.43` or `refused with 400, amount: expected a number`. */
export function describeAnswer(call: Call): string {
  const { status } = call.exchange.response;
  const fee = feeOf(call);
  if (call.outcome.kind === 'accepted') return fee === undefined ? `accepted with ${status}` : `fee ${fee}`;
  const { detail, message } = call.answer ?? {};
  const why = [detail, message].find((text) => typeof text === 'string');

  return why === undefined ? `refused with ${status}` : `refused with ${status}, ${maskText(String(why))}`;
}
