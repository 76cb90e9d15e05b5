/** Follows the exchanges of a run: which transactions exist, by which identifiers, and with which answers. */

import { FIELD_TYPES, type FieldType, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { feeIn } from '../../../src/contract/outcome.ts';
import { createTrace } from '../../../src/exchange/trace.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { type CoverageCounter, createCoverage } from '../../report/coverage.ts';
import { areSafeTexts, isSafeBody, isSafeMtxid, isSafeText } from '../../rule/arbitraries/text.ts';
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
import { CALLS_KEPT, type History } from '../../rule/history.ts';
import type { HttpResponse } from '../../rule/http-result.ts';
import { FIXED_MTXIDS } from '../../rule/mtxids.ts';

/** Repetitions of one request that are kept. */
const MOST_REPETITIONS = 3;
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
  const repetitions = new Map<string, Exchange[]>();
  /** Of the fees of equal first calls: all, and those after the first one of its call. */
  let [changes, furtherChanges] = [0, 0];
  /** Fees that changed and then stayed. */
  let newPrices = 0;
  let count = 0;
  let opened = 0;
  let unanswered = 0;

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
    coverage.add(exchange, trace.told(exchange));
    if (!trace.add(exchange).hasOpened) return;
    opened++;
    if ('mTxId' in exchange.sent) return;
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

  const hasOrdinaryFields: History['hasOrdinaryFields'] = (exchange) => {
    const { fields, role: merchant, sent } = exchange;
    if (!isFeeCall(exchange) || fields === undefined || !hasDocumentedTypes(fields)) return false;
    // Raw texts write JSON as no library does.
    if ('raw' in sent) return false;
    const amount = Number(fields['amount']);
    if (amount <= 0 || amount < amounts.min || amount > amounts.max) return false;
    if (fields['totalAmount'] !== undefined && amount >= Number(fields['totalAmount'])) return false;
    if (fields['processor'] === undefined && (merchant === 'several' || processors[merchant] > 1))
      return false;
    const isVerified = VERIFIED.every(
      (field) =>
        fields[field] === undefined ||
        isConfigured(merchant, field, String(fields[field])) ||
        accepted.has(valueKey(merchant, field, fields)),
    );

    return isVerified && isSafeBody(fields);
  };

  return {
    named,
    isOrdinary: (exchange) =>
      hasOrdinaryFields(exchange) && (isFirstCall(exchange) || isPlainUpdate(exchange)),
    hasOrdinaryFields,
    isFirstCall,
    bySTxId: trace.bySTxId,
    sameFirstCall: (exchange) => sameFirstCalls(exchange)?.call,
    feeChanges: (exchange) => sameFirstCalls(exchange)?.changes ?? 0,
    repetitionsOf: (exchange) => repetitions.get(requestKey(exchange)) ?? [],
    coverage: coverage.counts,
    reference: createFeeReference(deployment),
    processors: ({ role }) => processors[role] || undefined,
    get feesVary() {
      return changes > 0;
    },
    get pricesChanged() {
      return newPrices >= NEW_PRICES && furtherChanges === 0;
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
      if (!isFollowed(exchange)) return;
      const kept =
        response.kind === 'answered' && response.text.length > LONGEST_KEPT
          ? shorten(exchange, response)
          : exchange;
      follow(kept);
      const key = requestKey(exchange);
      repetitions.set(key, [kept, ...(repetitions.get(key) ?? [])].slice(0, MOST_REPETITIONS));
    },
  };
}

function isFollowed(exchange: SentExchange): boolean {
  return exchange.body.length <= LONGEST_KEPT && (isFeeCall(exchange) || isSale(exchange));
}

/** Shortens a long response: the history keeps thousands. */
function shorten(exchange: Exchange, response: HttpResponse): Exchange {
  const { outcome } = exchange;
  const { sTxId, transactionFee } = response.body ?? {};
  const body = { sTxId, transactionFee };
  const text = startOf(response.text);
  if (typeof sTxId === 'string' && sTxId.length > LONGEST_KEPT)
    return {
      ...exchange,
      response: { ...response, text, body: undefined },
      outcome: { kind: 'unclear', body: undefined },
      given: undefined,
    };

  return {
    ...exchange,
    response: { ...response, text, body },
    outcome: outcome.kind === 'accepted' ? { kind: 'accepted', body } : outcome,
  };
}

/** A copy, as a slice would keep the whole text in memory. */
function startOf(text: string): string {
  return Buffer.from(text.slice(0, LONGEST_KEPT), 'utf16le').toString('utf16le');
}

/** Fields whose values a deployment may know or not. */
const VERIFIED = ['nicn', 'region', 'country', 'processor', 'cardToken'] as const;

const KEPT = ['nicn', 'region', 'country', 'processor'] as const;

function valueKey(merchant: MerchantRole, field: string, fields: JsonObject): string {
  return `${merchant} ${field} ${String(fields[field])}`;
}

/** Whether the required fields are there, and all fields are documented ones of their type. */
function hasDocumentedTypes(fields: JsonObject): boolean {
  const isThere = REQUIRED_FIELDS.every((name) => fields[name] !== undefined);

  return isThere && Object.entries(fields).every(([name, value]) => isDocumentedValue(name, value));
}

/** Without the names of object properties, which a firewall may refuse. */
const isPlainMtxid = (value: unknown) =>
  typeof value === 'string' && isSafeMtxid(value) && !FIXED_MTXIDS.flat().includes(value);

const isText = (value: unknown) => typeof value === 'string' && isSafeText(value);

const OF_TYPE: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  string: isText,
  strings: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') && areSafeTexts(value),
};

/** Fields whose values have a narrower form. */
const NARROWER: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['nicn', (value: unknown) => /^[0-9]{6,8}$/.test(String(value)) && isText(value)],
  ['mTxId', isPlainMtxid],
  ['sTxId', (value: unknown) => typeof value === 'string' && value !== ''],
]);

function isDocumentedValue(name: string, value: unknown): boolean {
  const type = Object.hasOwn(FIELD_TYPES.calculateFee, name) ? FIELD_TYPES.calculateFee[name] : undefined;

  return type !== undefined && (NARROWER.get(name) ?? OF_TYPE[type])(value);
}

function pricedKey({ merchant, fields }: Exchange): string {
  const { sTxId: _, mTxId: __, ...priced } = fields ?? {};

  return `${merchant} ${JSON.stringify(Object.entries(priced).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`;
}

function requestKey({ merchant, operation, body }: Exchange): string {
  return `${merchant} ${operation} ${body}`;
}
