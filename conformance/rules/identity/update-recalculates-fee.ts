/** An update gets the fee that a first call with the same fields gets. */
import fc from 'fast-check';
import { feeIn } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { defined } from '../../../src/text/json-object.ts';
import type { RuleContext } from '../../rule/context.ts';
import { feesDiffer, HOLDS } from '../../rule/finding.ts';
import type { History, NamedCall } from '../../rule/history.ts';
import { mayHaveMore } from '../../rule/observers.ts';
import {
  abroadOf,
  CHANGEABLE,
  identifiersBy,
  opened,
  otherAmount,
  otherCards,
  otherProcessors,
  otherRegions,
  senderOf,
} from '../../rule/patterns/open.ts';
import { without } from '../../rule/patterns/refuses.ts';
import { FEES, rule } from '../../rule/rule.ts';
import {
  atOnce,
  fee,
  REFUSES_CHANGES,
  REFUSES_COUNTRIES,
  type Script,
  type ScriptCall,
} from '../../rule/script.ts';
import { acceptedBody, isFeeCall, type MerchantRole, type ServiceCall } from '../../rule/service-call.ts';

/** Requests left for other rules where the last case is tried. */
const ENOUGH_REQUESTS = 100;

export const updateRecalculatesFee = rule({
  id: 'identity/update-recalculates-fee',
  section: '4.1',
  title: 'an update gets the fee that a first call with the same fields gets',
  tries: 'Updates to another amount, card or region. Skipped if fees vary from call to call.',
  fix: 'Calculate the fee of an update from its fields, as for a first call. Do not return the stored fee.',
  inTraffic: FEES,
  lookAlikes: ['update-to-another-card=refuse', 'update-after-sale=keep', 'partial-update=keep'],
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  judge(call, history) {
    const named = isFeeCall(call) ? history.named(call) : undefined;
    if (named === undefined || named.transaction.isSold || history.feesVary) return undefined;
    const { opening } = named.transaction;
    // The parts of one total may share a fixed fee, a cap, or the cents that rounding leaves.
    const isPartOfTotal = call.fields?.['totalAmount'] !== undefined;
    if (isPartOfTotal || mayHaveMore(named.transaction, call)) return undefined;
    const first = isRepeated(opening, call) ? opening : sameCall(call, named, history);
    const [got, expected] = [call, first].map((one) => one && feeIn(acceptedBody(one)));
    if (first === undefined || expected === undefined || got === undefined) return undefined;
    if (got === expected) return HOLDS;
    const what = 'after an update the fee of a first call with the same fields,';

    return feesDiffer(
      what,
      { got, expected },
      {
        related: [...new Set([opening, first])],
        isAccident: true,
      },
    );
  },
  scripts: (context) => [...changes(context), ...overOneConnection(context)],
  // Alone, so that the calls before an update are those of its script.
  lastScripts: (context) =>
    context.requestsLeft() < ENOUGH_REQUESTS ? [] : [...lastChanges(context), ...keptFields(context)],
  randomScripts: (context) =>
    fc
      .record({
        from: context.data.amount,
        to: context.data.amount,
        by: fc.constantFrom('sTxId' as const, 'mTxId' as const),
      })
      .map((change) => toScript(change, context)),
});

/** Whether an update has the fields of the first call, its `mTxId` included: a fee may depend on that. */
function isRepeated({ fields: first = {} }: ServiceCall, { fields = {} }: ServiceCall): boolean {
  const { sTxId: _, ...repeated } = fields;
  const names = Object.keys(repeated);

  return (
    names.length === Object.keys(first).length &&
    names.every((name) => JSON.stringify(repeated[name]) === JSON.stringify(first[name]))
  );
}

/** A first call of another transaction with the same fields; neither may have an `mTxId`. */
function sameCall(
  call: ServiceCall,
  { by, transaction }: NamedCall,
  history: History,
): ServiceCall | undefined {
  const hasMtxid = by !== 'sTxId' || transaction.opening.fields?.['mTxId'] !== undefined;

  return hasMtxid ? undefined : history.sameFirstCall(call);
}

