/** Derives the verdict of a run from the outcomes of its rules, with the exit code for a release gate. */
import { capitalize } from '../../src/text/words.ts';
import type { Report, Verdict } from '../report/report.ts';
import { NOT_SELECTED } from '../runner/outcome.ts';
import type { RunDescription } from './counting.ts';
import { uncovered } from './profile.ts';
import type { Acceptance, WeighedResult, WeighedRun } from './weigh.ts';

export interface Conclusion {
  readonly verdict: Verdict;
  /**
   * 0: conformant, or a run that only observed. 1: nonconformant, or a waiver is out of date. 3: inconclusive.
   * 4: tollgate itself failed.
   */
  readonly exitCode: Report['exitCode'];
  /** Why the verdict was reached. */
  readonly summary: string;
  /** The verdict without the disputed rules; absent where none that counts was judged. */
  readonly withoutDisputed?: Verdict;
}

interface VerdictOptions
  extends Pick<RunDescription, 'strict'>,
    Partial<Pick<RunDescription, 'must' | 'profile'>> {
  /** Why no rule could be judged, if so. */
  readonly inconclusive: string | undefined;
  readonly wasInterrupted?: boolean;
  /** The limit that stopped the requests, as a sentence without its full stop. */
  readonly limitReached?: string | undefined;
  /** That the run met several builds of the service, in a sentence. */
  readonly rebuilt?: string | undefined;
}

/** An out-of-date waiver changes the exit code, not the verdict. */
export function reachVerdict(
  { results, outOfDate, remarks }: WeighedRun,
  options: VerdictOptions,
): Conclusion {
  const { verdict, exitCode, summary } = conclude(results, options);
  const disputed = results.filter(
    ({ disputed: since, outcome, counts }) =>
      since !== undefined && outcome.cause !== 'not-selected' && counts,
  );
  const others = results.filter((result) => !disputed.includes(result));
  const withoutDisputed =
    disputed.length === 0 ? undefined : conclude(others, leavingOut(disputed, options)).verdict;
  const named = disputed.map(({ id, disputed: since }) => `${id} (disputed since ${since})`);

  return {
    verdict,
    exitCode: outOfDate.length > 0 && exitCode !== 4 ? 1 : exitCode,
    summary: [
      summary,
      ...describeWarnings(results),
      ...remarks,
      ...(verdict === 'conformant' ? describeUntried(results) : []),
      ...(withoutDisputed ? [`Without ${named.join(', ')} the verdict is ${withoutDisputed}.`] : []),
    ].join(' '),
    ...(withoutDisputed && { withoutDisputed }),
  };
}

/** As if these rules did not exist. A profile itself stays as it is. */
function leavingOut(disputed: Results, { profile, ...options }: VerdictOptions): VerdictOptions {
  const isLeft = (id: string) => !disputed.some((result) => result.id === id);
  const rules = new Map([...(profile?.rules ?? [])].filter(([id]) => isLeft(id)));

  return { ...options, profile: profile && { ...profile, rules } };
}

