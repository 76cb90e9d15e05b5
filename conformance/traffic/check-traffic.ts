/** Judges both sides of recorded or passing traffic, without sending anything. */

import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { readContract } from '../../src/contract/document.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { operationAt } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { RecordedEvent, SeenExchange } from '../../src/exchange/traffic-event.ts';
import { passiveResults } from '../clients/client-results.ts';
import { observeClient } from '../clients/observe-client.ts';
import type { Report, TrafficReport, TrafficSide } from '../report/report.ts';
import { type ClientReportContext, type ClientResult, toClientReport } from '../report/to-client-report.ts';
import { isPassive } from '../rule/client-rule.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { createClientGaps } from './client-gaps.ts';
import { createLeftOutCounter, describeNothingJudged, describeTooFewJudged, sum } from './left-out.ts';
import { createPrices, type TrafficPricing } from './prices.ts';
import { hasMaskedAnswer, parseExchange } from './read-exchange.ts';
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
}

export interface TrafficJudge {
  /** Judges an event. Call it in the order of the responses. @returns the violations of the exchange as hints */
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
  let address = '';

  return {
    observe(event) {
      if (event.kind === 'left-out') others.add(event);
      if (event.kind === 'not-judged') {
        const why = notJudged.has(event.why) || notJudged.size < MAX_REASONS ? event.why : 'other reasons';
        notJudged.set(why, (notJudged.get(why) ?? 0) + 1);
      }
      if (event.kind !== 'exchange') return NO_HINTS;
      const parsed = parseExchange(event.exchange);
      const operation = operationAt(parsed.request.url);
      if (operation === undefined || parsed.request.method === 'OPTIONS') return NO_HINTS;
      if (address === '') address = parsed.service ?? '';
      exchanges[operation] += 1;
      const isMasked = hasMaskedAnswer(parsed);
      const ofClient = client?.observe(...seenByClient(parsed, isMasked)) ?? NO_HINTS;
      const ofService = service?.observe(parsed, isMasked) ?? NO_HINTS;

      return [...ofClient, ...ofService];
    },
    report({ wasInterrupted = false } = {}) {
      const { info } = readContract();
      const { target, strict = false, waivers = [], toolVersion = '0.0.0', isJournaled, baseline } = options;
      const requests = exchanges.calculateFee + exchanges.attachSale;
      const counts = [...notJudged, ...(service?.notJudged ?? [])].map(([why, count]) => ({ why, count }));
      const ofSide = (
        subject: TrafficSide,
        results: readonly ClientResult<AnyRuleId>[],
        { exempt, ...more }: Partial<ClientReportContext> & { readonly exempt: number },
      ): Report =>
        toClientReport(results, {
          ...{ target, strict, waivers, toolVersion, isJournaled, startedAt, requests, subject },
          contract: { title: info.title, version: info.version },
          address: ({ service: of = address }) => of,
          ...{ durationMs: Date.now() - startedAt.getTime(), seed: 0, effort: 'quick', passive: true },
          inconclusive:
            requests === 0
              ? describeNothingJudged(counts, [])
              : describeTooFewJudged(notJudged, exempt, requests),
          baseline: baseline?.sides.find((side) => side.subject === subject),
          ...more,
        });
      const reports: Report[] = [];
      if (client !== undefined) {
        const { deliberate } = client;
        const results = passiveResults(client, tolerated);
        const coverage = client.coverage();
        reports.push(ofSide('client', results, { deliberate, coverage, exempt: deliberate.length }));
      }
      const results = service && serviceResults(service, selects, prices, tolerated);
      if (service !== undefined && results !== undefined)
        reports.push(
          ofSide('service', results, {
            choices: choicesOf(results),
            coverage: service.coverage(),
            notes: serviceNotes(results, service, prices),
            fees: prices?.counts(),
            exempt: sum(service.notJudged.values()),
          }),
        );

      return toTrafficReport(reports, {
        ...{ target, startedAt, requests, exchanges, notJudged: counts, leftOut: others.list() },
        ...{ durationMs: Date.now() - startedAt.getTime(), wasInterrupted },
      });
    },
  };
}

const NO_HINTS: readonly Hint[] = [];

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
  const judge = createTrafficJudge(options);
  /** By the end of the exchange, the earliest first. */
  const held: SeenExchange[] = [];
  const takeIn = (event: RecordedEvent) => {
    if (event.kind !== 'exchange') {
      judge.observe(event);
      return;
    }
    const { endedAt } = event.exchange;
    const after = held.findLastIndex(({ exchange }) => exchange.endedAt <= endedAt);
    held.splice(after + 1, 0, event);
    const first = held.length > NEARLY ? held.shift() : undefined;
    if (first !== undefined) judge.observe(first);
  };
  for await (const next of events) {
    if (signal?.aborted) break;
    if ('kind' in next) takeIn(next);
    else for (const event of next) takeIn(event);
  }
  for (const event of held) judge.observe(event);

  return judge.report({ wasInterrupted: signal?.aborted === true });
}

/** Recorders write exchanges nearly in the order in which they ended. */
const NEARLY = 256;
