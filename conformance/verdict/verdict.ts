/** Derives the verdict of a run from the outcomes of its rules, with the exit code for a release gate. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Report, Verdict } from '../report/report.ts';
import type { Outcome, RuleResult, SkipCause } from '../runner/outcome.ts';
import type { Suppression, WaiverResult } from './waivers/apply-waivers.ts';

/** A rule with the part of its outcome that the verdict depends on. */
interface WeighedResult extends Pick<RuleResult, 'level'> {
  readonly id: AnyRuleId;
  readonly outcome: Pick<Outcome, 'kind'> & { readonly cause?: SkipCause; readonly unfinished?: string };
}

/** The results after waivers and baseline are applied. */
export interface Weighed extends Pick<WaiverResult, 'outOfDate' | 'unmatched' | 'withoutShape' | 'fixed'> {
  readonly results: readonly WeighedResult[];
  readonly suppressions: ReadonlyMap<AnyRuleId, Suppression>;
}

export interface Conclusion {
  readonly verdict: Verdict;
  /**
   * 0: conformant, or a run that only observed. 1: nonconformant, or a waiver is out of date. 3: inconclusive.
   * 4: tollgate itself failed.
   */
  readonly exitCode: Report['exitCode'];
  /** Why the verdict was reached. */
  readonly summary: string;
}

interface VerdictOptions {
  /** Whether a `should` counts as a `must`. */
  readonly strict: boolean;
  /** The `should` rules that count as a `must` all the same. */
  readonly must?: ((id: AnyRuleId) => boolean) | undefined;
  /** Why no rule could be judged, if so. */
  readonly inconclusive: string | undefined;
  readonly wasInterrupted?: boolean;
}

/** An out-of-date waiver changes the exit code, not the verdict. */
export function reachVerdict(applied: Weighed, options: VerdictOptions): Conclusion {
  const { verdict, exitCode, summary } = conclude(applied, options);
  const hasOutOfDate = applied.outOfDate.length > 0 && exitCode !== 4;

  return {
    verdict,
    exitCode: hasOutOfDate ? 1 : exitCode,
    summary: [summary, ...describeWarnings(applied, options), ...describeWaivers(applied)].join(' '),
  };
}

function conclude({ results, suppressions }: Weighed, options: VerdictOptions): Conclusion {
  const { strict, must, inconclusive, wasInterrupted = false } = options;
  const rules = strict ? 'must and should rules' : must ? 'must rules and those of --must' : 'must rules';
  const relevant = results.filter((result) => countsIn(result, options));
  const counting = relevant.filter(({ id }) => !suppressions.has(id));
  const notCounted = describeNotCounted(relevant, suppressions);
  const passed = ofKind(counting, 'pass');
  const failed = ofKind(counting, 'fail');
  const broken = ofKind(results, 'broken');
  const undecided = relevant.filter(
    (result) => isUnfinished(result) || (counting.includes(result) && isUndecided(result)),
  );

  if (broken.length > 0)
    return { verdict: 'inconclusive', exitCode: 4, summary: `tollgate itself failed in ${list(broken)}.` };
  if (failed.length > 0) {
    const interrupted = wasInterrupted ? ' The run was interrupted.' : '';
    const unstable = ofKind(counting, 'unstable');
    const open = unstable.length === 0 ? '' : ` Undecided: ${list(unstable)}.`;

    return {
      verdict: 'nonconformant',
      exitCode: 1,
      summary: `Failed: ${list(failed)}.${open}${interrupted}`,
    };
  }
  const inconclusiveBecause = (summary: string): Conclusion => ({
    verdict: 'inconclusive',
    exitCode: 3,
    summary,
  });
  if (inconclusive !== undefined) return inconclusiveBecause(inconclusive);
  if (wasInterrupted) {
    const unstable = ofKind(counting, 'unstable');
    const unconfirmed = unstable.length === 0 ? '' : ` Failed, and not confirmed: ${list(unstable)}.`;

    return inconclusiveBecause(
      `The run was interrupted: ${passed.length} of ${relevant.length} ${rules} had passed, none had failed${notCounted}.${unconfirmed}`,
    );
  }
  const selected = results.filter(
    ({ outcome }) => outcome.kind !== 'skipped' || outcome.cause !== 'not-selected',
  );
  const observed = ofKind(selected, 'observed');
  if (observed.length > 0 && selected.every(({ level }) => level === 'observe'))
    return {
      ...inconclusiveBecause(
        `Only observed: ${observed.length} of ${selected.length} observations were made, and no rule was selected.`,
      ),
      exitCode: 0,
    };
  if (undecided.length > 0) return inconclusiveBecause(`Undecided: ${list(undecided)}.`);
  if (passed.length > 0)
    return {
      verdict: 'conformant',
      exitCode: 0,
      summary: `${passed.length} of ${relevant.length} ${rules} passed, none failed${notCounted}.`,
    };
  const suppressed = relevant.filter(({ id }) => suppressions.has(id) && !suppressions.get(id)?.by);
  if (suppressed.length > 0)
    return inconclusiveBecause(
      `None of the ${relevant.length} ${rules} passed; the failures do not count: ${list(suppressed)}.`,
    );
  const wasShouldTested = results.some(
    ({ level, outcome: { kind } }) => level === 'should' && (kind === 'pass' || kind === 'fail'),
  );
  const hint = wasShouldTested && !strict ? ' With --strict, should rules count as well.' : '';

  return inconclusiveBecause(`None of the ${relevant.length} ${rules} was tested.${hint}`);
}

