/** Updates whose fees are compared with those of first calls: from and to which amount, card, region and country. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../context.ts';
import type { MerchantRole } from '../exchange.ts';
import { fee, REFUSES_CHANGES, REFUSES_COUNTRIES, type Script, type ScriptCall } from '../script.ts';
import { identifiersBy, opened, senderOf } from './open.ts';
import { abroadOf, CHANGEABLE, otherCards, otherProcessors, otherRegions } from './values.ts';

interface AmountChange {
  /** US dollars. */
  readonly from: number;
  readonly to: number;
  readonly by: NamedBy;
  /** A field of the first call that the update changes: to the baseline's value, but for a `country` to 840. */
  readonly first?: OtherValue;
  /** A field that the update changes, from the baseline's value. */
  readonly last?: OtherValue;
  /** Fields that every call of the case has. */
  readonly beside?: Partial<Pick<FeeRequest, 'campaign' | 'country' | 'data' | 'processor' | 'region'>>;
  /** The merchant that sends the calls; the one with one processor unless given. */
  readonly merchant?: MerchantRole;
  /** The amounts of earlier updates, the last one by the same identifier, others by the other one. */
  readonly between?: readonly number[];
  /** Other first calls are sent before the update: for another card, region and processor, and by the other merchant. */
  readonly amongOthers?: true;
}

type OtherValue = Partial<Pick<FeeRequest, 'nicn' | 'region' | 'country' | 'processor'>>;

const HOME = '840';

export function changes(context: RuleContext): readonly Script[] {
  return changesOf(context).map((change) => toScript(change, context));
}

function changesOf(context: RuleContext): readonly AmountChange[] {
  const { baseline, data } = context;
  const [small = baseline.amount, middle = small, large = middle] = data.plainAmounts
    .toSorted((a, b) => a - b)
    .filter((_, n, all) => n === 0 || n === all.length >> 1 || n === all.length - 1);
  const wayOf = (n: number) => NAMED_BY[n % NAMED_BY.length] ?? 'sTxId';
  const places = otherRegions(context).slice(0, 1);
  const processors = otherProcessors(context).map(({ mid }) => ({ processor: mid }));
  const amounts: readonly AmountChange[] = [
    { from: middle, to: large, by: 'sTxId' },
    { from: large, to: small, by: 'mTxId' },
    // A service may drop the cents.
    { from: small, to: small === large ? large : Number((large - 0.01).toFixed(2)), by: 'sTxId' },
    // With known prices, fees of many updates by it are compared.
    ...(context.deployment.pricing === undefined ? [{ from: middle, to: small, by: 'sTxId' } as const] : []),
    { from: small, to: middle, by: 'mTxId', beside: opaqueFields(context) },
    // One decimal.
    { from: middle, to: small + 0.5, by: 'both' },
    { from: small, to: large, by: 'mTxId', between: [middle] },
    // Back to an amount that the transaction has had.
    { from: small, to: middle, by: 'sTxId', between: [middle, large] },
    // A service may ignore a field of an update that the first call has as well.
    { from: small, to: large, by: 'sTxId', beside: abroadOf(context) },
    ...otherProcessors(context).map(({ name }): AmountChange => {
      return { from: small, to: large, by: 'mTxId', beside: { processor: name }, merchant: 'several' };
    }),
  ];
  // To the baseline's value and from it in turn; from another country, which an update may not name.
  const others = otherValues(context).map((other, n): AmountChange => {
    const changed = n % 2 === 0 || other.country !== undefined ? { first: other } : { last: other };

    return { from: middle, to: middle, by: wayOf(n), ...changed };
  });
  const ofSeveral =
    processors.length === 0 ? [] : [...processors, ...otherCards(context), ...places, ...places];

  return [
    // The bounds of the deployment file may leave only two amounts.
    ...amounts.filter(({ from, to }) => from !== to),
    ...others,
    ...ofSeveral.map(
      (first, n): AmountChange => ({
        from: middle,
        to: middle,
        // By mTxId to another processor, which may have mTxIds of its own.
        by: wayOf(n + 1),
        first,
        merchant: 'several',
      }),
    ),
    // A field that changes in a second update.
    ...places.map(
      (first): AmountChange => ({ from: middle, to: middle, by: 'both', first, between: [small] }),
    ),
  ];
}

/** Changes whose updates may depend on the calls before them. */
export function lastChanges(context: RuleContext): readonly Script[] {
  const { baseline, data, deployment } = context;
  const { amount } = baseline;
  const to = data.plainAmounts.find((one) => one !== amount) ?? amount;

  const last: readonly AmountChange[] = [
    ...otherCards(context).map((last): AmountChange => ({ from: amount, to: amount, by: 'mTxId', last })),
    { from: amount, to, by: 'sTxId', amongOthers: true },
    ...(deployment.several === undefined
      ? []
      : [{ from: amount, to, by: 'mTxId', merchant: 'several', amongOthers: true } as const]),
  ];

  return last.map((change) => toScript(change, context));
}

const NEEDS = 'identity/update-by-stxid-keeps-stxid';

type Usable = Pick<ScriptCall, 'merchant' | 'needs' | 'mayBeRefused'>;

