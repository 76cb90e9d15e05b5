/** Converts outcomes of rules on recorded exchanges to a report: waivers, verdict, masked steps with curl commands. */

import type { AnyRuleId, ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { dayOf } from '../../src/engine/day.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { maskAddresses, maskText } from '../../src/text/mask.ts';
import { count } from '../../src/text/words.ts';
import type { Outcome } from '../runner/outcome.ts';
import { reachVerdict, type Weighed } from '../verdict/verdict.ts';
import type { Suppression } from '../verdict/waivers/apply-waivers.ts';
import { toClientStep } from './client-steps.ts';
import { shortenCounterexample, shortenSentence } from './counterexample.ts';
import type { Report, ReportRule } from './report.ts';
import { frameReport, type RunDescription, reasonOf, toCounted, toSuppression } from './report-frame.ts';

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

type ClientOutcome =
  | ClientFailure
  | Extract<Outcome, { readonly kind: 'pass' | 'skipped' | 'observed' | 'broken' }>;

/** The outcome of a rule on clients, or of a rule on services that was judged on exchanges of others. */
export interface ClientResult<Id extends AnyRuleId = ClientRuleId> {
  readonly rule: Pick<ReportRule, 'section' | 'level' | 'title'> & { readonly id: Id };
  readonly outcome: ClientOutcome;
  /** Exchanges, or runs, that were judged. */
  readonly exercised: number;
  /** Requests of runs for this rule alone; 0 by default. */
  readonly requests?: number;
  /** In milliseconds; 0 by default. */
  readonly durationMs?: number;
}

/** A waiver of a client rule accepts every failure of the rule. */
export interface ClientReportContext extends RunDescription, Pick<Report, 'passive'> {
  /** The side that was judged; `client` by default. */
  readonly subject?: Report['subject'];
  /** Whether steps name their Request-Id: the exchanges are in a journal. They differ from run to run. */
  readonly isJournaled?: boolean | undefined;
  /** The target of the judge, such as the command of the client. */
  readonly target: string;
  /** The address that the client called, without the paths of the operations; for the curl commands. */
  readonly address: string | ((exchange: Exchange) => string);
  /** Of all runs. */
  readonly requests: number;
  /** Requests with the header Tollgate-Deliberate, which rules did not judge. */
  readonly deliberate?: readonly { readonly rules: readonly AnyRuleId[] }[];
  /** The observed choices of the service. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What the verdict leaves open, in sentences. */
  readonly notes?: readonly string[];
  readonly fees?: Report['fees'] | undefined;
  /** Why the client could not be judged, if so. Failures of must rules count even then. */
  readonly inconclusive?: string | undefined;
  readonly wasInterrupted?: boolean;
}

export function toClientReport(
  results: readonly ClientResult<AnyRuleId>[],
  context: ClientReportContext,
): Report {
  const { inconclusive, wasInterrupted = false, strict, must } = context;
  const { notes = [], fees, deliberate = [] } = context;
  const weighed = weigh(results, context);
  const conclusion = reachVerdict(weighed, { strict, must, inconclusive, wasInterrupted });
  const content = {
    subject: context.subject ?? 'client',
    target: maskAddresses(context.target),
    ...(context.passive ? { passive: true as const } : {}),
    summary: maskText(
      [...causeOf(results, conclusion), summaryOf(conclusion.summary, deliberate.length)].join(' '),
    ),
    ...(notes.length === 0 ? {} : { notes: notes.map((note) => maskText(note)) }),
    ...(fees && { fees }),
    ...(wasInterrupted ? { interrupted: true as const } : {}),
    requests: context.requests,
    choices: context.choices ?? {},
    rules: results.map((result) => toReportRule(result, weighed.suppressions.get(result.rule.id), context)),
    ...(deliberate.length === 0 ? {} : { deliberate: countByRule(deliberate) }),
  };

  return frameReport(content, context, weighed, conclusion);
}

/** Of a client that could not be judged: the mistakes for which its calls were refused. */
function causeOf(
  results: readonly ClientResult<AnyRuleId>[],
  { verdict, summary }: Pick<Report, 'verdict' | 'summary'>,
): readonly string[] {
  if (verdict !== 'inconclusive') return [];

  return results.flatMap(({ rule: { id, level }, outcome }) => {
    if (level !== 'should' || outcome.kind !== 'fail' || !id.startsWith('client-request/')) return [];
    if (summary.includes(`(${id})`)) return [];
    const status = outcome.steps.at(-1)?.response.status ?? 0;
    if (status < 400 || status > 499) return [];

    return [
      `A call was refused with ${status} that breaks ${id}: expected ${outcome.expected}, got ${outcome.got}.`,
    ];
  });
}

function summaryOf(summary: string, deliberate: number): string {
  if (deliberate === 0) return summary;

  return `${summary} Rules exempted ${count(deliberate, 'request')} with Tollgate-Deliberate.`;
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

/** A failure does not count if an unexpired waiver, or else the baseline, has the rule. */
function weigh(
  results: readonly ClientResult<AnyRuleId>[],
  { waivers = [], baseline, startedAt, passive }: ClientReportContext,
): Weighed {
  const today = dayOf(startedAt);
  const known = (baseline?.rules ?? []).filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');
  const suppressions = new Map<AnyRuleId, Suppression>();
  const outcomes = new Map<AnyRuleId, ClientOutcome['kind']>();
  for (const { rule, outcome } of results) {
    outcomes.set(rule.id, outcome.kind);
    if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') continue;
    const waiver = waivers.find((one) => one.rule === rule.id && today <= one.until);
    const before = known.find(({ id }) => id === rule.id);
    if (waiver !== undefined) suppressions.set(rule.id, { kind: 'waived', waiver });
    else if (before !== undefined)
      suppressions.set(rule.id, { kind: 'known', since: before.known?.since ?? baseline?.startedAt ?? '' });
  }

  return {
    results: results.map(({ rule: { id, level }, outcome }) => ({ id, level, outcome })),
    suppressions,
    outOfDate: waivers.flatMap((waiver) => {
      const kind = outcomes.get(waiver.rule);
      // Traffic of others may not show a failure each time.
      if (kind === 'pass' && waiver.fails === 'always' && passive !== true) return { kind: 'stale', waiver };
      const isJudged = kind === 'pass' || kind === 'fail' || kind === 'unstable';

      return isJudged && today > waiver.until ? { kind: 'expired', waiver } : [];
    }),
    unmatched: [],
    withoutShape: [],
    fixed: known
      .filter(({ id, outcome }) => outcome === 'fail' && outcomes.get(id) === 'pass')
      .map(({ id }) => id),
  };
}

function toReportRule(
  { rule, outcome, exercised, requests = 0, durationMs = 0 }: ClientResult<AnyRuleId>,
  suppression: Suppression | undefined,
  { address, isJournaled = false, must }: ClientReportContext,
): ReportRule {
  const { id, section, level, title } = rule;
  const head = {
    ...{ id, section, level, title },
    outcome: outcome.kind,
    reason: shortenSentence(maskText(explain(outcome))),
    ...{ exercised, requests },
    durationMs: Math.round(durationMs),
    ...toCounted(rule, { must }),
    ...toSuppression(suppression),
  };
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return head;
  const { expected, got, steps, replay } = outcome;

  return {
    ...head,
    counterexample: shortenCounterexample({
      ...{ expected: maskText(expected), got: maskText(got), case: {} },
      steps: steps.map((exchange) => ({
        ...toClientStep(exchange, typeof address === 'string' ? address : address(exchange)),
        ...(isJournaled ? { requestId: exchange.id } : {}),
      })),
    }),
    ...(replay === undefined ? {} : { replay }),
  };
}

function explain(outcome: ClientOutcome): string {
  if (!('steps' in outcome)) return reasonOf(outcome);
  const { often, expected, got } = outcome;

  return `${often === undefined ? '' : `${often}: `}expected ${expected}, got ${got}`;
}