type PricedFields = Partial<FeeRequest>;

/** A transaction and its update, by the merchant with one processor unless given. */
interface PriceChange {
  readonly by: NamedBy;
  /** US dollars. */
  readonly from: number;
  readonly to: number;
  /** A field of the first call that the update changes: to the baseline's value, but for a `country` to 840. */
  readonly first?: PricedFields;
  /** A field that the update changes, from the baseline's value. */
  readonly last?: PricedFields;
  /** Fields that every call of the case has. */
  readonly beside?: PricedFields;
  readonly merchant?: MerchantRole;
  /** The amounts of earlier updates, the last one by the same identifier, others by the other one. */
  readonly between?: readonly number[];
  /** Other first calls are sent before the update: for another card, region and processor, and by the other merchant. */
  readonly amongOthers?: true;
}

function changes(context: RuleContext): readonly Script[] {
  const { baseline, data, deployment } = context;
  const [small = baseline.amount, middle = small, large = middle] = data.plainAmounts
    .toSorted((a, b) => a - b)
    .filter((_, n, all) => n === 0 || n === all.length >> 1 || n === all.length - 1);
  const wayOf = (n: number) => NAMED_BY[n % NAMED_BY.length] ?? 'sTxId';
  const same = { from: middle, to: middle };
  const cards = otherCards(context);
  const places = otherRegions(context).slice(0, 1);
  const processors = otherProcessors(context);
  const { campaign, data: texts } = data.optional;
  const amounts: readonly PriceChange[] = [
    { from: middle, to: large, by: 'sTxId' },
    { from: large, to: small, by: 'mTxId' },
    // A service may drop the cents.
    { from: small, to: small === large ? large : Number((large - 0.01).toFixed(2)), by: 'sTxId' },
    // With known prices, fees of many updates by it are compared.
    ...(deployment.pricing === undefined ? [{ from: middle, to: small, by: 'sTxId' } as const] : []),
    // A service may take it for an update of the opaque fields alone.
    { from: small, to: middle, by: 'mTxId', beside: defined({ campaign, data: texts }) },
    // One decimal.
    { from: middle, to: small + 0.5, by: 'both' },
    { from: small, to: large, by: 'mTxId', between: [middle] },
    // Back to an amount that the transaction has had.
    { from: small, to: middle, by: 'sTxId', between: [middle, large] },
    // A service may ignore a field of an update that the first call has as well.
    { from: small, to: large, by: 'sTxId', beside: abroadOf(context) },
    ...processors.map(({ name }) => {
      return {
        from: small,
        to: large,
        by: 'mTxId',
        beside: { processor: name },
        merchant: 'several',
      } as const;
    }),
  ];
  // An update by each identifier: some services take the card of the call before it.
  const values: readonly PricedFields[] = [...cards, ...cards, abroadOf(context), ...otherRegions(context)];
  // To the baseline's value and from it in turn; from another country, which an update may not name.
  const others = values.slice(0, 5).map((other, n): PriceChange => {
    return { ...same, by: wayOf(n), [n % 2 === 0 || other.country !== undefined ? 'first' : 'last']: other };
  });
  // By mTxId to another processor, which may have mTxIds of its own.
  const ofSeveral = processors
    .flatMap(({ mid }): readonly PricedFields[] => [{ processor: mid }, ...cards, ...places, ...places])
    .map((first, n): PriceChange => ({ ...same, by: wayOf(n + 1), first, merchant: 'several' }));

  return [
    // The bounds of the deployment file may leave only two amounts.
    ...amounts.filter(({ from, to }) => from !== to),
    ...others,
    ...ofSeveral,
    // A field that changes in a second update.
    ...places.map((first): PriceChange => ({ ...same, by: 'both', first, between: [small] })),
  ].map((change) => toScript(change, context));
}

