/** The options of all judges that say what counts against the verdict, and the run that they describe. */
import { readContract } from '../../src/contract/document.ts';
import type { Report } from '../report/report.ts';
import { mustSelection } from '../rule/selection.ts';
import { type GivenProfile, profileOf } from './profile.ts';
import type { Baseline, Waiver } from './read-accepted.ts';

/** What counts against the verdict, and what does not: the options that all judges share. */
export interface CountingOptions {
  /** Counts a should rule as a must. */
  readonly strict?: boolean;
  /** Patterns of should rules that count as a must, such as `sale/*`. */
  readonly must?: readonly string[];
  /** Accepted failures: `readWaivers` reads them from a file. */
  readonly waivers?: readonly Waiver[];
  /** The report of an earlier run, whose failures do not count: `readBaseline` reads one. */
  readonly baseline?: Baseline | undefined;
  /** A released profile with its modules, such as `2026-11+several`, that the verdict is about. */
  readonly profile?: string | undefined;
  readonly toolVersion?: string;
}

/** The run that a report is about. */
export type RunDescription = Readonly<ReturnType<typeof describeRun>>;

/** @throws SelectionError where a pattern of `must` matches no rule; ProfileError where the profile does not fit the run */
export function describeRun(
  subject: Report['subject'],
  given: CountingOptions &
    GivenProfile &
    Partial<Pick<Report, 'seed' | 'effort'>> & { readonly startedAt: Date },
  durationMs: number,
) {
  const { strict = false, must = [], waivers = [], baseline, toolVersion = '0.0.0' } = given;
  const { title, version } = readContract().info;
  const { seed = 0, effort = 'quick', startedAt } = given;

  return {
    ...{ contract: { title, version }, seed, effort, strict, durationMs },
    ...{ toolVersion, startedAt, waivers, baseline },
    /** The should rules that count as a must. */
    must: mustSelection(must, `${subject}s`),
    profile: profileOf(given, subject),
  };
}
