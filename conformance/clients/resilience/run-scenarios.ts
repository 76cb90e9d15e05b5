/** Runs the client with one fault at a time, and judges what it sends. A failure of a must rule has to repeat. */
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import { CLIENT_RULES } from '../../rules/client-rules.ts';
import type { Variation } from '../client-mock.ts';
import { addRun, type ClientOutcome, type ClientRuleResult } from '../client-result.ts';
import type { ClientRun } from '../run-client.ts';
import { type Judgement, observeRun } from './judgement.ts';
import type { RuleJudge, Scenario, ScenarioRuleId } from './scenarios.ts';

export async function runScenarios(
  scenarios: readonly Scenario[],
  baseline: ClientRun,
  { runWith, selects }: ScenarioOptions,
): Promise<readonly ClientRuleResult[]> {
  const results = new Map<ScenarioRuleId, ClientRuleResult>();
  let goesOn = false;
  for (const scenario of scenarios) {
    const judges = scenario.judges.filter(
      ({ rule }) => selects(rule) && results.get(rule)?.outcome.kind !== 'fail',
    );
    const variation = variationOf(scenario, baseline);
    if (judges.length === 0 || variation === undefined) continue;
    if (scenario.isSilent && results.get('client-resilience/gives-up')?.outcome.kind === 'fail') continue;
    const run = await runWith(variation);
    if (run.ending === 'interrupted') break;
    for (const one of judges) {
      const { rule: id, trustedBy = id } = one;
      const held = results.get(trustedBy)?.outcome.kind === 'pass';
      const judgement = one.judge(withoutExempt(run, id), baseline);
      if (judgement.kind === 'violation') goesOn ||= judgement.doubt?.isCertain === true;
      const isTrusted = held && !goesOn;
      const outcome = await toOutcome(one, judgement, { baseline, variation, runWith, isTrusted });
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

/** Undefined where the baseline run lacks what the scenario varies. */
function variationOf({ choices, faults }: Scenario, baseline: ClientRun): Variation | undefined {
  if (typeof faults !== 'function') return { choices, faults };
  const adapted = faults(baseline);

  return adapted === undefined ? undefined : { choices, faults: adapted };
}

interface JudgeContext {
  readonly baseline: ClientRun;
  readonly variation: Variation;
  readonly runWith: (variation: Variation) => Promise<ClientRun>;
  /** Whether the rule held under an earlier fault, which shows that the client does not always behave in this way. */
  readonly isTrusted: boolean;
}

async function toOutcome(
  { rule, judge }: RuleJudge,
  judgement: Judgement,
  { baseline, variation, runWith, isTrusted }: JudgeContext,
): Promise<ClientOutcome> {
  if (judgement.kind === 'holds') return { kind: 'pass' };
  if (judgement.kind === 'not-judged') return { kind: 'skipped', cause: 'choice', why: judgement.why };
  const { expected, got, exchanges, doubt } = judgement;
  if (doubt !== undefined && !isTrusted) return { kind: 'skipped', cause: 'choice', why: doubt.why };
  const failure = { expected, got, exchanges, variation };
  if (CLIENT_RULES.find(({ id }) => id === rule)?.level !== 'must') return { ...failure, kind: 'fail' };
  const again = judge(withoutExempt(await runWith(variation), rule), baseline);

  return again.kind === 'violation'
    ? { ...failure, kind: 'fail' }
    : { ...failure, kind: 'unstable', often: { failed: 1, attempts: 2 } };
}

/** The run without requests that a test breaks on purpose, as the header Tollgate-Deliberate says. */
function withoutExempt(run: ClientRun, id: ScenarioRuleId): ClientRun {
  const observed = observeRun(run.exchanges, () => false);
  const exempt = new Set(
    observed.deliberate.filter(({ rules }) => rules.includes(id)).map(({ exchange }) => exchange),
  );

  return { ...run, exchanges: run.exchanges.filter((exchange) => !exempt.has(exchange)) };
}
