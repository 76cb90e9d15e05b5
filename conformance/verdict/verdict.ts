/** Derives the verdict of a run from the outcomes of its rules, with the exit code for a release gate. */
import type { Report, Verdict } from '../report/report.ts';
import { NOT_SELECTED } from '../runner/outcome.ts';
import type { RunDescription } from './counting.ts';
import { requirementOn, uncovered } from './profile.ts';
import type { WaiverResult, WeighedResult } from './waivers.ts';

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
  /** That the run met several builds of the service, in a sentence. */
  readonly rebuilt?: string | undefined;
}

/** An out-of-date waiver changes the exit code, not the verdict. */
export function reachVerdict(applied: WaiverResult, options: VerdictOptions): Conclusion {
  const { verdict, exitCode, summary } = conclude(applied, options);
  const disputed = applied.results.filter(
    (result) =>
      result.disputed !== undefined && result.outcome.cause !== 'not-selected' && countsIn(result, options),
  );
  const withoutDisputed =
    disputed.length === 0 ? undefined : conclude(...leavingOut(disputed, applied, options)).verdict;
  const hasOutOfDate = applied.outOfDate.length > 0 && exitCode !== 4;

  return {
    verdict,
    exitCode: hasOutOfDate ? 1 : exitCode,
    summary: [
      summary,
      ...describeWarnings(applied, options),
      ...describeWaivers(applied),
      ...(verdict === 'conformant' ? describeUntried(applied) : []),
      ...(withoutDisputed === undefined
        ? []
        : [
            `Without ${disputed.map(({ id, disputed: since }) => `${id} (disputed since ${since})`).join(', ')} the verdict is ${withoutDisputed}.`,
          ]),
    ].join(' '),
    ...(withoutDisputed && { withoutDisputed }),
  };
}

/** The same run as if these rules did not exist. A profile itself stays as it is. */
function leavingOut(
  disputed: Results,
  applied: WaiverResult,
  options: VerdictOptions,
): Parameters<typeof conclude> {
  const isLeft = (id: string) => !disputed.some((result) => result.id === id);
  const { profile } = options;

  return [
    { ...applied, results: applied.results.filter(({ id }) => isLeft(id)) },
    {
      ...options,
      profile: profile && { ...profile, rules: new Map([...profile.rules].filter(([id]) => isLeft(id))) },
    },
  ];
}

function conclude(
  { results, suppressions }: Pick<WaiverResult, 'results' | 'suppressions'>,
  options: VerdictOptions,
): Conclusion {
  const { strict, must, profile, inconclusive, rebuilt, wasInterrupted = false } = options;
  const relevant = results.filter((result) => countsIn(result, options));
  const counting = relevant.filter(({ id }) => !suppressions.has(id));
  const selected = relevant.filter(({ outcome }) => outcome.why !== NOT_SELECTED);
  const ofLevels = strict ? 'must and should rules' : must ? 'must rules and those of --must' : 'must rules';
  const rules = profile ? `rules of profile ${profile.label}` : ofLevels;
  const [passed, failed, unstable] = (['pass', 'fail', 'unstable'] as const).map((kind) =>
    ofKind(counting, kind),
  ) as [Results, Results, Results];
  const broken = ofKind(results, 'broken');
  const end = (verdict: Verdict, exitCode: Conclusion['exitCode'], summary: string) =>
    ({ verdict, exitCode, summary }) as const;
  const open = (summary: string, exitCode: 0 | 3 | 4 = 3) => end('inconclusive', exitCode, summary);

  if (broken.length > 0) return open(`tollgate itself failed in ${list(broken)}.`, 4);
  if (rebuilt !== undefined)
    return open(failed.length === 0 ? rebuilt : `${rebuilt} Failed: ${list(failed)}.`);
  if (failed.length > 0) {
    const also = unstable.length === 0 ? '' : ` Undecided: ${list(unstable)}.`;
    const interrupted = wasInterrupted ? ' The run was interrupted.' : '';

    return end('nonconformant', 1, `Failed: ${list(failed)}.${also}${interrupted}`);
  }
  if (inconclusive !== undefined) return open(inconclusive);
  const numbers = `${passed.length} of ${selected.length} ${rules}`;
  const notCounted = describeNotCounted(relevant, suppressions);
  if (wasInterrupted) {
    const unconfirmed = unstable.length === 0 ? '' : ` Failed, and not confirmed: ${list(unstable)}.`;

    return open(
      `The run was interrupted: ${numbers} had passed, none had failed${notCounted}.${unconfirmed}`,
    );
  }
  const all = results.filter(({ outcome }) => outcome.cause !== 'not-selected');
  const observed = ofKind(all, 'observed');
  if (observed.length > 0 && all.every(({ level }) => level === 'observe'))
    return open(
      `Only observed: ${observed.length} of ${all.length} observations were made, and no rule was selected.`,
      0,
    );
  const undecided = relevant.filter(
    (result) => result.outcome.unfinished !== undefined || (counting.includes(result) && isUndecided(result)),
  );
  const gaps: ReadonlyMap<string, string> = profile ? uncovered(profile, results) : new Map();
  const others = undecided.filter(({ id }) => !gaps.has(id));
  if (undecided.length > 0 || gaps.size > 0)
    return open(
      [
        ...(others.length > 0 ? [`Undecided: ${list(others)}.`] : []),
        ...(gaps.size > 0
          ? [`Not tested as profile ${profile?.label} requires: ${describeGaps(gaps)}.`]
          : []),
      ].join(' '),
    );
  if (passed.length > 0) return end('conformant', 0, `${numbers} passed, none failed${notCounted}.`);
  const suppressed = relevant.filter(({ id }) => suppressions.has(id) && !suppressions.get(id)?.by);
  if (suppressed.length > 0)
    return open(
      `None of the ${selected.length} ${rules} passed; the failures do not count: ${list(suppressed)}.`,
    );
  const wasShouldTested = results.some(
    ({ level, outcome: { kind } }) => level === 'should' && (kind === 'pass' || kind === 'fail'),
  );
  const hint = wasShouldTested && !strict ? ' With --strict, should rules count as well.' : '';

  return open(`None of the ${relevant.length} ${rules} was tested.${hint}`);
}

