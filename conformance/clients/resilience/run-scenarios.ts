/** Runs the client with one fault at a time, and judges what it sends. A failure of a must rule has to repeat. */
import { CLIENT_RULES } from '../../rules/client-rules.ts';
import type { Variation } from '../client-mock.ts';
import { addRun, type ClientOutcome, type ClientRuleResult } from '../client-result.ts';
import { observeClient } from '../observe-client.ts';
import type { ClientRun } from '../run-client.ts';
import type { ResilienceRuleId, Scenario } from './scenarios.ts';

export async function runScenarios(
  scenarios: readonly Scenario[],
  baseline: ClientRun,
  runWith: (variation: Variation) => Promise<ClientRun>,
): Promise<readonly ClientRuleResult[]> {
  const results = new Map<ResilienceRuleId, ClientRuleResult>();
  for (const scenario of scenarios) {
    const earlier = results.get(scenario.rule);
    if (earlier?.outcome.kind === 'fail') continue;
    const run = await runWith(scenario);
    if (run.ending === 'interrupted') break;
    const outcome = await judge(scenario, run, { baseline, runWith, held: earlier?.outcome.kind === 'pass' });
    const exercised = outcome.kind === 'skipped' ? 0 : run.exchanges.length;
    results.set(scenario.rule, addRun(earlier, { id: scenario.rule, outcome, exercised, run }));
  }

  return [...results.values()];
}

interface JudgeContext {
  readonly baseline: ClientRun;
  readonly runWith: (variation: Variation) => Promise<ClientRun>;
  /** Whether the rule held under an earlier fault: then the client does not do so in any case. */
  readonly held: boolean;
}

async function judge(
  scenario: Scenario,
  run: ClientRun,
  { baseline, runWith, held }: JudgeContext,
): Promise<ClientOutcome> {
  const judgement = scenario.judge(withoutExempt(run, scenario.rule), baseline);
  if (judgement.kind === 'holds') return { kind: 'pass' };
  if (judgement.kind === 'not-judged') return { kind: 'skipped', cause: 'choice', why: judgement.why };
  const { expected, got, exchanges, doubt } = judgement;
  if (doubt !== undefined && !held) return { kind: 'skipped', cause: 'choice', why: doubt };
  const variation = { choices: scenario.choices, faults: scenario.faults };
  const failure = { expected, got, exchanges, variation };
  if (CLIENT_RULES.find(({ id }) => id === scenario.rule)?.level !== 'must')
    return { ...failure, kind: 'fail' };
  const again = scenario.judge(withoutExempt(await runWith(scenario), scenario.rule), baseline);

  return again.kind === 'violation'
    ? { ...failure, kind: 'fail' }
    : { ...failure, kind: 'unstable', often: { failed: 1, attempts: 2 } };
}

/** The run without requests that a test breaks on purpose, as the header Tollgate-Deliberate says. */
function withoutExempt(run: ClientRun, id: ResilienceRuleId): ClientRun {
  const observed = observeClient({ source: 'mock', selects: () => false });
  for (const exchange of run.exchanges) observed.observe(exchange);
  const exempt = new Set(
    observed.deliberate.filter(({ rules }) => rules.includes(id)).map(({ exchange }) => exchange),
  );

  return { ...run, exchanges: run.exchanges.filter((exchange) => !exempt.has(exchange)) };
}
