/** Follows the exchanges of a run: which transactions exist, by which identifiers, and with which answers. */

import { FIELD_TYPES, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { feeIn } from '../../../src/contract/outcome.ts';
import { createTrace } from '../../../src/exchange/trace.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type CoverageCounter, createCoverage } from '../../report/coverage.ts';
import { areSafeTexts, isSafeBody, isSafeMtxid, isSafeText } from '../../rule/arbitraries/text.ts';
import { isServerError } from '../../rule/assertions.ts';
import {
  acceptedBody,
  type Exchange,
  isFeeCall,
  isLost,
  isSale,
  type MerchantRole,
  type SentExchange,
} from '../../rule/exchange.ts';
import { createFeeReference } from '../../rule/fee-diagnosis/reference.ts';
import { CALLS_KEPT, type History, type NamedCall, UPDATES_REQUIRED } from '../../rule/history.ts';
import { isFixedMtxid } from '../../rule/mtxids.ts';
import { isBare, MIN_LIFETIME } from '../../rule/observers.ts';

const PLAIN_MTXID = /^[a-z][a-z\d]{0,19}$/;
/** Exchanges between two of a kind that have hardly one cause. */
export const FAR_APART = 20;
/** Refused calls of one kind that are kept. */
const MOST_REFUSED = 20;
/** Transactions opened after one that no store has lost for them. */
const FEW_OTHERS = 20;
/** Where prices change, many fees do; one may only have been wrong at first. */
const NEW_PRICES = 3;
/** Characters that are kept of each of thousands of requests and responses. */
const LONGEST_KEPT = 4096;

export interface GrowingHistory extends History {
  /** Notes that a request is sent. */
  readonly begin: (exchange: SentExchange) => void;
  /** Takes in an exchange, after the observers have seen it. */
  readonly add: (exchange: Exchange) => void;
  /** What the calls that the document describes have exercised. */
  readonly coverage: CoverageCounter['counts'];
}

export function createHistory(
  deployment: Pick<Deployment, 'one' | 'several' | 'amounts' | 'cards' | 'regions' | 'pricing'>,
): GrowingHistory {
  const { one, several, amounts, cards, regions } = deployment;
  const processors = { one: one.processors.length, several: several?.processors.length ?? 0 };
  const trace = createTrace<Exchange, Exchange>({
    keep: (exchange) => exchange,
    keptCalls: CALLS_KEPT,
    hasBegins: true,
  });
  const { named, opens: isFirstCall } = trace;
  const coverage = createCoverage(['one', 'several']);
  const firstCalls = new Map<
    string,
    { readonly call: Exchange; readonly changes: number; readonly isNewPrice: boolean }
  >();
  const kinds = new Map<string, BareCalls>();
  /** How many transactions had been opened when this first call was. */
  const openedBefore = new WeakMap<Exchange, number>();
  /** Of the fees of equal first calls: all, and those after the first one of its call. */
  let [changes, furtherChanges] = [0, 0];
  /** Fees that changed and then stayed. */
  let newPrices = 0;
  let count = 0;
  let opened = 0;
  let unanswered = 0;
  let firstErrorAt: number | undefined;
  const resets = { count: 0, last: Number.NEGATIVE_INFINITY };

  const accepted = new Set<string>();
  const places = Object.values(regions).flat();
  /** Whether the deployment file lists the card, region or processor. */
  const isConfigured = (merchant: MerchantRole, field: string, value: string) => {
    if (field === 'nicn') return cards.some((card) => card.startsWith(value));
    if (field === 'region') return places.includes(value);
    const known = (merchant === 'one' ? one : several)?.processors ?? [];

    return field === 'processor' && known.some(({ mid, name }) => value === mid || value === name);
  };

  const follow = (exchange: Exchange) => {
    if (exchange.outcome.kind === 'accepted')
      for (const field of VERIFIED) accepted.add(valueKey(exchange.role, field, exchange.fields ?? {}));
    coverage.add(exchange, trace.transactionOf(exchange));
    if (!trace.add(exchange).hasOpened) return;
    openedBefore.set(exchange, opened);
    opened++;
    // A service may read a text that no library writes otherwise.
    if ('mTxId' in exchange.sent || 'raw' in exchange.sent) return;
    const key = pricedKey(exchange);
    const fee = feeIn(acceptedBody(exchange));
    const before = firstCalls.get(key);
    const isChange = before !== undefined && feeIn(acceptedBody(before.call)) !== fee;
    if (isChange) changes++;
    if (isChange && before.changes > 0) furtherChanges++;
    const stays = before?.changes === 1 && !isChange && !before.isNewPrice;
    if (stays) newPrices++;
    if (fee !== undefined)
      firstCalls.set(key, {
        call: exchange,
        changes: (before?.changes ?? 0) + (isChange ? 1 : 0),
        isNewPrice: stays || before?.isNewPrice === true,
      });
  };

  /** Whether the call updates an unsold transaction, for the card, region and processor of its first call. */
  const isPlainUpdate = (exchange: Exchange) => {
    const { transaction, isLate } = named(exchange) ?? {};
    const { fields: first = {} } = transaction?.opening ?? exchange;
    const isSame = KEPT.every((field) => exchange.fields?.[field] === first[field]);

    return transaction !== undefined && !transaction.isSold && !isLate && isSame;
  };

  const sameFirstCalls = (exchange: Exchange) =>
    isFollowed(exchange) ? firstCalls.get(pricedKey(exchange)) : undefined;

  const isVerified = ({ role, fields = {} }: Exchange) =>
    VERIFIED.every(
      (field) =>
        fields[field] === undefined ||
        isConfigured(role, field, String(fields[field])) ||
        accepted.has(valueKey(role, field, fields)),
    );

  const isPriceable = (exchange: Exchange) => {
    const { fields, role: merchant, sent } = exchange;
    // Raw texts write JSON as no library does.
    if (!isFeeCall(exchange) || fields === undefined || 'raw' in sent || !hasDocumentedTypes(fields))
      return false;
    const { totalAmount = Number.POSITIVE_INFINITY, processor } = fields;
    const amount = Number(fields['amount']);
    const isInBounds = amount > 0 && amount >= amounts.min && amount <= amounts.max;
    const isNamed = processor !== undefined || (merchant === 'one' && processors.one < 2);

    return isInBounds && amount < Number(totalAmount) && isNamed && isSafeBody(fields);
  };

  const isOrdinary: History['isOrdinary'] = (exchange) =>
    isPriceable(exchange) && isVerified(exchange) && (isFirstCall(exchange) || isPlainUpdate(exchange));

  /** Undefined for a call that is not bare, or that a service may refuse for what was before. */
  const bareCallsLike = (exchange: Exchange): BareCalls | undefined => {
    const { fields = {}, variant } = exchange;
    const isUsual = isSale(exchange)
      ? isSafeText(String(fields['authCode'] ?? '0'), 16)
      : isOrdinary(exchange);
    if (variant.spelling !== undefined || !isUsual || !isBare(exchange)) return undefined;
    // Another form of it may be what is refused.
    if (fields['mTxId'] !== undefined && !PLAIN_MTXID.test(String(fields['mTxId']))) return undefined;
    const known = named(exchange);
    // A service may fold the mTxId of a first call, and find another transaction by it.
    if (known === undefined ? isSale(exchange) || 'mTxId' in fields : !isFresh(exchange, known))
      return undefined;

    // Without one of them, a call may be refused for that.
    const names = Object.keys(fields).toSorted().join();
    const kind = `${exchange.merchant} ${exchange.operation} ${known?.by ?? ''} ${names}`;
    const calls = kinds.get(kind) ?? { counts: new Map(), refused: [] };
    kinds.set(kind, calls);

    return calls;
  };

  /** Whether the call names a transaction of bare calls, which no service has lost or closed yet. */
  const isFresh = ({ sentAt }: Exchange, { transaction, isLate, addsMtxid }: NamedCall) => {
    const { opening, calls, isSold } = transaction;
    const isNew =
      sentAt - opening.endedAt < MIN_LIFETIME && opened - (openedBefore.get(opening) ?? 0) < FEW_OTHERS;
    const isOpen = !isSold && !isLate && !addsMtxid && calls.length < UPDATES_REQUIRED;

    return isNew && isOpen && [opening, ...calls].every(isBare);
  };

  return {
    named,
    isOrdinary,
    hasOrdinaryFields: (exchange) =>
      isPriceable(exchange) && (exchange.outcome.kind === 'accepted' || isVerified(exchange)),
    isFirstCall,
    bySTxId: trace.bySTxId,
    sameFirstCall: (exchange) => sameFirstCalls(exchange)?.call,
    feeChanges: (exchange) => sameFirstCalls(exchange)?.changes ?? 0,
    refusedBefore: (exchange) =>
      bareCallsLike(exchange)
        ?.refused.filter((one) => one.isByChance())
        .map(({ call }) => call),
    coverage: coverage.counts,
    reference: createFeeReference(deployment),
    tokens: [one.token, several?.token].filter((token) => token !== undefined),
    processors: ({ role }) => processors[role] || undefined,
    get feesVary() {
      return changes > 0;
    },
    get pricesChanged() {
      return newPrices >= NEW_PRICES && furtherChanges === 0;
    },
    get firstErrorAt() {
      return firstErrorAt;
    },
    get resets() {
      return resets.count;
    },
    get unanswered() {
      return unanswered;
    },
    get count() {
      return count;
    },
    get opened() {
      return opened;
    },
    begin(exchange) {
      if (isFollowed(exchange)) trace.begin(exchange);
    },
    add(exchange) {
      count++;
      const { response } = exchange;
      if (isLost(exchange)) unanswered++;
      if (isLost(exchange) || isServerError(exchange)) firstErrorAt ??= exchange.sentAt;
      if (response.kind === 'answered' && response.isSecond) {
        if (count - resets.last > FAR_APART) resets.count++;
        resets.last = count;
      }
      if (!isFollowed(exchange)) return;
      const kept = shortened(exchange);
      const like = bareCallsLike(exchange);
      if (like !== undefined) addBareCall(kept, like);
      follow(kept);
    },
  };
}

/** The bare calls of one operation and merchant that name their transaction in the same way. */
interface BareCalls {
  /** How often each value, and each set of values, was accepted and refused. */
  readonly counts: Map<string, { accepted: number; refused: number }>;
  /** Refused calls that are not known to have been refused for what they hold. */
  readonly refused: { readonly call: Exchange; readonly isByChance: () => boolean }[];
}

function addBareCall(call: Exchange, { counts, refused }: BareCalls): void {
  const { sTxId: _, mTxId: __, ...values } = call.fields ?? {};
  const all = pricedKey(call);
  const each = Object.entries(values).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const { kind } = call.outcome;
  if (kind !== 'accepted' && kind !== 'refused') return;
  // As those who asked before this call saw it.
  const known = refused.find((one) => one.isByChance());
  for (const key of [all, ...each]) {
    const count = counts.get(key) ?? { accepted: 0, refused: 0 };
    counts.set(key, count);
    count[kind]++;
  }
  const isTaken = (key: string) => (counts.get(key)?.accepted ?? 0) > 0;
  // What was refused twice, and never accepted, may be a combination of values.
  const isByChance = () => each.every(isTaken) && (isTaken(all) || counts.get(all)?.refused === 1);
  if (kind === 'refused' && refused.length < MOST_REFUSED) refused.push({ call, isByChance });
  if (kind === 'accepted' && known !== undefined) refused.splice(refused.indexOf(known), 1);
}

function isFollowed(exchange: SentExchange): boolean {
  return exchange.body.length <= LONGEST_KEPT && (isFeeCall(exchange) || isSale(exchange));
}

/** Without most of a long response: the history keeps thousands. */
function shortened(exchange: Exchange): Exchange {
  const { response, outcome } = exchange;
  if (response.kind !== 'answered' || response.text.length <= LONGEST_KEPT) return exchange;
  const { sTxId, transactionFee } = response.body ?? {};
  // A copy, as a slice would keep the whole text in memory.
  const text = Buffer.from(response.text.slice(0, LONGEST_KEPT), 'utf16le').toString('utf16le');
  if (typeof sTxId === 'string' && sTxId.length > LONGEST_KEPT) {
    const body = undefined;

    return {
      ...exchange,
      response: { ...response, text, body },
      outcome: { kind: 'unclear', body },
      given: body,
    };
  }
  const body = { sTxId, transactionFee };

  return {
    ...exchange,
    response: { ...response, text, body },
    outcome: outcome.kind === 'accepted' ? { kind: 'accepted', body } : outcome,
  };
}

/** Fields whose values a deployment may know or not. */
const VERIFIED = ['nicn', 'region', 'country', 'processor', 'cardToken'] as const;

const KEPT = ['nicn', 'region', 'country', 'processor'] as const;

function valueKey(merchant: MerchantRole, field: string, fields: JsonObject): string {
  return `${merchant} ${field} ${String(fields[field])}`;
}

/** Whether the required fields are there, and all fields are documented ones with values that no ordinary service limits. */
function hasDocumentedTypes(fields: JsonObject): boolean {
  const isThere = REQUIRED_FIELDS.every((name) => fields[name] !== undefined);

  return isThere && Object.entries(fields).every(([name, value]) => isSafeValue(name, value));
}

function isSafeValue(name: string, value: unknown): boolean {
  if (name === 'sTxId') return typeof value === 'string' && value !== '';
  // Without the names of object properties, which a firewall may refuse.
  if (name === 'mTxId') return typeof value === 'string' && isSafeMtxid(value) && !isFixedMtxid(value);
  if (name === 'nicn' && !/^[0-9]{6,8}$/.test(String(value))) return false;
  switch (Object.hasOwn(FIELD_TYPES.calculateFee, name) ? FIELD_TYPES.calculateFee[name] : undefined) {
    case 'number':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string' && isSafeText(value);
    case 'strings':
      return Array.isArray(value) && value.every((one) => typeof one === 'string') && areSafeTexts(value);
    case undefined:
      return false;
  }
}

function pricedKey({ merchant, fields }: Exchange): string {
  const { sTxId: _, mTxId: __, ...priced } = fields ?? {};

  return `${merchant} ${JSON.stringify(Object.entries(priced).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;
}
