/** An update gets the fee that a first call with the same fields gets. */
import fc from 'fast-check';
import { feeIn } from '../../../src/contract/outcome.ts';
import { acceptedBody, type Exchange, isFeeCall } from '../../rule/exchange.ts';
import { feesDiffer, HOLDS } from '../../rule/finding.ts';
import type { History, NamedCall } from '../../rule/history.ts';
import { FEES } from '../../rule/in-traffic.ts';
import { mayHaveMore } from '../../rule/observers.ts';
import { rule } from '../../rule/rule.ts';
import { changes, keptFields, lastChanges, overOneConnection, toScript } from './fee-changes.ts';

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
  judge(exchange, history) {
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
function isRepeated({ fields: first = {} }: Exchange, { fields = {} }: Exchange): boolean {
  const { sTxId: _, ...repeated } = fields;
  const names = Object.keys(repeated);

  return (
    names.length === Object.keys(first).length &&
    names.every((name) => JSON.stringify(repeated[name]) === JSON.stringify(first[name]))
  );
}

/** A first call of another transaction with the same fields; neither may have an `mTxId`. */
function sameCall(
  exchange: Exchange,
  { by, transaction }: NamedCall,
  history: History,
): Exchange | undefined {
  const hasMtxid = by !== 'sTxId' || transaction.opening.fields?.['mTxId'] !== undefined;

  return hasMtxid ? undefined : history.sameFirstCall(exchange);
}
