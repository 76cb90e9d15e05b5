/** What all outcomes come to: the verdict, and the exit code that a release gate goes by. */
import type { RuleResult } from './run/outcome.ts';

export type Verdict = 'conformant' | 'nonconformant' | 'inconclusive';

export interface Judgement {
  readonly verdict: Verdict;
  /** 0 conformant, 1 nonconformant, 3 inconclusive, 4 the tool itself broke. */
  readonly exitCode: 0 | 1 | 3 | 4;
  /** The verdict's ground in one sentence. */
  readonly why: string;
}

interface VerdictOptions {
  /** Counts a `should` as a `must`. */
  readonly strict: boolean;
  /** Why nothing could be judged, where that is so. */
  readonly inconclusive: string | undefined;
}

export function reachVerdict(
  results: readonly RuleResult[],
  { strict, inconclusive }: VerdictOptions,
): Judgement {
  const name = strict ? 'must and should rules' : 'must rules';
  const counting = results.filter(({ level }) => level === 'must' || (strict && level === 'should'));
  const broken = results.filter(({ outcome }) => outcome.kind === 'broken');
  const failed = counting.filter(({ outcome }) => outcome.kind === 'fail');
  const open = counting.filter(leavesOpen);
  const passed = counting.filter(({ outcome }) => outcome.kind === 'pass');

  if (broken.length > 0)
    return { verdict: 'inconclusive', exitCode: 4, why: `The tool itself broke in ${list(broken)}.` };
  if (failed.length > 0) return { verdict: 'nonconformant', exitCode: 1, why: `Failed: ${list(failed)}.` };
  if (inconclusive !== undefined) return { verdict: 'inconclusive', exitCode: 3, why: inconclusive };
  if (open.length > 0)
    return { verdict: 'inconclusive', exitCode: 3, why: `Could not be settled: ${list(open)}.` };
  if (passed.length === 0) {
    const hint =
      !strict && results.some(isJudgedShould) ? ' With --strict the should rules count as well.' : '';

    return {
      verdict: 'inconclusive',
      exitCode: 3,
      why: `None of the ${counting.length} ${name} was tested.${hint}`,
    };
  }

  return {
    verdict: 'conformant',
    exitCode: 0,
    why: `${passed.length} of ${counting.length} ${name} passed, none failed.`,
  };
}

/** Neither passed nor failed, and not for want of something that whoever runs the suite left out knowingly. */
function leavesOpen({ outcome }: RuleResult): boolean {
  switch (outcome.kind) {
    case 'unstable':
    case 'blocked':
      return true;
    case 'skipped':
      return outcome.cause === 'not-judged';
    case 'pass':
    case 'fail':
    case 'observed':
    case 'broken':
      return false;
  }
}

function isJudgedShould({ level, outcome }: RuleResult): boolean {
  return level === 'should' && (outcome.kind === 'pass' || outcome.kind === 'fail');
}

function list(results: readonly RuleResult[]): string {
  return results.map(({ id }) => id).join(', ');
}
