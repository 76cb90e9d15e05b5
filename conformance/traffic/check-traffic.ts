/** Judges both sides of recorded or passing traffic, without sending anything. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { readAnyCall } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import { NO_RESPONSE } from '../../src/exchange/har/read-entry.ts';
import type { RecordedEvent } from '../../src/exchange/traffic-event.ts';
import { passiveResults } from '../clients/client-results.ts';
import { observeClient } from '../clients/observe-client.ts';
import type { Report, TrafficReport, TrafficSide, Verdict } from '../report/report.ts';
import { type SeenContext, toClientReport } from '../report/to-client-report.ts';
import { isPassive } from '../rule/client-rule.ts';
import type { SeenResult } from '../runner/outcome.ts';
import { type CountingOptions, describeRun } from '../verdict/counting.ts';
import {
  createClientGaps,
  createLeftOutCounter,
  describeNothingJudged,
  describeTooFewJudged,
  sum,
  withoutAnswer,
} from './not-judged.ts';
import { createPrices, type TrafficPricing } from './prices.ts';
import { choicesOf, createServices } from './services.ts';
import { asClientMayTakeIt, hasMaskedAnswer } from './traffic-call.ts';

export interface TrafficJudgeOptions extends Pick<CountingOptions, 'strict' | 'waivers' | 'toolVersion'> {
  /** The target for the report: the files, or the address of the service. */
  readonly target: string;
  /** The sides to judge; both by default. */
  readonly sides?: readonly TrafficSide[] | undefined;
  /** The prices of the merchants; without them fees are not compared. */
  readonly pricing?: TrafficPricing | undefined;
  /** The report of earlier traffic, whose failures do not count. */
  readonly baseline?: TrafficReport | undefined;
  /** Whether nothing of the service's traffic is missing, so that identifiers are judged as in a run. */
  readonly isComplete?: boolean | undefined;
  /** How many violations of a rule that could be accidents leave the verdict as it is; 0 by default. */
  readonly tolerated?: number | undefined;
  /** Which rules to judge; all by default. */
  readonly selects?: (id: AnyRuleId) => boolean;
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
        ...{ budget: BUDGET, selects: (rule) => isPassive(rule) && selects(rule.id) },
        ...(isComplete ? { mayBeOlder: () => false } : {}),
      })
    : undefined;
  const service = sides.includes('service')
    ? createServices({ selects, prices, isComplete, tolerated })
    : undefined;
  const hiddenIn = createClientGaps();
  const others = createLeftOutCounter();
  let [address, bodiless] = ['', 0];
  const leave = (reason: string) => {
    const why = notJudged.has(reason) || notJudged.size < MAX_REASONS ? reason : 'other reasons';
    notJudged.set(why, (notJudged.get(why) ?? 0) + 1);
  };

  return {
    observe(event) {
      if (event.kind === 'left-out') others.add(event);
      if (event.kind === 'not-judged') leave(event.why);
      if (event.kind !== 'exchange') return NO_HINTS;
      const call = readAnyCall(event.exchange);
      if (call === undefined) return NO_HINTS;
      if (address === '') address = event.exchange.service ?? '';
      // Only the client is judged by a call without a response, which the service may have carried out.
      if (call.status === 0) leave(event.exchange.response.statusText || NO_RESPONSE);
      else exchanges[call.operation] += 1;
      if (call.status !== 0 && call.exchange.lacks?.includes('request-body') === true) bodiless += 1;
      const isMasked = hasMaskedAnswer(call);
      const hides = hiddenIn(call, isMasked);
      const ofClient =
        client?.observeCall(isMasked ? withoutAnswer(call) : asClientMayTakeIt(call), hides) ?? NO_HINTS;
      const ofService = service?.observe(call, isMasked) ?? NO_HINTS;
      if (ofClient.length === 0) return ofService;

      return ofService.length === 0 ? ofClient : [...ofClient, ...ofService];
    },
    report({ wasInterrupted = false } = {}) {
      const { target, strict = false, waivers, toolVersion, isJournaled, baseline } = options;
      const durationMs = Date.now() - startedAt.getTime();
      const requests = exchanges.calculateFee + exchanges.attachSale;
      // A recording has them in another order.
      const counts = [...notJudged, ...(service?.notJudged ?? [])]
        .map(([why, count]) => ({ why, count }))
        .toSorted((one, other) => other.count - one.count || (one.why < other.why ? -1 : 1));
      const leftOut = others.list();
      const ofSide = (
        subject: TrafficSide,
        results: readonly SeenResult[],
        { exempt, ...more }: Partial<SeenContext> & { readonly exempt: number },
      ): Report =>
        toClientReport(
          results,
          {
            ...{ target, isJournaled, requests, subject, passive: true },
            address: ({ service: of = address }) => of,
            inconclusive:
              requests === 0
                ? describeNothingJudged(counts, [])
                : describeTooFewJudged(notJudged, exempt, requests),
            ...more,
          },
          describeRun(
            subject,
            {
              ...{ strict, startedAt, waivers: waivers ?? [], toolVersion: toolVersion ?? '0.0.0' },
              baseline: baseline?.sides.find((side) => side.subject === subject),
            },
            durationMs,
          ),
        );
      const reports: Report[] = [];
      if (client !== undefined) {
        const { deliberate, coverage } = client;
        const more = { deliberate, coverage: coverage(), exempt: deliberate.length + bodiless };
        reports.push(ofSide('client', passiveResults(client, tolerated), more));
      }
      if (service !== undefined) {
        const results = service.results();
        reports.push(
          ofSide('service', results, {
            ...{ choices: choicesOf(results), coverage: service.coverage(), fees: prices?.counts() },
            notes: service.notes(results),
            exempt: sum(service.notJudged.values()),
          }),
        );
      }
      const [first] = reports;
      if (first === undefined) throw new Error('sides: expected client, service or both, got none');

      return {
        ...{ schema: 1, tool: first.tool, contract: first.contract, subject: 'traffic' },
        ...{ target: first.target, startedAt: startedAt.toISOString(), durationMs },
        verdict:
          VERDICTS.find((verdict) => reports.some((side) => side.verdict === verdict)) ?? first.verdict,
        exitCode: EXIT_CODES.find((code) => reports.some((side) => side.exitCode === code)) ?? first.exitCode,
        summary:
          requests === 0 && reports.every(({ verdict }) => verdict === 'inconclusive')
            ? describeNothingJudged(counts, leftOut)
            : reports.map(({ subject, summary }) => `${NAMES[subject]}: ${summary}`).join(' '),
        ...(wasInterrupted ? { interrupted: true } : {}),
        ...{ requests, exchanges: { ...exchanges }, notJudged: counts },
        ...(leftOut.length === 0 ? {} : { leftOut }),
        sides: reports,
      };
    },
  };
}

const NAMES: Readonly<Record<TrafficSide, string>> = { client: 'Client', service: 'Service' };

/** The worst first: an error of the tool before a finding, and a finding before nothing judged. */
const EXIT_CODES: readonly Report['exitCode'][] = [4, 1, 3, 0];
const VERDICTS: readonly Verdict[] = ['nonconformant', 'inconclusive', 'conformant'];

const NO_HINTS: readonly Hint[] = [];

export interface CheckTrafficOptions extends TrafficJudgeOptions {
  /** One at a time, or in batches, in the order in which the exchanges ended. */
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
  for await (const next of events) {
    if (signal?.aborted) break;
    if ('kind' in next) judge.observe(next);
    else for (const event of next) judge.observe(event);
  }

  return judge.report({ wasInterrupted: signal?.aborted === true });
}
