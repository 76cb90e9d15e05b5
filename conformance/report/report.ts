/** The report as data, schema version 1: what every reporter prints and what `replay` reads. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Latencies } from '../client/latencies.ts';
import type { EffortName } from '../run/effort.ts';
import type { Outcome, RuleResult } from '../run/outcome.ts';
import type { Judgement, Verdict } from '../verdict.ts';
import type { ReportCounterexample } from './counterexample.ts';

export interface ReportRule {
  readonly id: RuleId;
  readonly section: string;
  readonly level: RuleResult['level'];
  readonly title: string;
  readonly outcome: Outcome['kind'];
  /** Why the outcome is what it is; empty for a pass. */
  readonly reason: string;
  readonly exercised: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly counterexample?: ReportCounterexample;
  /** What kind of failure the counterexample shows, in words that do not depend on the seed: what a waiver names. */
  readonly shape?: string;
  /** Failures of other shapes. Those that count come first, the one of `counterexample` before all. */
  readonly otherFailures?: readonly OtherFailure[];
  /** The command that runs the counterexample again. */
  readonly replay?: string;
  /** Why the rule is not counted, where it was agreed that none of its failures is. */
  readonly waived?: Waived;
  /** Of a rule of which the baseline has every failure: it does not count. */
  readonly known?: Known;
}

/** A further way in which a rule failed. */
interface OtherFailure {
  readonly shape: string;
  /** Whether it was confirmed, or came and went. */
  readonly outcome: 'fail' | 'unstable';
  readonly reason: string;
  readonly counterexample: ReportCounterexample;
  readonly waived?: Waived;
  readonly known?: Known;
}

interface Waived {
  readonly reason: string;
  /** The last day on which it counts, such as 2027-01-31. */
  readonly until?: string;
  /** The rule that failed, where this one rests on it and was therefore not judged. */
  readonly by?: RuleId;
}

interface Known {
  /**
   * When the failure was first reported, as far as baselines tell.
   *
   * @format date-time
   */
  readonly since: string;
  /** The rule that failed, where this one rests on it and was therefore not judged. */
  readonly by?: RuleId;
}

/** A waiver that makes the exit code 1: its last day is over, or its failure is gone. */
interface OutOfDateWaiver {
  readonly kind: 'expired' | 'stale';
  readonly rule: RuleId;
  /** Left out where the waiver names none. */
  readonly shape?: string;
  readonly reason: string;
  readonly until: string;
}

/** The earlier run that this one was compared with. */
export interface Compared {
  readonly target: string;
  /** @format date-time */
  readonly startedAt: string;
  readonly effort: EffortName;
  readonly strict: boolean;
  /** What failed there and passes here. */
  readonly mended: readonly RuleId[];
}

export interface Report {
  readonly schema: 1;
  readonly tool: { readonly name: 'tollgate'; readonly version: string };
  readonly contract: { readonly title: string; readonly version: string };
  readonly target: string;
  /**
   * ISO 8601, in UTC.
   *
   * @format date-time
   */
  readonly startedAt: string;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly seed: number;
  readonly effort: EffortName;
  /** Whether a `should` counts as a `must`. */
  readonly strict: boolean;
  readonly verdict: Verdict;
  /** What the verdict comes to. The command ends with 130 or 143 where it was interrupted. */
  readonly exitCode: Judgement['exitCode'];
  /** The verdict's ground in one sentence. */
  readonly summary: string;
  /** Only of a run that was ended before its time. */
  readonly interrupted?: true;
  readonly requests: number;
  /** Left out where nothing was answered. */
  readonly latencies?: Latencies;
  /** Rules by outcome alone: a warning, and a failure that is waived or known, is a `fail` here as well. */
  readonly counts: Readonly<Record<Outcome['kind'], number>>;
  readonly choices: Readonly<Record<string, string>>;
  readonly rules: readonly ReportRule[];
  /** Left out where no waiver is. */
  readonly outOfDate?: readonly OutOfDateWaiver[];
  /** Left out where there is none. */
  readonly baseline?: Compared;
}