/** Gaps that a summary names. */
const MOST_GAPS = 5;

function describeGaps(gaps: ReturnType<typeof uncovered>): string {
  const named = [...gaps].slice(0, MOST_GAPS).map(([id, why]) => `${id} (${why})`);

  return `${gaps.size > MOST_GAPS ? `${gaps.size} rules, such as ` : ''}${named.join(', ')}`;
}

/** Whether a failure of the rule counts against the verdict. */
function countsIn(
  result: WeighedResult,
  { strict, must = () => false, profile }: Pick<VerdictOptions, 'strict' | 'must' | 'profile'>,
): boolean {
  if (profile !== undefined) return requirementOn(result, profile) !== undefined;
  const { id, level } = result;

  return level === 'must' || (level === 'should' && (strict || must(id)));
}

type Results = readonly WeighedResult[];

function ofKind(results: Results, kind: WeighedResult['outcome']['kind']): Results {
  return results.filter(({ outcome }) => outcome.kind === kind);
}

/** Whether the rule neither passed nor failed, and not because of the user's options or the deployment file. */
function isUndecided({ outcome: { kind, cause } }: WeighedResult): boolean {
  return kind === 'unstable' || kind === 'blocked' || cause === 'not-judged';
}

/** Rules that do not count here, and were not tried. */
function describeUntried({ results }: WaiverResult): readonly string[] {
  const rules = results.filter(({ level }) => level !== 'observe');
  const untried = rules.filter(({ outcome }) => outcome.cause === 'effort' || outcome.cause === 'not-judged');

  return untried.length === 0
    ? []
    : [`Effort and limits of the run left out ${untried.length} of ${rules.length} rules.`];
}

/** Warnings that a summary names. */
const MOST_WARNINGS = 8;

function describeWarnings(
  { results, suppressions }: WaiverResult,
  options: VerdictOptions,
): readonly string[] {
  const warnings = results.filter(
    (result) =>
      !countsIn(result, options) &&
      result.level !== 'observe' &&
      (result.outcome.kind === 'fail' || result.outcome.kind === 'unstable') &&
      !suppressions.has(result.id),
  );
  const more = warnings.length > MOST_WARNINGS ? `, and ${warnings.length - MOST_WARNINGS} more` : '';
  const named = list(warnings.slice(0, MOST_WARNINGS));

  return warnings.length === 0 ? [] : [`Warnings, which do not count: ${named}${more}.`];
}

const NOT_COUNTED = {
  waived: 'waived',
  known: 'known from the baseline',
  blocked: 'blocked by a failure that does not count',
};

function describeNotCounted(results: Results, suppressions: WaiverResult['suppressions']): string {
  const parts = Object.entries(NOT_COUNTED).flatMap(([kind, text]) => {
    const rules = results.filter(({ id }) => {
      const { by, kind: own } = suppressions.get(id) ?? {};

      return kind === (by === undefined ? own : 'blocked');
    });

    return rules.length === 0 ? [] : [`${rules.length} ${text} (${list(rules)})`];
  });

  return parts.length === 0 ? '' : `; not counted: ${parts.join(', ')}`;
}

function describeWaivers({ outOfDate, unmatched, withoutShape, fixed }: WaiverResult): readonly string[] {
  return [
    ...outOfDate.map(({ kind, waiver: { rule, shape, until } }) => {
      const which = `The waiver for ${rule}${shape === undefined ? '' : ` (${shape})`}`;
      if (kind === 'expired') return `${which} expired on ${until}: renew or remove it.`;

      return `${which} is stale because ${shape === undefined ? 'the rule passes' : 'this failure no longer occurs'}: remove it.`;
    }),
    ...unmatched.map(
      ({ waiver: { rule, shape }, suggestion }) =>
        `The waiver for ${rule} (${shape}) covers none of its failures. Did you mean shape: ${JSON.stringify(suggestion)}?`,
    ),
    ...withoutShape.map(({ waiver: { rule }, shapes }) => {
      const texts = shapes.map((shape) => JSON.stringify(shape)).join(', ');

      return shapes.length === 1
        ? `The waiver for ${rule} has no shape and would cover any other failure as well: add shape: ${texts}.`
        : `The waiver for ${rule} has no shape and covers none of ${shapes.length} failures: add those that you accept of shape: [${texts}].`;
    }),
    ...(fixed.length === 0 ? [] : [`Fixed since the baseline: ${fixed.join(', ')}.`]),
  ];
}

function list(results: Results): string {
  return results.map(({ id }) => id).join(', ');
}
