/** An update gets the fee that a first call with the same fields gets. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { assertSameFee, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import { acceptedBody, type Exchange, isFeeCall } from '../../rule/exchange.ts';
import { NotJudged } from '../../rule/failure.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { CALLS_KEPT, type History, NAMED_BY, type Named, type Transaction } from '../../rule/history.ts';
import { feeIn } from '../../rule/oracle.ts';
import { assertFeesRepeat, FEES_VARY } from '../../rule/patterns/compare-fees.ts';
import {
  assertKeepsAmount,
  fewerDisturbances,
  type KeptAmount,
  keptAmounts,
} from '../../rule/patterns/kept-amount.ts';
import { callsAs, identifiersBy, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

interface Change {
  /** US dollars. */
  readonly from: number;
  readonly to: number;
  readonly by: 'sTxId' | 'mTxId' | 'both';
  /** Another field of the first call that the update changes: to the baseline's value, but for a `country` to 840. */
  readonly first?: Partial<Pick<FeeRequest, ChangedField>>;
  /** Fields that every call of the case has. */
  readonly beside?: Partial<Pick<FeeRequest, 'country' | 'processor'>>;
  /** The merchant that sends the calls; the one with one processor unless given. */
  readonly merchant?: 'several';
  /** The amounts of earlier updates by the other identifier. */
  readonly between?: readonly number[];
  /** Other first calls are sent before the update: for another card, region and processor, and by the other merchant. */
  readonly amongOthers?: true;
}

type Case = Change | KeptAmount;

type ChangedField = 'nicn' | 'region' | 'country' | 'processor';

const BLAME = 'identity/update-by-stxid-keeps-stxid';
/** The United Kingdom: services rarely compare its postal codes with a pattern. */
const ABROAD = '826';
const HOME = '840';
/** The fields that the preflight tries to change. */
const CHANGEABLE = ['nicn', 'region'] as const;
const REFUSES_COUNTRIES = 'this deployment refuses other countries than 840';
const REFUSES_CHANGES = 'this deployment refuses an update to another card or region';

const IDENTIFIERS = ['sTxId', 'mTxId'];

/** Requests left for other rules where the last case is tried. */
const ENOUGH_REQUESTS = 100;

