/** Follows the exchanges of a run: which transactions exist, by which identifiers, and with which answers. */

import { FIELD_TYPES, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { feeIn } from '../../../src/contract/outcome.ts';
import { createTrace } from '../../../src/exchange/trace.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type CoverageCounter, createCoverage } from '../../report/coverage.ts';
import { areSafeTexts, isSafeBody, isSafeMtxid, isSafeText } from '../../rule/arbitraries/text.ts';
import { isServerError } from '../../rule/assertions.ts';
import { createFeeReference } from '../../rule/fee-diagnosis/reference.ts';
import { CALLS_KEPT, type History, type NamedCall, UPDATES_REQUIRED } from '../../rule/history.ts';
import { isFixedMtxid } from '../../rule/mtxids.ts';
import { isBare, MIN_LIFETIME } from '../../rule/observers.ts';
import {
  acceptedBody,
  isFeeCall,
  isLost,
  isSale,
  type MerchantRole,
  type SentCall,
  type ServiceCall,
} from '../../rule/service-call.ts';

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
  readonly begin: (call: SentCall) => void;
  /** Takes in an exchange, after the observers have seen it. */
  readonly add: (call: ServiceCall) => void;
  /** What the calls that the document describes have exercised. */
  readonly coverage: CoverageCounter['counts'];
}

