/** The only file that runs fast-check: which cases a rule is tried on, and what counts as a case of it. */
import fc from 'fast-check';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Ground } from './ground.ts';

/** The rule's edge cases and then random ones; the same seed gives the same cases. */
export function casesOf(rule: Rule, words: Vocabulary, { effort, seed }: Ground): readonly unknown[] {
  const probes = rule.probes(words).slice(0, effort.probes ?? rule.quickProbes ?? 1);
  const random = rule.triesSequences ? effort.sequences : effort.randomCases;
  const numRuns = probes.length === 0 ? Math.max(1, random) : random;
  if (rule.given === undefined || numRuns === 0) return probes;

  return [...probes, ...fc.sample(rule.given(words), { seed: seedOf(rule.id, seed), numRuns })];
}

/** Tells whether the rule could have come up with a value itself, so that judging it says something. */
export function recogniserOf(rule: Rule, words: Vocabulary): (value: unknown) => boolean {
  const given = rule.given?.(words);

  return (value) => given?.canShrinkWithoutContext(value) ?? false;
}

/** A seed for each rule, so that adding one rule does not move the cases of another (FNV-1a). */
function seedOf(id: string, seed: number): number {
  let hash = 2166136261 ^ seed;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 16777619);

  return hash | 0;
}