/** Whether a failure of the rule counts against the verdict. */
function countsIn(
  { id, level }: Pick<WeighedResult, 'id' | 'level'>,
  { strict, must = () => false }: Pick<VerdictOptions, 'strict' | 'must'>,
): boolean {
  return level === 'must' || (level === 'should' && (strict || must(id)));
}

/** Warnings that a summary names. */
const MOST_WARNINGS = 8;

function describeWarnings({ results, suppressions }: Weighed, options: VerdictOptions): readonly string[] {
  const warnings = results.filter(
    (result) =>
      !countsIn(result, options) &&
      result.level === 'should' &&
      (result.outcome.kind === 'fail' || result.outcome.kind === 'unstable') &&
      !suppressions.has(result.id),
  );
  if (warnings.length === 0) return [];
  const more = warnings.length - MOST_WARNINGS;

  return [
    `Warnings, which do not count: ${list(warnings.slice(0, MOST_WARNINGS))}${more > 0 ? `, and ${more} more` : ''}.`,
  ];
}

function ofKind(
  results: readonly WeighedResult[],
  kind: WeighedResult['outcome']['kind'],
): readonly WeighedResult[] {
  return results.filter(({ outcome }) => outcome.kind === kind);
}

/** Whether the run stopped after an accepted failure: another one that counts may be undetected. */
function isUnfinished({ outcome }: WeighedResult): boolean {
  return (outcome.kind === 'fail' || outcome.kind === 'unstable') && outcome.unfinished !== undefined;
}

/** Whether the rule neither passed nor failed, and not because of the user's options or the deployment file. */
function isUndecided({ outcome }: WeighedResult): boolean {
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

function describeNotCounted(
  results: readonly WeighedResult[],
  suppressions: Weighed['suppressions'],
): string {
  const groups = Map.groupBy(results, ({ id }) => {
    const { kind, by } = suppressions.get(id) ?? {};

    return by === undefined ? kind : 'blocked';
  });
  const describe = (kind: 'waived' | 'known' | 'blocked', text: string) => {
    const rules = groups.get(kind);

    return rules === undefined ? [] : [`${rules.length} ${text} (${list(rules)})`];
  };
  const parts = [
    ...describe('waived', 'waived'),
    ...describe('known', 'known from the baseline'),
    ...describe('blocked', 'blocked by a failure that does not count'),
  ];

  return parts.length === 0 ? '' : `; not counted: ${parts.join(', ')}`;
}

function describeWaivers({ outOfDate, unmatched, withoutShape, fixed }: Weighed): readonly string[] {
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

function list(results: readonly WeighedResult[]): string {
  return results.map(({ id }) => id).join(', ');
}