function conclude(
  results: Results,
  { strict, must, profile, inconclusive, rebuilt, wasInterrupted = false, limitReached }: VerdictOptions,
): Conclusion {
  const relevant = results.filter(({ counts }) => counts);
  const selected = relevant.filter(({ outcome }) => outcome.why !== NOT_SELECTED);
  const ofLevels = strict ? 'must and should rules' : must ? 'must rules and those of --must' : 'must rules';
  const rules = profile ? `rules of profile ${profile.label}` : ofLevels;
  const [failed, unstable, broken] = (['failed', 'unstable', 'broken'] as const).map((status) =>
    withStatus(results, status),
  ) as [Results, Results, Results];
  const passed = withStatus(relevant, 'passed');
  const end = (verdict: Verdict, exitCode: Conclusion['exitCode'], summary: string) =>
    ({ verdict, exitCode, summary }) as const;
  const open = (summary: string, exitCode: 0 | 3 | 4 = 3) => end('inconclusive', exitCode, summary);

  if (broken.length > 0) return open(`tollgate itself failed in ${list(broken)}.`, 4);
  if (rebuilt !== undefined)
    return open(failed.length === 0 ? rebuilt : `${rebuilt} Failed: ${list(failed)}.`);
  if (failed.length > 0) {
    const also = unstable.length === 0 ? '' : ` Undecided: ${listFirst(unstable, MOST_NAMED)}.`;
    const interrupted = wasInterrupted ? ' The run was interrupted.' : '';

    return end('nonconformant', 1, `Failed: ${list(failed)}.${also}${interrupted}`);
  }
  if (inconclusive !== undefined) return open(inconclusive);
  const numbers = `${passed.length} of ${selected.length} ${rules}`;
  const notCounted = describeNotCounted(relevant);
  if (wasInterrupted) {
    const unconfirmed = unstable.length === 0 ? '' : ` Failed, and not confirmed: ${list(unstable)}.`;

    return open(
      `The run was interrupted: ${numbers} had passed, none had failed${notCounted}.${unconfirmed}`,
    );
  }
  const cause = limitReached === undefined ? '' : `${capitalize(limitReached)}. `;
  const unfinished = (summary: string, exitCode?: 0) => open(cause + summary, exitCode);
  const all = results.filter(({ outcome }) => outcome.cause !== 'not-selected');
  const observed = withStatus(all, 'observed');
  if (observed.length > 0 && all.every(({ level }) => level === 'observe'))
    return unfinished(
      `Only observed: ${observed.length} of ${all.length} observations were made, and no rule was selected.`,
      0,
    );
  const undecided = relevant.filter(isUndecided);
  const gaps: ReadonlyMap<string, string> = profile ? uncovered(profile, results) : new Map();
  // Those that failed now and then come first: a long list is cut.
  const others = [...unstable, ...undecided.filter(({ status }) => status !== 'unstable')].filter(
    ({ id }) => !gaps.has(id),
  );
  if (undecided.length > 0 || gaps.size > 0)
    return unfinished(
      [
        ...(others.length > 0 ? [`Undecided: ${listFirst(others, MOST_NAMED)}.`] : []),
        ...(gaps.size > 0
          ? [`Not tested as profile ${profile?.label} requires: ${describeGaps(gaps)}.`]
          : []),
      ].join(' '),
    );
  if (passed.length > 0) return end('conformant', 0, `${numbers} passed, none failed${notCounted}.`);
  const excused = relevant.filter(({ accepted }) => accepted && !behind(accepted));
  if (excused.length > 0)
    return unfinished(
      `None of the ${selected.length} ${rules} passed; the failures do not count: ${list(excused)}.`,
    );
  const wasShouldTested = results.some(
    ({ level, outcome: { kind } }) => level === 'should' && (kind === 'pass' || kind === 'fail'),
  );
  const hint = wasShouldTested && !strict ? ' With --strict, should rules count as well.' : '';

  return unfinished(`None of the ${relevant.length} ${rules} was tested.${hint}`);
}

/** Undecided rules, and gaps of a profile, that a summary names. */
const MOST_NAMED = 5;

function describeGaps(gaps: ReturnType<typeof uncovered>): string {
  const named = [...gaps].slice(0, MOST_NAMED).map(([id, why]) => `${id} (${why})`);

  return `${gaps.size > MOST_NAMED ? `${gaps.size} rules, such as ` : ''}${named.join(', ')}`;
}

type Results = readonly WeighedResult[];

function withStatus(results: Results, status: WeighedResult['status']): Results {
  return results.filter((result) => result.status === status);
}

/** Whether the rule neither passed nor failed, and not because of the user's options or the deployment file. */
function isUndecided({ status, accepted, outcome: { kind, cause, unfinished } }: WeighedResult): boolean {
  if (unfinished !== undefined) return true;

  return !accepted && (status === 'unstable' || kind === 'blocked' || cause === 'not-judged');
}

/** Rules that do not count here, and were not tried. */
function describeUntried(results: Results): readonly string[] {
  const rules = results.filter(({ level }) => level !== 'observe');
  const untried = rules.filter(({ outcome }) => outcome.cause === 'effort' || outcome.cause === 'not-judged');

  return untried.length === 0
    ? []
    : [`Effort and limits of the run left out ${untried.length} of ${rules.length} rules.`];
}

/** Warnings that a summary names. */
const MOST_WARNINGS = 8;

function describeWarnings(results: Results): readonly string[] {
  const warnings = withStatus(results, 'warning');

  return warnings.length === 0
    ? []
    : [`Warnings, which do not count: ${listFirst(warnings, MOST_WARNINGS)}.`];
}

const NOT_COUNTED = {
  waived: 'waived',
  known: 'known from the baseline',
  blocked: 'blocked by a failure that does not count',
};

function describeNotCounted(results: Results): string {
  const parts = Object.entries(NOT_COUNTED).flatMap(([kind, text]) => {
    const rules = results.filter(
      ({ accepted = {} }) =>
        kind === (behind(accepted) ? 'blocked' : accepted.waived ? 'waived' : accepted.known && 'known'),
    );

    return rules.length === 0 ? [] : [`${rules.length} ${text} (${list(rules)})`];
  });

  return parts.length === 0 ? '' : `; not counted: ${parts.join(', ')}`;
}

/** The failed rule that blocks a rule. */
function behind({ waived, known }: Acceptance) {
  return (waived ?? known)?.by;
}

function listFirst(results: Results, most: number): string {
  const more = results.length > most ? `, and ${results.length - most} more` : '';

  return list(results.slice(0, most)) + more;
}

function list(results: Results): string {
  return results.map(({ id }) => id).join(', ');
}
