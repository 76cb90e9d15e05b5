/** Runs the suite against one mutant until a rule fails. */
import { conform, type Deployment, type ReportRule } from '../../conformance/index.ts';
import type { Mutant } from './mutant.ts';
import { type SUBJECTS, start } from './subjects.ts';

/** The longest run, in milliseconds. */
const LONGEST = 20_000;

export type Outcome =
  | { readonly kind: 'found'; readonly by: string }
  /** No valid request was accepted, so that the run ended inconclusive. */
  | { readonly kind: 'unusable' }
  /** The run was inconclusive though valid requests were accepted. */
  | { readonly kind: 'undecided'; readonly why: string }
  | { readonly kind: 'passed' };

/** First without prices, since few deployment files have them, then with prices. */
export async function judgeMutant(
  subject: (typeof SUBJECTS)[number],
  mutant: Mutant | undefined,
): Promise<Outcome> {
  let outcome: Outcome = { kind: 'passed' };
  for (const isPriced of [false, true]) {
    await using server = await start(subject, mutant);
    if (server.deployment === undefined) return { kind: 'found', by: 'does not start' };
    const { pricing: _, ...unpriced } = server.deployment;
    outcome = await judge(isPriced ? server.deployment : unpriced);
    if (outcome.kind === 'found')
      return isPriced ? { ...outcome, by: `${outcome.by} (with prices)` } : outcome;
  }

  return outcome;
}

async function judge(deployment: Deployment): Promise<Outcome> {
  const failed = new AbortController();
  const report = await conform({
    deployment,
    seed: 1,
    maxTimeMs: LONGEST,
    signal: failed.signal,
    onJudged: ({ outcome }) => {
      if (outcome.kind === 'fail') failed.abort();
    },
  });
  const rules = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  if (rules.length > 0) return { kind: 'found', by: rules.join(', ') };
  if (report.verdict === 'conformant') return { kind: 'passed' };
  if (report.rules.every(({ outcome }) => outcome !== 'pass')) return { kind: 'unusable' };

  return { kind: 'undecided', why: report.rules.find(isOpen)?.reason ?? report.verdict };
}

function isOpen({ level, outcome }: ReportRule): boolean {
  return level === 'must' && outcome !== 'pass';
}
