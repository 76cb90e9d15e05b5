/** Reads `listed.yaml`: the mutants that the suite may pass, each with the reason. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const LISTED = 'build/mutants/listed.yaml';

interface Entry {
  readonly reason: string;
  /** Keys, as `check:mutants` prints them. */
  readonly mutants: readonly string[];
}

/** The reason of each key. */
export function readListed(text = readFileSync(LISTED, 'utf8')): ReadonlyMap<string, string> {
  const entries: readonly Entry[] = parse(text) ?? [];
  const pairs = entries.flatMap(({ reason, mutants }) => mutants.map((key) => [key, reason] as const));
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) !== index);
  if (twice !== undefined) throw new Error(`${LISTED}: expected each mutant once, got twice ${twice[0]}`);

  return new Map(pairs);
}
