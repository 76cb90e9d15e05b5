/** Judges both sides of recorded or passing traffic, without sending anything. */

import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { readContract } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { operationAt } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { RecordedEvent } from '../../src/exchange/traffic-event.ts';
import { passiveResults } from '../clients/client-results.ts';
import { observeClient } from '../clients/observe-client.ts';
import { type ClientReportContext, type ClientResult, toClientReport } from '../report/to-client-report.ts';
import type { TrafficReport, TrafficSide } from '../report/traffic-report.ts';
import { isPassive } from '../rule/client-rule.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { createClientGaps } from './client-gaps.ts';
import { createLeftOutCounter, describeNothingJudged, describeTooFewJudged, sum } from './left-out.ts';
import { createPrices, type TrafficPricing } from './prices.ts';
import { parseExchange } from './read-exchange.ts';
import { redactSteps } from './redact-steps.ts';
import { createReorderBuffer } from './reorder.ts';
import { createServiceObserver } from './service-observer.ts';
import { choicesOf, serviceNotes, serviceResults } from './service-results.ts';
import { toTrafficReport } from './to-traffic-report.ts';

export interface TrafficJudgeOptions {
  /** The target for the report: the files, or the address of the service. */
  readonly target: string;
  /** The sides to judge; both by default. */
  readonly sides?: readonly TrafficSide[] | undefined;
  /** The prices of the merchants; without them fees are not compared. */
  readonly pricing?: TrafficPricing | undefined;
  /** Counts a `should` as a `must`. */
  readonly strict?: boolean;
  /** Accepted failures of either side. */
  readonly waivers?: readonly Waiver[];
  /** The report of earlier traffic, whose failures do not count. */
  readonly baseline?: TrafficReport | undefined;
  /** Whether nothing of the service's traffic is missing, so that identifiers are judged as in a run. */
  readonly isComplete?: boolean | undefined;
  /** How many violations of a rule that could be accidents leave the verdict as it is; 0 by default. */
  readonly tolerated?: number | undefined;
  /** Which rules to judge; all by default. */
  readonly selects?: (id: AnyRuleId) => boolean;
  readonly toolVersion?: string;
  /** Whether a journal keeps the exchanges, as that of the proxy does: the steps of failures then name them. */
  readonly isJournaled?: boolean;
  /** Events that are held back to put them in order; 0 by default, since those of a proxy are in order. */
  readonly reorder?: number;
}

export interface TrafficJudge {
  /** Judges an event. @returns the violations of the exchange as hints; none for an exchange that is held back */
  readonly observe: (event: RecordedEvent) => readonly Hint[];
  /** The verdict so far. With `wasInterrupted` an inconclusive part says so. */
  readonly report: (ending?: { readonly wasInterrupted?: boolean }) => TrafficReport;
}

/** In bytes, for the client side. */
const BUDGET = { transactions: 8 * 1024 * 1024, exchanges: 4 * 1024 * 1024 };
const MAX_REASONS = 100;