export function createHistory(
  deployment: Pick<Deployment, 'one' | 'several' | 'amounts' | 'cards' | 'regions' | 'pricing'>,
): GrowingHistory {
  const { one, several, amounts, cards, regions } = deployment;
  const processors = { one: one.processors.length, several: several?.processors.length ?? 0 };
  const trace = createTrace<ServiceCall, ServiceCall>({
    keep: (call) => call,
    keptCalls: CALLS_KEPT,
    hasBegins: true,
  });
  const { named, opens: isFirstCall } = trace;
  const coverage = createCoverage(['one', 'several']);
  const firstCalls = new Map<
    string,
    { readonly call: ServiceCall; readonly changes: number; readonly isNewPrice: boolean }
  >();
  const kinds = new Map<string, BareCalls>();
  /** How many transactions had been opened when this first call was. */
  const openedBefore = new WeakMap<ServiceCall, number>();
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

  const follow = (call: ServiceCall) => {
    if (call.outcome.kind === 'accepted')
      for (const field of VERIFIED) accepted.add(valueKey(call.role, field, call.fields ?? {}));
    coverage.add(call, trace.transactionOf(call));
    if (!trace.add(call).hasOpened) return;
    openedBefore.set(call, opened);
    opened++;
    // A service may read a text that no library writes otherwise.
    if ('mTxId' in call.sent || 'raw' in call.sent) return;
    const key = pricedKey(call);
    const fee = feeIn(acceptedBody(call));
    const before = firstCalls.get(key);
    const isChange = before !== undefined && feeIn(acceptedBody(before.call)) !== fee;
    if (isChange) changes++;
    if (isChange && before.changes > 0) furtherChanges++;
    const stays = before?.changes === 1 && !isChange && !before.isNewPrice;
    if (stays) newPrices++;
    if (fee !== undefined)
      firstCalls.set(key, {
        call: call,
        changes: (before?.changes ?? 0) + (isChange ? 1 : 0),
        isNewPrice: stays || before?.isNewPrice === true,
      });
  };

  /** Whether the call updates an unsold transaction, for the card, region and processor of its first call. */
  const isPlainUpdate = (call: ServiceCall) => {
    const { transaction, isLate } = named(call) ?? {};
    const { fields: first = {} } = transaction?.opening ?? call;
    const isSame = KEPT.every((field) => call.fields?.[field] === first[field]);

    return transaction !== undefined && !transaction.isSold && !isLate && isSame;
  };

  const sameFirstCalls = (call: ServiceCall) =>
    isFollowed(call) ? firstCalls.get(pricedKey(call)) : undefined;

  const isVerified = ({ role, fields = {} }: ServiceCall) =>
    VERIFIED.every(
      (field) =>
        fields[field] === undefined ||
        isConfigured(role, field, String(fields[field])) ||
        accepted.has(valueKey(role, field, fields)),
    );

  const isPriceable = (call: ServiceCall) => {
    const { fields, role: merchant, sent } = call;
    // Raw texts write JSON as no library does.
    if (!isFeeCall(call) || fields === undefined || 'raw' in sent || !hasDocumentedTypes(fields))
      return false;
    const { totalAmount = Number.POSITIVE_INFINITY, processor } = fields;
    const amount = Number(fields['amount']);
    const isInBounds = amount > 0 && amount >= amounts.min && amount <= amounts.max;
    const isNamed = processor !== undefined || (merchant === 'one' && processors.one < 2);

    return isInBounds && amount < Number(totalAmount) && isNamed && isSafeBody(fields);
  };

  const isOrdinary: History['isOrdinary'] = (call) =>
    isPriceable(call) && isVerified(call) && (isFirstCall(call) || isPlainUpdate(call));

  /** Undefined for a call that is not bare, or that a service may refuse for what was before. */
  const bareCallsLike = (call: ServiceCall): BareCalls | undefined => {
    const { fields = {}, variant } = call;
    const isUsual = isSale(call) ? isSafeText(String(fields['authCode'] ?? '0'), 16) : isOrdinary(call);
    if (variant.spelling !== undefined || !isUsual || !isBare(call)) return undefined;
    // Another form of it may be what is refused.
    if (fields['mTxId'] !== undefined && !PLAIN_MTXID.test(String(fields['mTxId']))) return undefined;
    const known = named(call);
    // A service may fold the mTxId of a first call, and find another transaction by it.
    if (known === undefined ? isSale(call) || 'mTxId' in fields : !isFresh(call, known)) return undefined;

    // Without one of them, a call may be refused for that.
    const names = Object.keys(fields).toSorted().join();
    const kind = `${call.merchant} ${call.operation} ${known?.by ?? ''} ${names}`;
    const calls = kinds.get(kind) ?? { counts: new Map(), refused: [] };
    kinds.set(kind, calls);

    return calls;
  };

  /** Whether the call names a transaction of bare calls, which no service has lost or closed yet. */
  const isFresh = ({ sentAt }: ServiceCall, { transaction, isLate, addsMtxid }: NamedCall) => {
    const { opening, calls, isSold } = transaction;
    const isNew =
      sentAt - opening.endedAt < MIN_LIFETIME && opened - (openedBefore.get(opening) ?? 0) < FEW_OTHERS;
    const isOpen = !isSold && !isLate && !addsMtxid && calls.length < UPDATES_REQUIRED;

    return isNew && isOpen && [opening, ...calls].every(isBare);
  };

  return {
    named,
    isOrdinary,
    hasOrdinaryFields: (call) => isPriceable(call) && (call.outcome.kind === 'accepted' || isVerified(call)),
    isFirstCall,
    bySTxId: trace.bySTxId,
    sameFirstCall: (call) => sameFirstCalls(call)?.call,
    feeChanges: (call) => sameFirstCalls(call)?.changes ?? 0,
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
    begin(call) {
      if (isFollowed(call)) trace.begin(call);
    },
    add(call) {
      count++;
      const { response } = call;
      if (isLost(call)) unanswered++;
      if (isLost(call) || isServerError(call)) firstErrorAt ??= call.sentAt;
      if (response.kind === 'answered' && response.isSecond) {
        if (count - resets.last > FAR_APART) resets.count++;
        resets.last = count;
      }
      if (!isFollowed(call)) return;
      const kept = shortened(call);
      const like = bareCallsLike(call);
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
  readonly refused: { readonly call: ServiceCall; readonly isByChance: () => boolean }[];
}

function addBareCall(call: ServiceCall, { counts, refused }: BareCalls): void {
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

function isFollowed(call: SentCall): boolean {
  return call.body.length <= LONGEST_KEPT && (isFeeCall(call) || isSale(call));
}

/** Without most of a long response: the history keeps thousands. */
function shortened(call: ServiceCall): ServiceCall {
  const { response, outcome } = call;
  if (response.kind !== 'answered' || response.text.length <= LONGEST_KEPT) return call;
  const { sTxId, transactionFee } = response.body ?? {};
  // A copy, as a slice would keep the whole text in memory.
  const text = Buffer.from(response.text.slice(0, LONGEST_KEPT), 'utf16le').toString('utf16le');
  if (typeof sTxId === 'string' && sTxId.length > LONGEST_KEPT) {
    const body = undefined;

    return {
      ...call,
      response: { ...response, text, body },
      outcome: { kind: 'unclear', body },
      given: body,
    };
  }
  const body = { sTxId, transactionFee };

  return {
    ...call,
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

function pricedKey({ merchant, fields }: ServiceCall): string {
  const { sTxId: _, mTxId: __, ...priced } = fields ?? {};

  return `${merchant} ${JSON.stringify(Object.entries(priced).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;
}