/** Changes whose updates may depend on the calls before them. */
function lastChanges(context: RuleContext): readonly Script[] {
  const from = context.baseline.amount;
  const to = otherAmount(context);
  const amongOthers = true;
  const last: readonly PriceChange[] = [
    ...otherCards(context).map((last): PriceChange => ({ from, to: from, by: 'mTxId', last })),
    { from, to, by: 'sTxId', amongOthers },
    ...(context.deployment.several
      ? [{ from, to, by: 'mTxId', merchant: 'several', amongOthers } as const]
      : []),
  ];

  return last.map((change) => toScript(change, context));
}

const UPDATES = 'identity/update-by-stxid-keeps-stxid';

/** A first call with the fields of the update, a transaction, and its update, which gets the fee of the first one. */
function toScript(
  { from, to, by, first, last, beside, merchant = 'one', between = [], amongOthers }: PriceChange,
  context: RuleContext,
): Script {
  const baseline = { ...senderOf(context, merchant).plain, ...beside };
  const isNamed = by !== 'sTxId' || between.length > 0;
  // A service may keep the country where the update has none.
  const home = first?.country === undefined ? {} : { country: '840' };
  const request = { ...baseline, ...home, ...last, amount: to };
  const send = (body: object, why: string | false | undefined, more: Partial<ScriptCall> = {}) =>
    fee({ ...body }, { merchant, needs: UPDATES, ...(why && { mayBeRefused: why }), ...more });
  const otherWay = by === 'mTxId' ? 'sTxId' : 'mTxId';
  const whyAbroad = beside?.country !== undefined && REFUSES_COUNTRIES;
  const isNamedAnew = isNamed && by === 'sTxId';
  const feeOf = {
    call: 1,
    unlike: [2],
    // A fee may depend on whether there is an mTxId, which the update lacks.
    ...(isNamedAnew ? { alike: [between.length + 4] } : {}),
    what: `after an update to ${to} the fee of a first call for ${to},`,
  };
  const isChanged = first !== undefined || last !== undefined || whyAbroad !== false;
  const changes = CHANGEABLE.find((field) => (first ?? last)?.[field] !== undefined);
  const opening = { ...baseline, ...(isNamed && { mTxId: '{m1}' }), ...first, amount: from };

  return {
    ...(changes && { changes }),
    calls: [
      // A fee may depend on whether there is an mTxId.
      send({ ...request, ...(isNamed && { mTxId: '{m2}' }) }, whyAbroad, { early: true }),
      // Where other calls precede the update, the order of these two does not matter.
      send(opening, first?.country !== undefined && REFUSES_COUNTRIES, {
        ...((between.length > 0 || amongOthers) && { concurrent: true }),
        ...(amongOthers && { early: true }),
      }),
      ...between.map((amount, n) => {
        const way = n === between.length - 1 ? by : otherWay;

        return send({ ...baseline, ...first, ...identifiersBy(way, '{s2}'), amount }, false);
      }),
      ...(amongOthers ? others(merchant, context) : []),
      send({ ...request, ...identifiersBy(by, '{s2}') }, isChanged && REFUSES_CHANGES, {
        expects: { feeOf },
      }),
      ...(isNamedAnew ? [send(request, whyAbroad)] : []),
    ],
  };
}

/** First calls that differ in every field that affects a price, and one of the other merchant. */
function others(merchant: MerchantRole, context: RuleContext): readonly ScriptCall[] {
  const [processor] = merchant === 'several' ? otherProcessors(context) : [];
  const other = senderOf(context, merchant === 'several' ? 'one' : 'several');
  const fields = { ...otherCards(context)[0], ...otherRegions(context)[0] };

  return [
    opened({ ...context.baseline, ...fields, ...(processor && { processor: processor.mid }) }, merchant),
    { ...opened(other.plain, other.merchant), concurrent: true },
  ];
}

/** A load balancer may send every third connection to a server with other prices. */
const ELSEWHERE = ['{m2}', '{m3}', '{m4}', '{m5}'] as const;

