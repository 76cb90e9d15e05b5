/** The only file that runs fast-check: generates the scripts of a rule. */
import fc from 'fast-check';
import type { Rule } from '../../rule/rule.ts';
import type { Script } from '../../rule/script.ts';
import type { RunnerContext } from '../run-context.ts';

export interface Cases {
  /** The rule's own edge cases; one random case where it has none. */
  readonly probes: readonly Script[];
  /** Random cases, equal for the same seed. */
  readonly random: readonly Script[];
}

export function casesOf(rule: Rule, { contextFor, effort, seed }: RunnerContext): Cases {
  const context = contextFor(rule);
  const probes = rule.scripts(context).slice(0, effort.probes ?? rule.quickScripts ?? 1);
  const count = rule.triesSequences ? effort.sequences : effort.randomCases;
  const numRuns = probes.length === 0 ? Math.max(1, count) : count;
  if (rule.randomScripts === undefined || numRuns === 0) return { probes, random: [] };
  const random = fc.sample(rule.randomScripts(context), { seed: seedOf(rule.id, seed), numRuns });

  return probes.length > 0 ? { probes, random } : { probes: random.slice(0, 1), random: random.slice(1) };
}

/** A seed for each rule, so that a new rule does not change the cases of the others (FNV-1a). */
function seedOf(id: string, seed: number): number {
  let hash = 2166136261 ^ seed;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 16777619);

  return hash | 0;
}
