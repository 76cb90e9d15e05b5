/** Compares the fees of traffic with those of a merchant file. */
import { readFileSync } from 'node:fs';
import { FIELD_TYPES } from '../../src/contract/fields.gen.ts';
import { feeIn } from '../../src/contract/outcome.ts';
import {
  ConfigurationError,
  createFeeEngine,
  type Merchant,
  parseMerchants,
  type QuoteRequest,
} from '../../src/engine/index.ts';
import { claimsOf } from '../../src/exchange/merchant.ts';
import { describeUnreadable } from '../../src/text/unreadable.ts';
import { DeploymentError } from '../deployment/deployment.ts';
import type { FeeCounts } from '../report/report.ts';
import { expectedFee } from '../rule/fee-diagnosis/reference.ts';
import { type Finding, HOLDS, violation } from '../rule/finding.ts';
import type { History } from '../rule/history.ts';
import { acceptedBody, isFeeCall, type TrafficCall } from '../rule/service-call.ts';

export interface TrafficPricing {
  /** Path of the merchant file, for messages. */
  readonly path: string;
  readonly merchants: readonly Merchant[];
}

/** With the text of the file, for another thread: merchants have functions, which no message may contain. */
export interface PricingFile extends TrafficPricing {
  readonly text: string;
}

/** Reads a merchant file for its prices. @throws DeploymentError with every problem of the file */
export function readTrafficPricing(path: string): PricingFile {
  try {
    return parseTrafficPricing({ path, text: readFileSync(path, 'utf8') });
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw new DeploymentError(cause.message);
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new DeploymentError(
      `--pricing: expected the path of a merchant file, got ${path}: ${describeUnreadable(cause)}`,
    );
  }
}

/** @throws ConfigurationError with every problem of the file */
export function parseTrafficPricing(file: Pick<PricingFile, 'path' | 'text'>): PricingFile {
  return { ...file, merchants: parseMerchants(file.text, file.path) };
}

export type Prices = ReturnType<typeof createPrices>;

interface KnownMerchant {
  readonly merchant: Merchant;
  readonly engine: ReturnType<typeof createFeeEngine>;
  readonly named: Set<string>;
}

/** Requests whose fees are kept, to see whether fees vary. */
const MAX_FEES = 20_000;
const MAX_SENDERS = 10_000;

export function createPrices({ path, merchants }: TrafficPricing) {
  const engines = merchants.map(
    (merchant): KnownMerchant => ({ merchant, engine: createFeeEngine(merchant), named: new Set() }),
  );
  const bySender = new Map<string, KnownMerchant>();
  /** Senders whose merchant is only inferred, because the file has a single one. */
  const supposed = new Set<string>();
  const fees = new Map<string, number>();
  let [compared, differ, hasVaried] = [0, 0, false];
  const notComparable = new Map<string, number>();
  const skip = (why: string) => {
    notComparable.set(why, (notComparable.get(why) ?? 0) + 1);

    return undefined;
  };
  /** The order in which equal and different fees were seen, without repetitions. */
  const turns: ('equal' | 'different')[] = [];

  const knownOf = (call: TrafficCall): KnownMerchant | undefined => {
    const { merchant: sender } = call;
    const before = bySender.get(sender);
    if (before !== undefined) return before;
    const named = findMerchant(call, engines);
    // The only merchant of the file, unless calls turn out to be those of several.
    const found = named.length === 0 && engines.length === 1 ? engines[0] : named[0];
    if (named.length === 0 && found !== undefined && supposed.size < 2) supposed.add(sender);
    if (found !== undefined && bySender.size < MAX_SENDERS) bySender.set(sender, found);

    return found;
  };
  const repeats = (call: TrafficCall, usd: number) => {
    const { sTxId: _, mTxId: __, ...priced } = call.fields ?? {};
    const key = `${call.merchant} ${JSON.stringify(priced)}`;
    const before = fees.get(key);
    if (before !== undefined && before !== usd) hasVaried = true;
    if (before === undefined && fees.size < MAX_FEES) fees.set(key, usd);
  };

  return {
    /** Compares the fee of an accepted call; undefined where its merchant or its whole request is unknown. */
    observe(call: TrafficCall, history: History): Finding | undefined {
      const usd = isFeeCall(call) ? feeIn(acceptedBody(call)) : undefined;
      if (usd === undefined) return undefined;
      const whole = wholeRequest(call, history);
      if ('why' in whole) return skip(whole.why);
      const known = knownOf(call);
      if (known === undefined) return skip(NO_MERCHANT);
      const { request, isCertain } = whole;
      const { merchant, engine, named } = known;
      if (request.processor !== undefined && named.size < 10) named.add(request.processor);
      const day = new Date(call.original.startedAt);
      const expected = expectedFee(merchant, request, day, engine);
      if (expected.kind === 'unpriced') return skip('the merchant file has no price for the call');
      repeats(call, usd);
      const isEqual =
        expected.quotes.some(({ transactionFee }) => transactionFee === usd) ||
        (!isCertain && mayBeKept(request, usd, merchant, day, engine));
      compared++;
      const turn = isEqual ? 'equal' : 'different';
      if (turns.length < 3 && turns.at(-1) !== turn) turns.push(turn);
      if (isEqual) return HOLDS;
      differ++;
      const [{ transactionFee, processor }] = expected.quotes;

      return violation(
        `by ${path}, merchant ${merchant.name}, processor ${processor.name}, the fee ${transactionFee}`,
        String(usd),
        isCertain ? {} : { isAccident: true },
      );
    },
    /** The number of processors of the merchant, where calls have named several of them. */
    processors(call: TrafficCall): number | undefined {
      const known = knownOf(call);
      if (known === undefined) return undefined;
      const { merchant, named } = known;
      const used = merchant.processors.filter(({ mid, name }) => named.has(mid) || named.has(name));

      return used.length > 1 ? used.length : undefined;
    },
    counts: (): FeeCounts => ({
      compared,
      differ,
      notComparable: [...notComparable].map(([why, count]) => ({ why, count })),
    }),
    /** What differences could be, if they prove nothing; undefined where they do. */
    doubt(): string | undefined {
      if (supposed.size > 1)
        return 'another merchant: the file has one merchant, and the calls have several tokens';
      if (hasVaried) return 'fees that vary from call to call';

      return turns.length === 2 ? 'prices that have changed once, and are those of another day' : undefined;
    },
  };
}