/** A first call with the fields of the update, a transaction, and its update, which gets the fee of the first one. */
export function toScript(
  { from, to, by, first, last, beside, merchant = 'one', between = [], amongOthers }: AmountChange,
  context: RuleContext,
): Script {
  const baseline = { ...senderOf(context, merchant).plain, ...beside };
  const isNamed = by !== 'sTxId' || between.length > 0;
  // A service may keep the country where the update has none.
  const home = first?.country === undefined ? {} : { country: HOME };
  const request = { ...baseline, ...home, ...last, amount: to };
  const usable = (mayBeRefused: string | false | undefined): Usable => {
    return { merchant, needs: NEEDS, ...(mayBeRefused ? { mayBeRefused } : {}) };
  };
  const otherWay = by === 'mTxId' ? 'sTxId' : 'mTxId';
  const isAbroad = beside?.country !== undefined;
  const isNamedAnew = isNamed && by === 'sTxId';
  const feeOf = {
    call: 1,
    unlike: [2],
    // A fee may depend on whether there is an mTxId, which the update lacks.
    ...(isNamedAnew ? { alike: [between.length + 4] } : {}),
    what: `after an update to ${to} the fee of a first call for ${to},`,
  };
  const isChanged = first !== undefined || last !== undefined || isAbroad;
  const changes = CHANGEABLE.find((field) => (first ?? last)?.[field] !== undefined);

  return {
    ...(changes === undefined ? {} : { changes }),
    calls: [
      // A fee may depend on whether there is an mTxId.
      fee(
        { ...request, ...(isNamed ? { mTxId: '{m2}' } : {}) },
        { ...usable(isAbroad && REFUSES_COUNTRIES), early: true },
      ),
      // Where other calls precede the update, the order of these two does not matter.
      fee(
        { ...baseline, ...(isNamed ? { mTxId: '{m1}' } : {}), ...first, amount: from },
        {
          ...usable(first?.country !== undefined && REFUSES_COUNTRIES),
          ...(between.length > 0 || amongOthers ? { concurrent: true } : {}),
          ...(amongOthers && { early: true }),
        },
      ),
      ...between.map((amount, n) => {
        const way = n === between.length - 1 ? by : otherWay;

        return fee({ ...baseline, ...first, ...identifiersBy(way, '{s2}'), amount }, usable(false));
      }),
      ...(amongOthers ? others(merchant, context) : []),
      fee(
        { ...request, ...identifiersBy(by, '{s2}') },
        { ...usable(isChanged && REFUSES_CHANGES), expects: { feeOf } },
      ),
      ...(isNamedAnew ? [fee(request, usable(isAbroad && REFUSES_COUNTRIES))] : []),
    ],
  };
}

/** First calls that differ in every field that affects a price, and one of the other merchant. */
function others(merchant: MerchantRole, context: RuleContext): readonly ScriptCall[] {
  const [card] = otherCards(context);
  const [place] = otherRegions(context);
  const [processor] = merchant === 'several' ? otherProcessors(context) : [];
  const other = senderOf(context, merchant === 'several' ? 'one' : 'several');

  return [
    opened(
      { ...context.baseline, ...card, ...place, ...(processor && { processor: processor.mid }) },
      merchant,
    ),
    { ...opened(other.plain, other.merchant), concurrent: true },
  ];
}

/** Cards, countries and regions whose fees likely differ from the baseline's. */
function otherValues(context: RuleContext): readonly OtherValue[] {
  const cards = otherCards(context);

  // An update by each identifier: some services take the card of the call before it.
  return [...cards, ...cards, abroadOf(context), ...otherRegions(context)].slice(0, 5);
}

/** The opaque fields, for an update that a service may take for one of these alone. */
function opaqueFields({ data: { optional } }: RuleContext): Pick<FeeRequest, 'campaign' | 'data'> {
  const { campaign, data } = optional;

  return { ...(campaign && { campaign }), ...(data && { data }) };
}

const FOUND_BY_MTXID = 'identity/update-by-mtxid-keeps-stxid';

/** A load balancer may send every third connection to a server with other prices. */
const ELSEWHERE = ['{m2}', '{m3}', '{m4}', '{m5}'] as const;

/**
 * An update gets the fee of a first call over another connection. The connection has carried a call for another card and
 * region, and the first call for another amount.
 */
export function overOneConnection(context: RuleContext): readonly Script[] {
  const { baseline, data } = context;
  const from = baseline.amount;
  const to = data.plainAmounts.find((one) => one !== from);
  if (to === undefined) return [];
  // A fee may depend on whether there is an mTxId.
  const elsewhere = (mTxId: string) =>
    fee({ ...baseline, amount: to, mTxId }, { needs: FOUND_BY_MTXID, elsewhere: true, early: true });
  const what = `after an update to ${to} the fee of a first call over another connection,`;
  const calls = [
    ...ELSEWHERE.map(elsewhere),
    fee({ ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0], amount: from }),
    fee({ ...baseline, amount: from, mTxId: '{m1}' }, { needs: FOUND_BY_MTXID }),
    fee(
      { ...baseline, amount: to, mTxId: '{m1}' },
      {
        needs: FOUND_BY_MTXID,
        expects: { feeOf: { call: 1, alike: [2, 3, 4], what, evenIfFeesVary: true } },
      },
    ),
  ];

  return [{ connections: 'one', calls }];
}
