/**
 * Mutates the two test servers and runs the suite against each mutant. Fails where the suite passes a mutant that
 * `mutants/listed.yaml` does not list, finds a listed one, or lists one that is gone.
 */
import { parseArgs } from 'node:util';
import { judgeMutant, type Outcome } from './mutants/judge-mutant.ts';
import { LISTED, readListed } from './mutants/listed.ts';
import type { Mutant } from './mutants/mutant.ts';
import { mutantsOf, SUBJECTS } from './mutants/subjects.ts';

const { values } = parseArgs({
  options: {
    /** `FILE` or `FILE:LINE`. */
    only: { type: 'string', multiple: true },
    workers: { type: 'string', default: '2' },
    /** Prints every mutant, not only those that passed. */
    verbose: { type: 'boolean', default: false },
  },
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const listed = readListed();
const all = SUBJECTS.flatMap((subject) => mutantsOf(subject).map((mutant) => ({ subject, mutant })));
const { only } = values;
const selected = all.filter(
  ({ mutant: { path, line } }) =>
    only === undefined || only.includes(path) || only.includes(`${path}:${line}`),
);
for (const subject of SUBJECTS) {
  const outcome = await judgeMutant(subject, undefined);
  if (outcome.kind !== 'passed') throw new Error(`${subject.name} without a change: ${explain(outcome)}`);
}

const outcomes = new Map<Mutant, Outcome>();
const queue = selected.values();
await Promise.all(Array.from({ length: Number(values.workers) }, work));

const known = new Set(all.map(({ mutant }) => mutant.key));
const missed = selected.filter(({ mutant }) => !isFound(mutant) && !listed.has(mutant.key));
const stale = selected.filter(({ mutant }) => isFound(mutant) && listed.has(mutant.key));
const gone = [...listed.keys()].filter((key) => !known.has(key));
for (const { mutant } of missed) print(`missed: ${describe(mutant)}`);
for (const { mutant } of stale) print(`found, and listed in ${LISTED}: ${describe(mutant)}`);
for (const key of gone) print(`gone, and listed in ${LISTED}: ${key}`);
for (const subject of SUBJECTS) {
  const own = selected.filter((one) => one.subject === subject).map(({ mutant }) => mutant);
  const unusable = own.filter(isUnusable).length;
  const found = own.filter(isFound).length - unusable;
  const passable = own.filter((mutant) => !isFound(mutant) && listed.has(mutant.key)).length;
  const rest = own.length - found - unusable - passable;
  print(
    `${subject.name}: ${own.length} mutants, ${found} found, ${unusable} unusable, ${passable} listed, ${rest} missed`,
  );
}
process.exitCode = missed.length + stale.length + gone.length > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (const { subject, mutant } of queue) {
    const outcome = await judgeMutant(subject, mutant);
    outcomes.set(mutant, outcome);
    if (values.verbose || (!isFound(mutant) && !listed.has(mutant.key)))
      print(`${outcomes.size}/${selected.length} ${describe(mutant)}`);
    else if (outcomes.size % 50 === 0) print(`${outcomes.size}/${selected.length}`);
  }
}

function isFound(mutant: Mutant): boolean {
  return outcomes.get(mutant)?.kind === 'found' || isUnusable(mutant);
}

function isUnusable(mutant: Mutant): boolean {
  return outcomes.get(mutant)?.kind === 'unusable';
}

function describe(mutant: Mutant): string {
  const outcome = outcomes.get(mutant);

  return `${mutant.path}:${mutant.line} ${outcome === undefined ? '' : explain(outcome)}\n  ${mutant.key}`;
}

function explain(outcome: Outcome): string {
  if (outcome.kind === 'found') return `found by ${outcome.by}`;
  if (outcome.kind === 'unusable') return 'unusable: no valid request was accepted';

  return outcome.kind === 'undecided' ? `undecided: ${outcome.why}` : 'passed';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
