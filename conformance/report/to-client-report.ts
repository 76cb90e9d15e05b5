/** Converts outcomes of rules on recorded exchanges to a report: waivers, verdict, masked steps with curl commands. */
import type { AnyRuleId, ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { dayOf } from '../../src/engine/day.ts';
import { maskAddresses, maskText } from '../../src/text/mask.ts';
import type { Exchange } from '../../src/traffic/exchange.ts';
import type { SkipCause } from '../runner/outcome.ts';
import { reachVerdict, type Weighed } from '../verdict/verdict.ts';
import type { Suppression } from '../verdict/waivers/apply-waivers.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { toClientStep } from './client-steps.ts';
import { shortenCounterexample, shortenSentence } from './counterexample.ts';
import type { Report, ReportRule } from './report.ts';

/** What a client did wrong, with the exchanges that show it. */
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
  /** `omitted` says what was not tried. */
  | { readonly kind: 'pass'; readonly omitted?: string }
  | ClientFailure
  | { readonly kind: 'skipped'; readonly cause: SkipCause; readonly why: string }
  | { readonly kind: 'observed'; readonly option: string }
  | { readonly kind: 'broken'; readonly fault: string };

/** The outcome of a rule on clients, or of another where exchanges that were not sent by the suite are judged. */
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

export interface ClientReportContext
  extends Pick<Report, 'contract' | 'seed' | 'effort' | 'strict' | 'passive'> {
  /** Whose rules were judged; `client` by default. */
  readonly subject?: Report['subject'];
  /** Whether steps name their Request-Id: the exchanges are in a journal. They differ from run to run. */
  readonly isJournaled?: boolean | undefined;
  /** What was judged, such as the command of the client. */
  readonly target: string;
  /** The address that the client called, without the paths of the operations; for the curl commands. */
  readonly address: string | ((exchange: Exchange) => string);
  readonly toolVersion: string;
  readonly startedAt: Date;
  /** In milliseconds. */
  readonly durationMs: number;
  /** Of all runs. */
  readonly requests: number;
  /** Requests with the header Tollgate-Deliberate, which rules did not judge. */
  readonly deliberate?: readonly { readonly rules: readonly AnyRuleId[] }[];
  /** What the service chose where the document is silent. */
  readonly choices?: Readonly<Record<string, string>>;
  /** What the verdict leaves open, in sentences. */
  readonly notes?: readonly string[];
  /** Why the client could not be judged, if so. Failures of must rules stand all the same. */
  readonly inconclusive?: string | undefined;
  readonly wasInterrupted?: boolean;
  /** A waiver of a client rule accepts every failure of the rule. */
  readonly waivers?: readonly Waiver[];
  readonly baseline?: Report | undefined;
}

export function toClientReport(
  results: readonly ClientResult<AnyRuleId>[],
  context: ClientReportContext,
): Report {
  const { inconclusive, wasInterrupted = false, strict, baseline, startedAt, notes = [] } = context;
  const weighed = weigh(results, context);
  const conclusion = reachVerdict(weighed, { strict, inconclusive, wasInterrupted });
  const counts = { pass: 0, fail: 0, unstable: 0, blocked: 0, skipped: 0, observed: 0, broken: 0 };
  for (const { outcome } of results) counts[outcome.kind]++;

  return {
    schema: 1,
    tool: { name: 'tollgate', version: context.toolVersion },
    contract: context.contract,
    subject: context.subject ?? 'client',
    target: maskAddresses(context.target),
    ...(context.passive ? { passive: true } : {}),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(context.durationMs),
    seed: context.seed,
    effort: context.effort,
    strict,
    verdict: conclusion.verdict,
    exitCode: conclusion.exitCode,
    summary: maskText(summaryOf(conclusion.summary, context)),
    ...(notes.length === 0 ? {} : { notes: notes.map((note) => maskText(note)) }),
    ...(wasInterrupted ? { interrupted: true } : {}),
    requests: context.requests,
    counts,
    choices: context.choices ?? {},
    rules: results.map((result) => toReportRule(result, weighed.suppressions.get(result.rule.id), context)),
    ...toDeliberate(context),
    ...(weighed.outOfDate.length === 0
      ? {}
      : {
          outOfDate: weighed.outOfDate.map(({ kind, waiver: { rule, reason, until } }) => ({
            ...{ kind, rule, reason, until },
          })),
        }),
    ...(baseline === undefined
      ? {}
      : {
          baseline: {
            target: baseline.target,
            startedAt: baseline.startedAt,
            effort: baseline.effort,
            strict: baseline.strict,
            mended: weighed.fixed,
          },
        }),
  };
}

function summaryOf(summary: string, { deliberate = [] }: ClientReportContext): string {
  if (deliberate.length === 0) return summary;
  const requests = deliberate.length === 1 ? '1 request' : `${deliberate.length} requests`;

  return `${summary} Rules exempted ${requests} with Tollgate-Deliberate.`;
}

function toDeliberate({ deliberate = [] }: ClientReportContext): Pick<Report, 'deliberate'> {
  if (deliberate.length === 0) return {};
  const rules = Map.groupBy(
    deliberate.flatMap((request) => request.rules),
    (rule) => rule,
  );

  return { deliberate: [...rules].map(([rule, { length }]) => ({ rule, requests: length })) };
}

/** A failure does not count where a waiver that has not expired, or else the baseline, has the rule. */
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
      // What others happen to send may not show a failure each time.
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
  { address, isJournaled = false }: ClientReportContext,
): ReportRule {
  const { id, section, level, title } = rule;
  const head = {
    ...{ id, section, level, title },
    outcome: outcome.kind,
    reason: shortenSentence(maskText(reasonOf(outcome))),
    ...{ exercised, requests },
    durationMs: Math.round(durationMs),
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

function reasonOf(outcome: ClientOutcome): string {
  switch (outcome.kind) {
    case 'pass':
      return outcome.omitted ?? '';
    case 'fail':
    case 'unstable': {
      const often = outcome.often === undefined ? '' : `${outcome.often}: `;

      return `${often}expected ${outcome.expected}, got ${outcome.got}`;
    }
    case 'skipped':
      return outcome.why;
    case 'observed':
      return outcome.option;
    case 'broken':
      return outcome.fault;
  }
}

function toSuppression(suppression: Suppression | undefined): Pick<ReportRule, 'waived' | 'known'> {
  switch (suppression?.kind) {
    case undefined:
      return {};
    case 'known':
      return { known: { since: suppression.since } };
    case 'waived':
      return { waived: { reason: suppression.waiver.reason, until: suppression.waiver.until } };
  }
}
