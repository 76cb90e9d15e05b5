/** Reports rules that were judged on exchanges of others: of a client, or of either side of traffic. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { count } from '../../src/text/words.ts';
import { failuresOf, type SeenResult } from '../runner/outcome.ts';
import type { RunDescription } from '../verdict/counting.ts';
import { buildReport, type Judge } from './build-report.ts';
import { toClientStep } from './counterexample.ts';
import { createExchangeRedactor } from './redact.ts';
import type { Report, ReportStep } from './report.ts';

/** What is reported beside the results. A waiver of a client rule accepts every failure of the rule. */
export interface SeenContext
  extends Omit<Judge, 'subject' | 'choices' | 'inconclusive' | 'summarize' | 'redact' | 'deliberate'>,
    Partial<Pick<Judge, 'subject' | 'choices' | 'inconclusive'>> {
  /** Whether steps name their Request-Id: the exchanges are in a journal. They differ from run to run. */
  readonly isJournaled?: boolean | undefined;
  /** The address that the client called, without the paths of the operations; for the curl commands. */
  readonly address: string | ((exchange: Exchange) => string);
  /** Requests with the header Tollgate-Deliberate, which rules did not judge. */
  readonly deliberate?: readonly { readonly rules: readonly AnyRuleId[] }[];
}

export function toClientReport(
  results: readonly SeenResult[],
  { address, isJournaled = false, deliberate = [], target, ...context }: SeenContext,
  run: RunDescription,
): Report {
  const exempt = Map.groupBy(
    deliberate.flatMap(({ rules }) => rules),
    (rule) => rule,
  );
  /** Each exchange is masked once, however many rules found something in it. */
  const steps = new Map<Exchange, ReportStep>();
  const stepOf = (exchange: Exchange): ReportStep => {
    const step = steps.get(exchange) ?? {
      ...toClientStep(exchange, typeof address === 'string' ? address : address(exchange)),
      ...(isJournaled ? { requestId: exchange.id } : {}),
    };
    steps.set(exchange, step);

    return step;
  };
  const left = deliberate.length;

  return buildReport(
    results.map((result) => ({
      ...result,
      failures: failuresOf(result.outcome).map(({ kind, expected, got, steps: seen, often, replay }) => ({
        ...{ kind, replay },
        reason: `${often === undefined ? '' : `${often}: `}expected ${expected}, got ${got}`,
        counterexample: { expected, got, case: {}, steps: seen.map(stepOf) },
      })),
    })),
    {
      ...{ subject: 'client', choices: {}, inconclusive: undefined, ...context },
      target: maskAddresses(target),
      deliberate: [...exempt].map(([rule, { length }]) => ({ rule, requests: length })),
      summarize: ({ summary }) =>
        left === 0
          ? summary
          : `${summary} Rules exempted ${count(left, 'request')} with Tollgate-Deliberate.`,
      redact: createExchangeRedactor(
        results.flatMap(({ outcome }) => failuresOf(outcome).flatMap((failure) => failure.steps)),
      ),
    },
    run,
  );
}
