/** What rules ask of all calls of a run: which are equal, how often a client usually sends them, and sales without a fee. */
import { type Call, readCall } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { CLIENT_HOLDS, type EndFinding, type FaultyRun, notJudged } from './client-rule.ts';

/** The calls of the API among the exchanges, in the order in which they were sent. */
export function callsOf(exchanges: readonly Exchange[]): readonly Call[] {
  return exchanges
    .flatMap((exchange) => readCall(exchange) ?? [])
    .toSorted((one, other) => one.sentAt - other.sentAt);
}

/** Equal for requests of the same content: operation, merchant and body. */
export function requestOf({ operation, merchant = '', exchange: { request } }: Call): string {
  return `${operation} ${merchant} ${request.body ?? ''}`;
}

/** Equal for requests of the same content, apart from identifiers, which are new in every run. */
export function shapeOf({ operation, merchant = '', fields }: Call): string {
  const { sTxId, mTxId, authCode: _, ...others } = fields;

  return `${operation} ${merchant} ${JSON.stringify([sTxId !== undefined, mTxId !== undefined, others])}`;
}

/**
 * How often a client sends one request without a fault: tests that price the same cart five times do not repeat it.
 * Undefined where it does not send such a request at all. Without that run, a request with an identifier is sent once.
 */
export type UsualCount = (call: Call) => number | undefined;

export function usualCount(calls: readonly Call[] | undefined): UsualCount {
  if (calls === undefined) return ({ sTxId, mTxId }) => ((sTxId ?? mTxId) === undefined ? undefined : 1);
  const counts = new Map<string, number>();
  for (const same of Map.groupBy(calls, requestOf).values()) {
    const shape = same[0] === undefined ? '' : shapeOf(same[0]);
    counts.set(shape, Math.max(counts.get(shape) ?? 0, same.length));
  }

  return (call) => counts.get(shapeOf(call));
}

/** Whether both calls share an identifier: one in the response to the earlier fee call, or one in both requests. */
export function isOfSame(fee: Call, later: Call): boolean {
  if (fee.merchant !== later.merchant) return false;
  if (later.sTxId !== undefined) return later.sTxId === fee.given;

  return later.mTxId !== undefined && later.mTxId === fee.mTxId;
}

/** No sale of a transaction whose fee calls all ended in this way. */
export function noSaleAfter(
  failed: Call['outcome']['kind'],
  { expected, how }: { readonly expected: string; readonly how: string },
  calls: readonly Call[],
  faulty: FaultyRun | undefined,
): EndFinding {
  const fees = calls.filter(({ operation }) => operation === 'calculateFee');
  if (!fees.some(({ outcome }) => outcome.kind === failed)) return notJudged(`no fee call was ${how}`);
  const usual = new Set(unpricedSales(faulty?.usual ?? []).map(requestOf));
  const violations = calls.flatMap((sale) => {
    if (sale.operation !== 'attachSale' || usual.has(requestOf(sale))) return [];
    const ofSale = fees.filter((fee) => fee.endedAt <= sale.sentAt && isOfSame(fee, sale));
    const failures = ofSale.filter(({ outcome }) => outcome.kind === failed);
    const [first] = failures;
    if (first === undefined || ofSale.some(({ outcome }) => outcome.kind === 'accepted')) return [];
    // Without a fault on purpose, a call whose answer was lost may have been carried out, and the service may know more.
    const mayBePriced =
      ofSale.some(({ outcome }) => outcome.kind === 'lost' || outcome.kind === 'unclear') ||
      (sale.sTxId === undefined && sale.outcome.kind === 'accepted');
    if (faulty === undefined && failed === 'refused' && mayBePriced) return [];
    const subject = failures.length === 1 ? 'fee call was' : `${failures.length} fee calls were`;

    return {
      ...{ kind: 'violation' as const, expected },
      got: `a sale ${sale.sTxId === undefined ? 'by the mTxId' : 'by the sTxId of a response'}, whose ${subject} ${how}`,
      related: failures.map(({ exchange }) => exchange),
      exchange: sale.exchange,
      // A separate test that sells an order does so even after the test before it failed.
      // If the sale was accepted, the command failed for another reason: it continues after a failed check.
      ...(faulty === undefined || faulty.passed
        ? {}
        : { doubt: { why: DEPENDENT_TESTS, isCertain: sale.outcome.kind === 'accepted' } }),
    };
  });

  return violations.find(({ doubt }) => doubt === undefined) ?? violations[0] ?? CLIENT_HOLDS;
}

const DEPENDENT_TESTS =
  'a sale follows a failed fee call, and the command fails: tests that depend on each other do so too; let it stop at the first failure';

/** Sales that the client sends without an accepted fee call in any case, such as those of a test of refusals. */
function unpricedSales(calls: readonly Call[]): readonly Call[] {
  return calls.filter(
    (sale) =>
      sale.operation === 'attachSale' &&
      !calls.some((fee) => fee.outcome.kind === 'accepted' && isOfSame(fee, sale)),
  );
}