export const updateRecalculatesFee = rule<Case>({
  id: 'identity/update-recalculates-fee',
  section: '4.1',
  level: 'must',
  title: 'an update gets the fee that a first call with the same fields gets',
  tries:
    'Updates to another amount, card or region, compared with a first call with the same fields. Skipped if fees ' +
    'vary from call to call.',
  fix:
    'Calculate the fee of an update from the fields of the update, as for a first call. Do not return the stored ' +
    'fee.',
  lookAlikes: ['update-to-another-card=refuse', 'update-after-sale=keep', 'partial-update=keep'],
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  observe(exchange, history) {
    const named = isFeeCall(exchange) ? history.named(exchange) : undefined;
    if (named === undefined || named.transaction.isSold || history.feesVary) return undefined;
    const { opening } = named.transaction;
    // The parts of one total may share a fixed fee, a cap, or the cents that rounding leaves.
    const isPartOfTotal = exchange.fields?.['totalAmount'] !== undefined;
    if (isPartOfTotal || mayHaveMore(named.transaction, exchange)) return undefined;
    const first = isRepeated(opening, exchange) ? opening : sameCall(exchange, named, history);
    const [got, expected] = [exchange, first].map((one) => one && feeIn(acceptedBody(one)));
    if (first === undefined || expected === undefined || got === undefined) return undefined;
    if (got === expected) return HOLDS;
    const what = 'after an update the fee of a first call with the same fields,';

    return violation(what, String(got), {
      fees: { got, expected },
      related: [...new Set([opening, first])],
      isAccident: true,
    });
  },
  probes: (context) => {
    const { baseline, data } = context;
    const [small = baseline.amount, middle = small, large = middle] = data.plainAmounts
      .toSorted((a, b) => a - b)
      .filter((_, n, all) => n === 0 || n === all.length >> 1 || n === all.length - 1);

    const changes: readonly Change[] = [
      { from: middle, to: large, by: 'sTxId' },
      { from: large, to: small, by: 'mTxId' },
      { from: small, to: large, by: 'sTxId' },
      { from: middle, to: small, by: 'sTxId' },
      { from: small, to: middle, by: 'mTxId' },
      { from: middle, to: small, by: 'both' },
      { from: middle, to: large, by: 'sTxId', between: [small] },
      { from: small, to: large, by: 'mTxId', between: [middle] },
      { from: small, to: middle, by: 'sTxId', between: [large, small] },
    ];

    return [
      // The bounds of the deployment file may leave only two amounts.
      ...changes.filter(({ from, to }) => from !== to),
      ...otherPlaces(context).map(
        (first, n): Change => ({
          from: middle,
          to: middle,
          by: NAMED_BY[n % NAMED_BY.length] ?? 'sTxId',
          first,
        }),
      ),
      ...changesOfSeveral(context).map(
        (first, n): Change => ({
          from: middle,
          to: middle,
          by: NAMED_BY[(n + 2) % NAMED_BY.length] ?? 'sTxId',
          first,
          merchant: 'several',
        }),
      ),
      // An update may lose what its call says as well as the first one.
      { from: small, to: large, by: 'sTxId', beside: { country: ABROAD } },
      ...otherProcessors(context).map(
        (processor): Change => ({
          from: small,
          to: large,
          by: 'mTxId',
          beside: { processor },
          merchant: 'several',
        }),
      ),
      // Of a second update.
      ...otherPlaces(context)
        .filter((first) => first.region !== undefined)
        .slice(0, 1)
        .map((first): Change => ({ from: middle, to: middle, by: 'both', first, between: [small] })),
    ];
  },
  // Alone, so that the calls before an update are those of its case.
  lastCases(context) {
    const { baseline, data, deployment, requestsLeft } = context;
    const { amount } = baseline;
    if (requestsLeft() < ENOUGH_REQUESTS) return [];
    const to = data.plainAmounts.find((one) => one !== amount) ?? amount;

    return [
      ...otherCards(baseline.nicn, data.nicns)
        .slice(0, 1)
        .map((other): Change => ({ from: amount, to: amount, by: 'mTxId', first: { nicn: other } })),
      { from: amount, to, by: 'sTxId', amongOthers: true },
      ...(deployment.several === undefined
        ? []
        : [{ from: amount, to, by: 'mTxId', merchant: 'several', amongOthers: true } as const]),
      ...keptAmounts(context),
    ];
  },
  cases: ({ data: { amount } }) =>
    fc.record({ from: amount, to: amount, by: fc.constantFrom('sTxId', 'mTxId') }),

  shrink: (value) => ('disturbances' in value ? fewerDisturbances(value) : []),

  async run(value, conversation, context) {
    assertFeesRepeat(context);
    if ('disturbances' in value) return assertKeepsAmount(value, conversation, context);
    const { from, to, by, first, beside, merchant, between = [], amongOthers } = value;
    const { traits } = context;
    const baseline = { ...context.baseline, ...beside };
    const { fee } = callsAs(merchant, conversation, context);
    const changed = CHANGEABLE.find((field) => first?.[field] !== undefined);
    if (changed !== undefined && !(await traits.updateMayChange(changed, conversation)))
      throw new NotJudged(REFUSES_CHANGES);
    const mTxId = by === 'sTxId' && between.length === 0 ? {} : { mTxId: '{m1}' };
    // A service may keep the country where the update has none.
    const request = { ...baseline, ...(first?.country === undefined ? {} : { country: HOME }), amount: to };
    const single = await fee(request);
    if (beside?.country !== undefined && single.classification.kind === 'refused')
      throw new NotJudged(REFUSES_COUNTRIES);
    const expected = feeOf(requireAccepted(single, BLAME));
    const firstCall = await fee({ ...baseline, ...mTxId, ...first, amount: from });
    if (first?.country !== undefined && firstCall.classification.kind === 'refused')
      throw new NotJudged(REFUSES_COUNTRIES);
    const opened = requireAccepted(firstCall, BLAME);
    if (feeOf(opened) === expected) throw new NotJudged('both requests have the same fee here');
    const sTxId = stxidOf(opened);
    const otherWay = by === 'mTxId' ? 'sTxId' : 'mTxId';
    for (const amount of between)
      requireAccepted(await fee({ ...baseline, ...first, ...identifiersBy(otherWay, sTxId), amount }), BLAME);
    if (amongOthers) await openOthers(merchant, conversation, context);
    const update = await fee({ ...request, ...identifiersBy(by, sTxId) });
    if (first !== undefined && update.classification.kind === 'refused') throw new NotJudged(REFUSES_CHANGES);
    const updated = feeOf(requireAccepted(update, BLAME));
    if (updated === expected) return;
    // The mTxId alone may have changed the fee, which the observer leaves to this rule's own calls.
    const another = 'mTxId' in mTxId ? { mTxId: '{m2}' } : {};
    const again = feeOf(requireAccepted(await fee({ ...request, ...another }), BLAME));
    if (again !== expected) throw new NotJudged(FEES_VARY);
    assertSameFee(updated, expected, `after an update to ${to} the fee of a first call for ${to},`);
  },
});