/**
 * An update gets the fee of a first call over another connection. The connection has carried a call for another card and
 * region, and the first call for another amount.
 */
function overOneConnection(context: RuleContext): readonly Script[] {
  const { baseline } = context;
  const to = otherAmount(context);
  if (to === baseline.amount) return [];
  const needs = 'identity/update-by-mtxid-keeps-stxid';
  const what = `after an update to ${to} the fee of a first call over another connection,`;
  const feeOf = { call: 1, alike: [2, 3, 4], what, evenIfFeesVary: true } as const;

  return [
    {
      connections: 'one',
      calls: [
        // A fee may depend on whether there is an mTxId.
        ...ELSEWHERE.map((mTxId) =>
          fee({ ...baseline, amount: to, mTxId }, { needs, elsewhere: true, early: true }),
        ),
        fee({ ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0] }),
        fee({ ...baseline, mTxId: '{m1}' }, { needs }),
        fee({ ...baseline, amount: to, mTxId: '{m1}' }, { needs, expects: { feeOf } }),
      ],
    },
  ];
}

/**
 * An update with few fields shows that refused calls, and calls of other transactions, change no stored field: a
 * transaction keeps its amount, or its card and region. The effect of such an update is a choice, so the first one must show
 * that it keeps the stored values here.
 */
function keptFields(context: RuleContext): readonly Script[] {
  const { deployment } = context;

  return [
    keepsAmount('one', context),
    ...(deployment.several ? [keepsAmount('several', context)] : []),
    keepsCard(context),
  ];
}

function keepsAmount(merchant: MerchantRole, context: RuleContext): Script {
  const { plain } = senderOf(context, merchant);
  const other = { ...plain, amount: otherAmount(context) };
  const mayBeAccepted = 'an update with a nicn of 5 digits was not refused';
  const refused = NAMED_BY.map((by) =>
    fee(
      { ...other, nicn: plain.nicn.slice(0, 5), ...identifiersBy(by, '{s3}') },
      { merchant, mayBeAccepted },
    ),
  );
  const disturbances = [fee({ ...other, sTxId: '{s1}' }, { merchant, needs: OPENS }), ...refused];
  const what = 'after refused updates and calls of another transaction the fee of the stored amount,';

  return keeps(plain, merchant, without(plain, 'amount'), disturbances, what);
}

function keepsCard(context: RuleContext): Script {
  const { baseline } = context;
  const other = { ...baseline, ...otherCards(context)[0], ...otherRegions(context)[0], amount: 'x' };
  const mayBeAccepted = 'an update with a text as amount was not refused';
  const refused = NAMED_BY.map((by) => fee({ ...other, ...identifiersBy(by, '{s3}') }, { mayBeAccepted }));

  return keeps(
    baseline,
    'one',
    { amount: baseline.amount },
    refused,
    'after refused updates the fee of the stored card,',
  );
}

const OPENS = 'fee-request/accepts-required-fields-alone';
const KEEPS_NOTHING = 'an update with few fields does not keep the stored ones here';

/** @param update few fields: sent for another transaction, and before and after the disturbances */
function keeps(
  plain: FeeRequest,
  merchant: MerchantRole,
  update: object,
  disturbances: readonly ScriptCall[],
  what: string,
): Script {
  const updated = (number: number, more: Partial<ScriptCall>) =>
    fee({ ...update, sTxId: `{s${number}}` }, { merchant, ...more });
  const feeOf = { call: 3, alike: [4], otherwise: KEEPS_NOTHING, what };

  return {
    calls: [
      { ...opened(plain, merchant), early: true },
      updated(1, { mayBeRefused: KEEPS_NOTHING, early: true }),
      opened({ ...plain, mTxId: '{m1}' }, merchant),
      updated(3, { mayBeRefused: KEEPS_NOTHING }),
      ...atOnce(disturbances),
      updated(3, { needs: OPENS, expects: { feeOf } }),
    ],
  };
}