const NO_MERCHANT =
  'no merchant is named: expected a token with a claim that is the name of a merchant of the file, or a processor that only one of them has';

/** Whether an update may have kept the country or the processor of a call that is not recorded. */
function mayBeKept(
  request: QuoteRequest,
  usd: number,
  merchant: Merchant,
  day: Date,
  engine: KnownMerchant['engine'],
): boolean {
  if (request.country === undefined && usd === 0) return true;
  if (request.processor !== undefined) return false;

  return merchant.processors.some(({ mid: processor }) => {
    const quoted = expectedFee(merchant, { ...request, processor }, day, engine);

    return quoted.kind === 'priced' && quoted.quotes.some(({ transactionFee }) => transactionFee === usd);
  });
}

/** By a claim of the token, or by a processor that only one merchant has; none where several are possible. */
function findMerchant(call: TrafficCall, all: readonly KnownMerchant[]): readonly KnownMerchant[] {
  const { authorization = '' } = call.original.request.headers;
  const claims = new Set(Object.values(claimsOf(authorization) ?? {}));
  const claimed = all.filter(({ merchant }) => claims.has(merchant.name));
  if (claimed.length > 0) return claimed.length === 1 ? claimed : [];
  const processor = call.fields?.['processor'];
  const having = all.filter(({ merchant: { processors } }) =>
    processors.some(({ mid, name }) => processor === mid || processor === name),
  );

  return having.length === 1 ? having : [];
}

type Whole =
  /** `isCertain` unless a call that is not recorded may have given the transaction more fields, or have sold it. */
  { readonly request: QuoteRequest; readonly isCertain: boolean } | { readonly why: string };

/** The request where it has all that the price depends on: an update may keep fields of earlier calls. */
function wholeRequest(exchange: TrafficCall, history: History): Whole {
  const { fields = {} } = exchange;
  const { amount, nicn, region } = fields;
  if (typeof amount !== 'number' || typeof nicn !== 'string' || typeof region !== 'string')
    return { why: 'amount, nicn or region is missing' };
  const isUsual = Object.entries(fields).every(([name, value]) => {
    const type = Object.hasOwn(FIELD_TYPES.calculateFee, name) ? FIELD_TYPES.calculateFee[name] : undefined;

    return type === 'strings' ? Array.isArray(value) : typeof value === type;
  });
  if (!isUsual) return { why: 'a field is undocumented, or has another type' };
  const request = fields as unknown as QuoteRequest;
  if (history.isFirstCall(exchange)) return { request, isCertain: true };
  const transaction = history.named(exchange)?.transaction;
  if (transaction === undefined) return { request, isCertain: false };
  if (transaction.isSold) return { why: 'the transaction is sold' };
  const before = [transaction.opening, ...transaction.calls];
  const hasMore = before.some((call) =>
    Object.keys(call.fields ?? {}).some((name) => !NOT_PRICED.includes(name) && !(name in fields)),
  );
  if (hasMore) return { why: 'an update leaves out a field of an earlier call' };
  // After a sale that is not recorded a service may keep the fee.
  const fee = feeIn(acceptedBody(exchange));
  const isKept = before.some((call) => feeIn(acceptedBody(call)) === fee);

  return { request, isCertain: !isKept && history.isFirstCall(transaction.opening) };
}

const NOT_PRICED: readonly string[] = ['sTxId', 'mTxId', 'campaign', 'data'];