/** Whether earlier calls may have had fields that this one lacks, which a service may keep. */
function mayHaveMore({ opening, calls }: Transaction, { fields = {} }: Exchange): boolean {
  const given = [opening, ...calls].flatMap((call) => Object.keys(call.fields ?? {}));

  return calls.length >= CALLS_KEPT || given.some((name) => !IDENTIFIERS.includes(name) && !(name in fields));
}

/** Whether an update has the fields of the first call, its `mTxId` included: a fee may depend on that. */
function isRepeated({ fields: first = {} }: Exchange, { fields = {} }: Exchange): boolean {
  const { sTxId: _, ...repeated } = fields;
  const names = Object.keys(repeated);

  return (
    names.length === Object.keys(first).length &&
    names.every((name) => JSON.stringify(repeated[name]) === JSON.stringify(first[name]))
  );
}

/** A first call of another transaction with the same fields; neither may have an `mTxId`. */
function sameCall(exchange: Exchange, { by, transaction }: Named, history: History): Exchange | undefined {
  const hasMtxid = by !== 'sTxId' || transaction.opening.fields?.['mTxId'] !== undefined;

  return hasMtxid ? undefined : history.sameFirstCall(exchange);
}

/** Regions and cards whose fees likely differ from the baseline's. */
function otherPlaces({
  baseline,
  data: { regions, nicns },
}: RuleContext): readonly NonNullable<Change['first']>[] {
  const { nicn, region } = baseline;
  const places = Object.values(regions).flat();
  const [other] = otherCards(nicn, nicns);

  return [
    // An update by each identifier: some services take the card of the call before it.
    ...(other === undefined ? [] : [{ nicn: other }, { nicn: other }]),
    { country: ABROAD },
    ...places.filter((place) => place !== region).map((place) => ({ region: place })),
  ].slice(0, 5);
}

/** Cards of other brands first, whose fees differ most likely. */
function otherCards(nicn: string, nicns: readonly string[]): readonly string[] {
  const others = nicns.filter(
    (other) => other.length === nicn.length && other.slice(0, 6) !== nicn.slice(0, 6),
  );

  return [...others.filter(([brand]) => brand !== nicn[0]), ...others];
}

function changesOfSeveral(context: RuleContext): readonly NonNullable<Change['first']>[] {
  const {
    baseline: { nicn },
    data: { nicns },
  } = context;
  const place = otherRegion(context);
  const [processor] = otherProcessors(context);
  if (processor === undefined) return [];
  const [other] = otherCards(nicn, nicns);

  return [
    { processor },
    ...(other === undefined ? [] : [{ nicn: other }]),
    ...(place === undefined ? [] : [{ region: place }]),
  ];
}

/** The MID of a processor that the calls of `several` do not name by themselves; none without such a merchant. */
function otherProcessors({ deployment: { several } }: RuleContext): readonly string[] {
  return (several?.processors ?? []).slice(1, 2).map(({ mid }) => mid);
}

/** Opens a transaction that differs in all that a price depends on, and one of the other merchant. */
async function openOthers(
  merchant: Change['merchant'],
  conversation: Conversation,
  context: RuleContext,
): Promise<void> {
  const { baseline, data } = context;
  const [nicn = baseline.nicn] = otherCards(baseline.nicn, data.nicns);
  const region = otherRegion(context) ?? baseline.region;
  const [processor] = merchant === 'several' ? otherProcessors(context) : [];
  const own = { ...baseline, nicn, region, ...(processor === undefined ? {} : { processor }) };
  const other = merchant === 'several' ? 'one' : 'several';
  await Promise.all([
    open(callsAs(merchant, conversation, context), own),
    open(callsAs(other, conversation, context), baseline),
  ]);
}

function otherRegion({ baseline, data: { regions } }: RuleContext): string | undefined {
  return Object.values(regions)
    .flat()
    .find((region) => region !== baseline.region);
}