export function createTrafficJudge(options: TrafficJudgeOptions): TrafficJudge {
  const { sides = ['client', 'service'], pricing, selects = () => true } = options;
  const { isComplete = false, tolerated = 0 } = options;
  const startedAt = new Date();
  const exchanges: Record<OperationId, number> = { calculateFee: 0, attachSale: 0 };
  const notJudged = new Map<string, number>();
  const prices = pricing === undefined ? undefined : createPrices(pricing);
  const client = sides.includes('client')
    ? observeClient({
        source: 'recording',
        ...{ budget: BUDGET, keptFindings: 3, selects: (rule) => isPassive(rule) && selects(rule.id) },
        ...(isComplete ? { mayBeOlder: () => false } : {}),
      })
    : undefined;
  const service = sides.includes('service')
    ? createServiceObserver({ selects, prices, isComplete, tolerated })
    : undefined;
  const seenByClient = createClientGaps();
  const others = createLeftOutCounter();
  let hints: readonly Hint[] = [];
  let address = '';

  const judge = (event: RecordedEvent) => {
    hints = [];
    if (event.kind === 'left-out') return others.add(event);
    if (event.kind === 'not-judged') {
      const why = notJudged.has(event.why) || notJudged.size < MAX_REASONS ? event.why : 'other reasons';
      notJudged.set(why, (notJudged.get(why) ?? 0) + 1);
      return;
    }
    const parsed = parseExchange(event.exchange);
    const operation = operationAt(parsed.request.url);
    if (operation === undefined || parsed.request.method === 'OPTIONS') return;
    if (address === '') address = parsed.service ?? '';
    exchanges[operation] += 1;
    const ofClient = client?.observe(...seenByClient(parsed));
    const ofService = service?.observe(parsed);
    hints = [...(ofClient ?? []), ...(ofService ?? [])];
  };
  const buffer = createReorderBuffer(options.reorder ?? 0, judge);

  return {
    observe(event) {
      hints = [];
      buffer.add(event);

      return hints;
    },
    report({ wasInterrupted = false } = {}) {
      buffer.flush();
      const requests = exchanges.calculateFee + exchanges.attachSale;
      const leftOut = others.list();
      const counts = [...notJudged, ...(service?.notJudged ?? [])].map(([why, count]) => ({ why, count }));
      const shared = {
        ...contextOf(options, startedAt, address),
        requests,
        wasInterrupted: false,
      };
      const exempt = {
        client: client?.deliberate.length ?? 0,
        service: sum(service?.notJudged.values() ?? []),
      };
      const contextFor = (subject: TrafficSide): ClientReportContext => ({
        ...shared,
        subject,
        inconclusive:
          requests === 0
            ? describeNothingJudged(counts, [])
            : describeTooFewJudged(notJudged, exempt[subject], requests),
        baseline: options.baseline?.sides.find((side) => side.subject === subject),
      });
      const reports: TrafficReport['sides'][number][] = [];
      const add = (results: readonly ClientResult<AnyRuleId>[], context: ClientReportContext) => {
        const steps = results.flatMap(({ outcome }) => ('steps' in outcome ? outcome.steps : []));
        reports.push(redactSteps(toClientReport(results, context), steps));
      };
      if (client !== undefined) {
        add(passiveResults(client, tolerated), {
          ...contextFor('client'),
          deliberate: client.deliberate,
        });
      }
      if (service !== undefined) {
        const results = serviceResults(service, selects, prices, tolerated);
        const notes = serviceNotes(results, service, prices);
        const fees = prices?.counts();
        add(results, { ...contextFor('service'), choices: choicesOf(results), notes, fees });
      }
      return toTrafficReport(reports, { ...shared, exchanges, notJudged: counts, leftOut, wasInterrupted });
    },
  };
}

export interface CheckTrafficOptions extends TrafficJudgeOptions {
  /** One at a time, or in batches. */
  readonly events: AsyncIterable<RecordedEvent | readonly RecordedEvent[]>;
  /** Ends the check early. The report has what was judged by then. */
  readonly signal?: AbortSignal | undefined;
}

/** Judges recorded traffic. Rejects with the errors of its source. */
export async function checkTraffic({
  events,
  signal,
  ...options
}: CheckTrafficOptions): Promise<TrafficReport> {
  const judge = createTrafficJudge({ reorder: NEARLY, ...options });
  for await (const next of events) {
    if (signal?.aborted) break;
    if ('kind' in next) judge.observe(next);
    else for (const event of next) judge.observe(event);
  }

  return judge.report({ wasInterrupted: signal?.aborted === true });
}

/** Recorders write exchanges nearly in the order in which they ended. */
const NEARLY = 256;

function contextOf(
  { target, strict = false, waivers = [], toolVersion = '0.0.0', isJournaled }: TrafficJudgeOptions,
  startedAt: Date,
  address: string,
) {
  const { info } = readContract();

  return {
    target,
    address: ({ service = address }: { readonly service?: string }) => service,
    toolVersion,
    contract: { title: info.title, version: info.version },
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    seed: 0,
    effort: 'quick' as const,
    strict,
    waivers,
    isJournaled,
    passive: true as const,
  };
}
