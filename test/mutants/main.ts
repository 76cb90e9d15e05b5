/**
 * Mutates two test servers, and fails where the suite passes a listed mutant, or finds one that is listed as missed.
 * `--only FILE` takes the mutants of one file; `--verbose` prints every mutant.
 */
import { parseArgs } from 'node:util';
import { conform } from '../../conformance/index.ts';
import { type Mutant, mutantsOf, SUBJECTS, type Subject, startSubject } from './subjects.ts';

/** The longest run, in milliseconds. */
const LONGEST = 20_000;
const AT_ONCE = 2;

const { only, verbose } = parseArgs({
  options: { only: { type: 'string', multiple: true }, verbose: { type: 'boolean', default: false } },
}).values;

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

for (const subject of SUBJECTS) {
  const found = await judge(subject, undefined);
  if (found !== 'passed') throw new Error(`${subject.name} without a change: ${found}`);
}

const all = SUBJECTS.flatMap((subject) => mutantsOf(subject).map((mutant) => ({ subject, mutant })));
const selected = all.filter(({ mutant }) => only === undefined || only.includes(mutant.path));
let [judged, passed, unexpected] = [0, 0, 0];
const queue = selected.values();
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.stdout.write(`${judged} mutants, ${passed} of them not found, ${unexpected} results unexpected\n`);
process.exitCode = unexpected > 0 ? 1 : 0;

async function work(): Promise<void> {
  for (const { subject, mutant } of queue) {
    const found = await judge(subject, mutant);
    const { path, line, before, after, isMissed } = mutant;
    const isUnexpected = (found === 'passed') !== isMissed;
    judged++;
    if (found === 'passed') passed++;
    if (isUnexpected) unexpected++;
    const text = `${judged}/${selected.length} ${found}: ${path}: ${line} | ${before} => ${after}\n`;
    if (isUnexpected || verbose) process.stdout.write(text);
  }
}

/**
 * Runs the suite until a rule fails: first without prices, since few deployment files have them, then with prices.
 *
 * @returns `passed`, or how it was found: an inconclusive run passes no gate either
 */
async function judge(subject: Subject, mutant: Mutant | undefined): Promise<string> {
  for (const prices of ['', ' (with prices)']) {
    await using server = await startSubject(subject, mutant);
    if (server.deployment === undefined) return 'does not start';
    const { pricing: _, ...unpriced } = server.deployment;
    const failed = new AbortController();
    const { rules, verdict } = await conform({
      deployment: prices === '' ? unpriced : server.deployment,
      ...{ seed: 1, maxTimeMs: LONGEST, signal: failed.signal },
      onJudged: ({ outcome }) => outcome.kind === 'fail' && failed.abort(),
    });
    const broken = rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    if (broken.length > 0) return `found by ${broken.join(', ')}${prices}`;
    if (verdict !== 'conformant' && rules.every(({ outcome }) => outcome !== 'pass')) return 'unusable';
  }

  return 'passed';
}
