/** Runs the client with one fault at a time, and judges what it sends. A failure of a must rule has to repeat. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import { CLIENT_RULES } from '../../rules/client-rules.ts';
import type { Variation } from '../client-mock.ts';
import { addRun, type ClientOutcome, type ClientRuleResult } from '../client-result.ts';
import { observeClient } from '../observe-client.ts';
import type { ClientRun } from '../run-client.ts';
import type { RuleJudge, Scenario, ScenarioRuleId } from './scenarios.ts';

export async function runScenarios(
  scenarios: readonly Scenario[],
  baseline: ClientRun,
  { runWith, selects }: ScenarioOptions,
): Promise<readonly ClientRuleResult[]> {
  const results = new Map<ScenarioRuleId, ClientRuleResult>();
  for (const scenario of scenarios) {
    const judges = scenario.judges.filter(
      ({ rule }) => selects(rule) && results.get(rule)?.outcome.kind !== 'fail',
    );
    if (judges.length === 0) continue;
    const run = await runWith(scenario);
    if (run.ending === 'interrupted') break;
    for (const one of judges) {
      const { rule: id, trustedBy = id } = one;
      const held = results.get(trustedBy)?.outcome.kind === 'pass';
      const outcome = await judge(one, run, { baseline, scenario, runWith, held });
      const exercised = outcome.kind === 'skipped' ? 0 : run.exchanges.length;
      results.set(id, addRun(results.get(id), { id, outcome, exercised, run }));
    }
  }

  return [...results.values()];
}

interface ScenarioOptions {
  readonly runWith: (variation: Variation) => Promise<ClientRun>;
  readonly selects: (id: ClientRuleId) => boolean;
}

interface JudgeContext {
  readonly baseline: ClientRun;
  readonly scenario: Scenario;
  readonly runWith: (variation: Variation) => Promise<ClientRun>;
  /** Whether the rule held under an earlier fault: then the client does not do so in any case. */
  readonly held: boolean;
}

async function judge(
  { rule, judge }: RuleJudge,
  run: ClientRun,
  { baseline, scenario, runWith, held }: JudgeContext,
): Promise<ClientOutcome> {
  const judgement = judge(withoutExempt(run, rule), baseline);
  if (judgement.kind === 'holds') return { kind: 'pass' };
  if (judgement.kind === 'not-judged') return { kind: 'skipped', cause: 'choice', why: judgement.why };
  const { expected, got, exchanges, doubt } = judgement;
  if (doubt !== undefined && !held) return { kind: 'skipped', cause: 'choice', why: doubt };
  const variation = { choices: scenario.choices, faults: scenario.faults };
  const failure = { expected, got, exchanges, variation };
  if (CLIENT_RULES.find(({ id }) => id === rule)?.level !== 'must') return { ...failure, kind: 'fail' };
  const again = judge(withoutExempt(await runWith(scenario), rule), baseline);

  return again.kind === 'violation'
    ? { ...failure, kind: 'fail' }
    : { ...failure, kind: 'unstable', often: { failed: 1, attempts: 2 } };
}

/** The run without requests that a test breaks on purpose, as the header Tollgate-Deliberate says. */
function withoutExempt(run: ClientRun, id: ScenarioRuleId): ClientRun {
  const observed = observeClient({ source: 'mock', selects: () => false });
  for (const exchange of run.exchanges) observed.observe(exchange);
  const exempt = new Set(
    observed.deliberate.filter(({ rules }) => rules.includes(id)).map(({ exchange }) => exchange),
  );

  return { ...run, exchanges: run.exchanges.filter((exchange) => !exempt.has(exchange)) };
}
