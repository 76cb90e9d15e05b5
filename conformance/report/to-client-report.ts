/** Converts outcomes of rules on recorded exchanges to a report: failures with masked steps and curl commands. */
import type { AnyRuleId, ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { count } from '../../src/text/words.ts';
import type { Outcome } from '../runner/outcome.ts';
import type { Conclusion } from '../verdict/verdict.ts';
import { buildReport, type Judge, type Result, type RunDescription } from './build-report.ts';
import { toClientStep } from './counterexample.ts';
import { createExchangeRedactor } from './redact-exchanges.ts';
import type { Report, ReportRule, ReportStep } from './report.ts';

/** A failure of a client, with the exchanges that show it. */
interface ClientFailure {
  readonly kind: 'fail' | 'unstable';
  readonly expected: string;
  readonly got: string;
  /** In the order in which they were sent; the last one is wrong. */
  readonly steps: readonly Exchange[];
  /** How often, or under what condition; it stands before what was expected. */
  readonly often?: string;
  /** The command that shows it again. */
  readonly replay?: string;
}

type ReportedOutcome =
  | ClientFailure
  | Extract<Outcome, { readonly kind: 'pass' | 'skipped' | 'observed' | 'broken' }>;

/** The outcome of a rule on clients, or of a rule on services that was judged on exchanges of others. */
export interface ClientResult<Id extends AnyRuleId = ClientRuleId> {
  readonly rule: Pick<ReportRule, 'revision' | 'disputed' | 'section' | 'level' | 'title'> & {
    readonly id: Id;
  };
  readonly outcome: ReportedOutcome;
  /** Exchanges, or runs, that were judged. */
  readonly exercised: number;
  /** Requests of runs for this rule alone; 0 by default. */
  readonly requests?: number;
  /** In milliseconds; 0 by default. */
  readonly durationMs?: number;
}

/** A waiver of a client rule accepts every failure of the rule. */
export interface ClientReportContext
  extends RunDescription,
    Pick<Report, 'passive' | 'target' | 'requests'>,
    Partial<Pick<Report, 'subject' | 'choices' | 'notes'>> {
  /** Whether steps name their Request-Id: the exchanges are in a journal. They differ from run to run. */
  readonly isJournaled?: boolean | undefined;
  /** The address that the client called, without the paths of the operations; for the curl commands. */
  readonly address: string | ((exchange: Exchange) => string);
  /** Requests with the header Tollgate-Deliberate, which rules did not judge. */
  readonly deliberate?: readonly { readonly rules: readonly AnyRuleId[] }[];
  readonly fees?: Report['fees'] | undefined;
  readonly coverage?: Judge['coverage'];
  readonly choicesMet?: Judge['choicesMet'];
  /** Why the client could not be judged, if so. Failures of must rules count even then. */
  readonly inconclusive?: string | undefined;
  readonly wasInterrupted?: boolean;
}

export function toClientReport(
  given: readonly ClientResult<AnyRuleId>[],
  context: ClientReportContext,
): Report {
  const { subject = 'client', choices = {}, target, passive, notes, fees, requests } = context;
  const { inconclusive, wasInterrupted = false, deliberate = [], coverage, choicesMet } = context;
  const stepOf = createSteps(context);
  const results = given.map((result) => toResult(result, stepOf));
  const exchanges = given.flatMap(({ outcome }) => ('steps' in outcome ? outcome.steps : []));

  return buildReport(
    results,
    {
      ...{ subject, choices, requests, inconclusive, wasInterrupted, coverage, choicesMet },
      target: maskAddresses(target),
      ...(passive && { passive }),
      ...(notes && { notes }),
      ...(fees && { fees }),
      deliberate: countByRule(deliberate),
      summarize: (conclusion) =>
        [...causeOf(results, conclusion), conclusion.summary, ...describeDeliberate(deliberate.length)].join(
          ' ',
        ),
      redact: createExchangeRedactor(exchanges),
    },
    context,
  );
}

/** Exchanges as a report shows them. Each is masked once, however many rules found something in it. */
function createSteps({ address, isJournaled = false }: ClientReportContext) {
  const known = new Map<Exchange, ReportStep>();

  return (exchange: Exchange): ReportStep => {
    const step = known.get(exchange) ?? {
      ...toClientStep(exchange, typeof address === 'string' ? address : address(exchange)),
      ...(isJournaled ? { requestId: exchange.id } : {}),
    };
    known.set(exchange, step);

    return step;
  };
}

function toResult(
  { rule, outcome, exercised, requests = 0, durationMs = 0 }: ClientResult<AnyRuleId>,
  stepOf: (exchange: Exchange) => ReportStep,
): Result {
  const { id, revision, disputed, section, level, title } = rule;
  const result = {
    ...{ id, section, level, title, exercised, requests, durationMs },
    ...(revision !== undefined && { revision }),
    ...(disputed !== undefined && { disputed }),
  };
  if (!('steps' in outcome)) return { ...result, outcome, failures: [] };
  const { kind, expected, got, steps, often, replay } = outcome;
  const counterexample = { expected, got, case: {}, steps: steps.map(stepOf) };
  const reason = `${often === undefined ? '' : `${often}: `}expected ${expected}, got ${got}`;

  return { ...result, outcome: { kind }, failures: [{ kind, reason, counterexample, replay }] };
}

/** Of a client that could not be judged: the mistakes for which its calls were refused. */
function causeOf(results: readonly Result[], { verdict, summary }: Conclusion): readonly string[] {
  if (verdict !== 'inconclusive') return [];

  return results.flatMap(({ id, level, failures: [failure] }) => {
    if (level !== 'should' || failure?.kind !== 'fail' || !id.startsWith('client-request/')) return [];
    if (summary.includes(`(${id})`)) return [];
    const { expected, got, steps } = failure.counterexample;
    const { response = { none: '' } } = steps.at(-1) ?? {};
    if ('none' in response || response.status < 400 || response.status > 499) return [];

    return [
      `A call was refused with ${response.status} that breaks ${id}: expected ${expected}, got ${got}.`,
    ];
  });
}

function describeDeliberate(requests: number): readonly string[] {
  return requests === 0 ? [] : [`Rules exempted ${count(requests, 'request')} with Tollgate-Deliberate.`];
}

function countByRule(
  deliberate: Exclude<ClientReportContext['deliberate'], undefined>,
): Exclude<Report['deliberate'], undefined> {
  const rules = Map.groupBy(
    deliberate.flatMap((request) => request.rules),
    (rule) => rule,
  );

  return [...rules].map(([rule, { length }]) => ({ rule, requests: length }));
}
