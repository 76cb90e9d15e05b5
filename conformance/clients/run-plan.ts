/** Runs a check: the baseline, then tolerance runs, then resilience runs; and joins their results. */
import type { Choices } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { readCall } from '../../src/exchange/call.ts';
import type { ObservedWorld } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import type { EffortName } from '../report/report.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import { NOT_SELECTED } from '../runner/outcome.ts';
import { NO_VARIATION, type StartMock, type Variation } from './client-mock.ts';
import type { ClientOutcome, ClientRuleResult } from './client-result.ts';
import { type ObservedClient, observeClient } from './observe-client.ts';
import { runScenarios } from './resilience/run-scenarios.ts';
import { RESILIENCE_RUNS } from './resilience/scenarios.ts';
import { type ClientRun, type RunClient, runClient } from './run-client.ts';
import { TOLERANCE_RUNS } from './tolerance/options.ts';
import { runTolerances } from './tolerance/run-tolerances.ts';

export interface PlanOptions {
  readonly startMock: StartMock;
  readonly run: RunClient;
  readonly effort: EffortName;
  readonly seed: number;
  readonly selects: (id: ClientRuleId) => boolean;
  /** The choices of the mock in every run, unless a tolerance run varies them. */
  readonly like: Choices;
  /** Of each run, in milliseconds. */
  readonly timeLimit: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onRun: ((run: number, what: string) => void) | undefined;
}

/** The passive rules of one run. */
interface Observer {
  readonly observed: ObservedClient;
  readonly variation: Variation;
}

export interface CheckResult {
  readonly results: readonly ClientRuleResult[];
  /** Why nothing but the baseline run was judged, if so. */
  readonly inconclusive: string | undefined;
  readonly wasInterrupted: boolean;
  readonly requests: number;
  readonly baseline: ClientRun;
  /** Exchanges that are exempt from rules by the header Tollgate-Deliberate. */
  readonly deliberate: ObservedClient['deliberate'];
}

/** Time limits in milliseconds: of the baseline run, and of later runs by its duration. */
const BASELINE_LIMIT = 600_000;
const LATER_LIMIT = { least: 60_000, factor: 3 };

export async function runPlan(options: PlanOptions): Promise<CheckResult> {
  const { startMock, run, effort, seed, selects, like, signal, onRun } = options;
  const observers: Observer[] = [];
  let runs = 0;
  let requests = 0;
  const runWith = async (what: string, variation: Variation, timeLimit: number, isObserved: boolean) => {
    const observe = ({ hasSeveralProcessors: severalProcessors }: ObservedWorld) => {
      const observed = observeClient({ source: 'mock', selects, severalProcessors });
      observers.push({ observed, variation });

      return (exchange: Exchange) => void observed.observe(exchange);
    };
    runs += 1;
    onRun?.(runs, what);
    const done = await runClient(
      { choices: { ...like, ...variation.choices }, faults: variation.faults },
      {
        startMock,
        run,
        seed,
        signal,
        timeLimit,
        ...(isObserved ? { observe } : {}),
      },
    );
    requests += done.exchanges.length + done.dropped;

    return done;
  };

  const baseline = await runWith('baseline', NO_VARIATION, options.timeLimit ?? BASELINE_LIMIT, true);
  const inconclusive = whyInconclusive(baseline, observers[0]?.observed);
  const isInterrupted = () => signal?.aborted === true;
  const later =
    options.timeLimit ??
    Math.max(LATER_LIMIT.least, LATER_LIMIT.factor * (baseline.endedAt - baseline.startedAt));
  const active: ClientRuleResult[] = [];
  if (inconclusive === undefined && !isInterrupted()) {
    const sets = TOLERANCE_RUNS[effort].map((set) => set.filter(({ rule }) => selects(rule)));
    active.push(
      ...(await runTolerances(sets, baseline, (varied, isMust) =>
        runWith('tolerance', varied, later, isMust),
      )),
    );
    if (!isInterrupted())
      active.push(
        ...(await runScenarios(RESILIENCE_RUNS[effort], baseline, {
          runWith: (varied) => runWith(describeScenario(varied, later), varied, later, false),
          selects,
        })),
      );
  }
  const findings = observers.flatMap(({ observed, variation }) =>
    observed.findings.map((found) => ({ ...found, variation })),
  );
  const ofRule = new Map(active.map((result) => [result.id, result]));

  return {
    results: CLIENT_RULES.map((rule) =>
      joinResults(rule, ofRule.get(rule.id), observers, {
        effort,
        selects,
        isInterrupted: isInterrupted(),
        inconclusive,
        findings,
      }),
    ),
    inconclusive,
    wasInterrupted: isInterrupted(),
    requests,
    baseline,
    deliberate: observers[0]?.observed.deliberate ?? [],
  };
}

