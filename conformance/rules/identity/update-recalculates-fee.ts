/** An update gets the fee that a first call with the same fields gets. */
import fc from 'fast-check';
import { feeIn } from '../../../src/contract/outcome.ts';
import { assertSameFee, feeOf, requireAccepted, stxidOf } from '../../rule/assertions.ts';
import { acceptedBody, type Exchange, isFeeCall } from '../../rule/exchange.ts';
import { NotJudged } from '../../rule/failure.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { CALLS_KEPT, type History, type Named, type Transaction } from '../../rule/history.ts';
import { assertFeesRepeat, FEES_VARY } from '../../rule/patterns/compare-fees.ts';
import { type Change, changes, HOME, lastChanges, openOthers } from '../../rule/patterns/fee-changes.ts';
import {
  type AmountsOverConnection,
  assertFeeOverConnection,
  overOneConnection,
} from '../../rule/patterns/fee-of-connection.ts';
import {
  assertKeepsFields,
  fewerDisturbances,
  type KeptFields,
  keptFields,
} from '../../rule/patterns/kept-fields.ts';
import { callsAs, identifiersBy } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

type Case = Change | KeptFields | AmountsOverConnection;

const BLAME = 'identity/update-by-stxid-keeps-stxid';
/** The fields that the preflight tries to change. */
const CHANGEABLE = ['nicn', 'region'] as const;
const REFUSES_COUNTRIES = 'this deployment refuses other countries than 840';
const REFUSES_CHANGES = 'this deployment refuses such an update';

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
  probes: (context) => [...changes(context), ...overOneConnection(context)],
  // Alone, so that the calls before an update are those of its case.
  lastCases: (context) =>
    context.requestsLeft() < ENOUGH_REQUESTS ? [] : [...lastChanges(context), ...keptFields(context)],
  cases: ({ data: { amount } }) =>
    fc.record({ from: amount, to: amount, by: fc.constantFrom('sTxId', 'mTxId') }),

  shrink: (value) => ('disturbances' in value ? fewerDisturbances(value) : []),

  async run(value, conversation, context) {
    if ('overConnection' in value) return assertFeeOverConnection(value, conversation, context);
    assertFeesRepeat(context);
    if ('disturbances' in value) return assertKeepsFields(value, conversation, context);
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
    const opening = { ...baseline, ...mTxId, ...first, amount: from };
    // Where other calls precede the update, the order of these two does not matter.
    const [single, firstCall] =
      between.length > 0 || amongOthers
        ? await Promise.all([fee(request), fee(opening)])
        : [await fee(request), await fee(opening)];
    if (beside?.country !== undefined && single.outcome.kind === 'refused')
      throw new NotJudged(REFUSES_COUNTRIES);
    const expected = feeOf(requireAccepted(single, BLAME));
    if (first?.country !== undefined && firstCall.outcome.kind === 'refused')
      throw new NotJudged(REFUSES_COUNTRIES);
    const opened = requireAccepted(firstCall, BLAME);
    if (feeOf(opened) === expected) throw new NotJudged('both requests have the same fee here');
    const sTxId = stxidOf(opened);
    const otherWay = by === 'mTxId' ? 'sTxId' : 'mTxId';
    for (const amount of between)
      requireAccepted(await fee({ ...baseline, ...first, ...identifiersBy(otherWay, sTxId), amount }), BLAME);
    if (amongOthers) await openOthers(merchant, conversation, context);
    const update = await fee({ ...request, ...identifiersBy(by, sTxId) });
    const mayBeRefused = first !== undefined || beside?.country !== undefined;
    if (mayBeRefused && update.outcome.kind === 'refused') throw new NotJudged(REFUSES_CHANGES);
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