/** A run without responses lasts as long as the client waits: its description says so, since it may look stuck. */
function describeScenario({ faults }: Variation, limit: number): string {
  return faults.some((fault) => /\bhang\b/.test(fault))
    ? `resilience: no response, up to ${Math.round(limit / 1000)} s`
    : 'resilience';
}

/** Why only single exchanges of the baseline run can be judged; undefined if the check can go on. */
function whyInconclusive(
  { passed, reason, exchanges, ending }: ClientRun,
  observed: ObservedClient | undefined,
): string | undefined {
  if (ending === 'interrupted') return undefined;
  if (!passed)
    return `${whyRefused(exchanges, observed)}The command ${reason} in the baseline run, against a mock without any fault: make it pass first.`;
  const fees = exchanges
    .map((exchange) => readCall(exchange))
    .filter((call) => call?.operation === 'calculateFee');
  if (fees.length === 0)
    return 'The command passed without a fee call: let it take the address from TOLLGATE_URL and the token from TOLLGATE_TOKEN.';
  if (!fees.some((call) => call?.outcome.kind === 'accepted'))
    return `The command passed, but none of its ${fees.length} fee calls was accepted: let it take the token from TOLLGATE_TOKEN, and see why the mock refuses them.`;

  return undefined;
}

/** The cause of a failed baseline run, if the mock refused a request: the rule that it breaks, else what the mock said. */
function whyRefused(exchanges: readonly Exchange[], observed: ObservedClient | undefined): string {
  const exempt = new Set(observed?.deliberate.map(({ exchange }) => exchange));
  const refused = exchanges.findIndex(
    (exchange) => readCall(exchange)?.outcome.kind === 'refused' && !exempt.has(exchange),
  );
  const exchange = exchanges[refused];
  if (exchange === undefined) return '';
  const { rule, finding } = observed?.findings.find((found) => found.exchange === exchange) ?? {};
  const said: unknown = parseJsonObject(exchange.response.body)?.['detail'];
  const because =
    rule === undefined || finding === undefined
      ? typeof said === 'string'
        ? `: ${said.replace(/\.$/, '')}`
        : ''
      : `: expected ${finding.expected}, got ${finding.got} (${rule.id})`;

  return `The mock refused request ${refused + 1} with status ${exchange.response.status}${because}. `;
}

interface Joining {
  readonly effort: EffortName;
  readonly selects: (id: ClientRuleId) => boolean;
  readonly isInterrupted: boolean;
  readonly inconclusive: string | undefined;
  /** Of all runs that passive rules observed. */
  readonly findings: readonly (ObservedClient['findings'][number] & { readonly variation: Variation })[];
}

/** A rule that judges both single exchanges and whole runs fails if either fails. */
function joinResults(
  { id, seenIn }: ClientRule,
  active: ClientRuleResult | undefined,
  observers: readonly Observer[],
  joining: Joining,
): ClientRuleResult {
  const { selects, findings } = joining;
  const exercised = observers.reduce((sum, { observed }) => sum + observed.exercised(id), 0);
  const base = {
    id,
    exercised: exercised + (active?.exercised ?? 0),
    requests: active?.requests ?? 0,
    durationMs: active?.durationMs ?? 0,
  };
  if (!selects(id))
    return { ...base, outcome: { kind: 'skipped', cause: 'not-selected', why: NOT_SELECTED } };
  const first = findings.find(({ rule }) => rule.id === id);
  if (first !== undefined && active?.outcome.kind !== 'fail') {
    const { finding, exchange, variation } = first;
    const { expected, got, related = [] } = finding;

    return {
      ...base,
      outcome: { kind: 'fail', expected, got, exchanges: [...related, exchange], variation },
    };
  }
  if (active !== undefined && active.outcome.kind !== 'skipped') return { ...base, outcome: active.outcome };
  if (id.startsWith('client-tolerance/') || id.startsWith('client-resilience/'))
    return { ...base, outcome: active?.outcome ?? whyNotRun(joining) };

  return exercised > 0
    ? { ...base, outcome: { kind: 'pass' } }
    : { ...base, outcome: { kind: 'skipped', cause: 'choice', why: whyNotShown(seenIn) } };
}

function whyNotShown(seenIn: string | undefined): string {
  return seenIn === undefined ? 'no request of the client shows it' : `seen only in ${seenIn}`;
}

function whyNotRun({ effort, isInterrupted, inconclusive }: Joining): ClientOutcome {
  if (isInterrupted) return { kind: 'skipped', cause: 'not-judged', why: 'the run was interrupted' };
  if (inconclusive !== undefined)
    return { kind: 'skipped', cause: 'not-judged', why: 'the baseline run says nothing' };

  return { kind: 'skipped', cause: 'effort', why: `the effort ${effort} does not try it` };
}
