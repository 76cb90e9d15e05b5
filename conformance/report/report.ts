/** The report as data, schema version 1: what reporters print, and what `replay` and `--baseline` read. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';

/** The kinds of report. */
export const REPORT_KINDS = ['text', 'json', 'junit', 'sarif', 'html', 'markdown', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** The kinds for comparisons of reports. */
export const COMPARISON_KINDS: readonly ReportKind[] = ['text', 'json', 'markdown', 'html'];

export type Verdict = 'conformant' | 'nonconformant' | 'inconclusive';

export type EffortName = 'quick' | 'standard' | 'deep';

/** Response times of a run in milliseconds. */
export interface Latencies {
  readonly answered: number;
  /** Requests without a response; no other number here includes them. */
  readonly unanswered: number;
  /** The median. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** A histogram: each bucket counts the responses above the bound of the previous one. Empty ends are left out. */
  readonly buckets: readonly LatencyBucket[];
}

interface LatencyBucket {
  readonly upTo: number;
  readonly answers: number;
}

export interface ReportStep {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Empty for GET, which sends its fields in the query. A very long body is shortened here, and complete in `curl`. */
    readonly body: string;
  };
  readonly response:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | { readonly none: string; readonly detail: string };
  readonly curl: string;
  /** The Request-Id, by which a mock or proxy that still runs finds the exchange in its journal; absent from other reports. */
  readonly requestId?: string;
}

export interface ReportCounterexample {
  readonly expected: string;
  readonly got: string;
  /** The case itself, which `replay` runs again. */
  readonly case: unknown;
  /** Present if the failure occurs only where all steps are sent over one connection, as the last `curl` sends them. */
  readonly connection?: 'one';
  readonly steps: readonly ReportStep[];
}

interface Waived {
  readonly reason: string;
  /** The last day on which the waiver applies, such as 2027-01-31. */
  readonly until?: string;
  /** The waived rule that this rule depends on, and that kept it from being tested. */
  readonly by?: AnyRuleId;
}

interface KnownSince {
  /**
   * When the failure was first reported, according to the baselines.
   *
   * @format date-time
   */
  readonly since: string;
  /** The known failure that this rule depends on, and that kept it from being tested. */
  readonly by?: AnyRuleId;
}

/** Another way in which the rule failed. */
interface OtherFailure {
  readonly shape: string;
  /** `fail` if confirmed, `unstable` if it did not repeat every time. */
  readonly outcome: 'fail' | 'unstable';
  readonly reason: string;
  readonly counterexample: ReportCounterexample;
  readonly waived?: Waived;
  readonly known?: KnownSince;
}

type OutcomeKind = 'pass' | 'fail' | 'unstable' | 'blocked' | 'skipped' | 'observed' | 'broken';

export interface ReportRule {
  readonly id: AnyRuleId;
  /** Raised where the rule judges otherwise than before; absent from reports of older versions, and where it is 1 of a client. */
  readonly revision?: number;
  /**
   * The day on which the rule was disputed: the challenge is open.
   *
   * @pattern ^\d{4}-\d\d-\d\d$
   */
  readonly disputed?: string;
  readonly section: string;
  readonly level: 'must' | 'should' | 'observe';
  readonly title: string;
  readonly outcome: OutcomeKind;
  /** Why the rule has this outcome. For a pass: what was not tested, or empty. */
  readonly reason: string;
  readonly exercised: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly counterexample?: ReportCounterexample;
  /** The kind of failure that the counterexample shows, independent of the seed; waivers name it. */
  readonly shape?: string;
  /** Failures of other shapes. Those that count come first. */
  readonly otherFailures?: readonly OtherFailure[];
  /** The command that runs the counterexample again. A client rule may lack it. */
  readonly replay?: string;
  /** Present for a should rule that counts as a must, since an option (--must) or the profile names it. */
  readonly counted?: true;
  /** The least number of judged calls that the profile requires; absent where the rule does not count in it. */
  readonly least?: number;
  /** Present if waivers accept every failure of the rule, so that it does not count. */
  readonly waived?: Waived;
  /** Present if the baseline has every failure of the rule, so that it does not count. */
  readonly known?: KnownSince;
}

/** A waiver that makes the exit code 1: it has expired, or its failure no longer occurs. */
interface OutOfDateWaiver {
  readonly kind: 'expired' | 'stale';
  readonly rule: AnyRuleId;
  /** Absent if the waiver names none. */
  readonly shape?: string;
  readonly reason: string;
  readonly until: string;
}

/** The earlier run that this run is compared with. */
interface Compared {
  readonly target: string;
  /** @format date-time */
  readonly startedAt: string;
  readonly effort: EffortName;
  readonly strict: boolean;
  /** Rules that failed there and pass here. */
  readonly mended: readonly AnyRuleId[];
}

interface Deliberate {
  readonly rule: AnyRuleId;
  readonly requests: number;
}

export interface FeeCounts {
  readonly compared: number;
  readonly differ: number;
  readonly notComparable: readonly { readonly why: string; readonly count: number }[];
}

type CallsByName = Readonly<Record<string, number>>;

/** How many calls exercised each part of the contract. Calls that were put off, or whose token was refused, do not count. */
export interface Coverage {
  readonly operations: { readonly calculateFee: number; readonly attachSale: number };
  /** By operation: the calls with each field of the contract. */
  readonly fields: { readonly calculateFee: CallsByName; readonly attachSale: CallsByName };
  /** Such as `first call with mTxId`, `second update by mTxId` (`third` is also any later one) and `sale by both`. Each call has one at most. */
  readonly places: CallsByName;
  /** The merchants of a deployment file, or those whose tokens calls had. */
  readonly merchants: CallsByName;
  /**
   * Of a service: the calls that showed each choice, in traffic one of sixteen after the first 2,000. Of a client: its
   * calls while the mock chose otherwise than by default; empty where nothing varied.
   */
  readonly choices: CallsByName;
}

/** SHA-256, in lower-case hexadecimal digits, of what a report rests on. */
export interface Digests {
  /** The sources of the suite. */
  readonly suite: string;
  /** `openapi.yaml`. */
  readonly contract: string;
  /** The deployment file without its secrets, as a recording has it; absent from reports of clients. */
  readonly deployment?: string;
  /** The merchant file of the prices; absent without one. */
  readonly merchants?: string;
  /** The waivers, as a recording has them; absent without any. */
  readonly waivers?: string;
  /** The recording of the run; absent where there is none. */
  readonly recording?: string;
}

export interface Report {
  readonly schema: 1;
  readonly tool: { readonly name: 'tollgate'; readonly version: string };
  readonly contract: { readonly title: string; readonly version: string };
  /** Whether a service was judged, or a client of one. */
  readonly subject: 'service' | 'client';
  /** What the report rests on; absent from reports of traffic, and of clients that a mock observed. */
  readonly digests?: Digests;
  /** The address of the service, or the command of the client. */
  readonly target: string;
  /** The version of the service, as --build or a header of its responses names it. */
  readonly build?: string;
  /** Present if tollgate sent nothing and judged the exchanges of others, so that no failure was repeated. */
  readonly passive?: true;
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
  /** Present if --only or --skip left out rules, so that the verdict says nothing about them. Observations do not count. */
  readonly partial?: true;
  /** The profile that the verdict is about; absent without one. Rules that count in it have `least`. */
  readonly profile?: {
    /** Such as `2026-11`. */
    readonly name: string;
    /** The chosen ones, in the order of the profile. */
    readonly modules: readonly string[];
    /** SHA-256 of its file, in lower-case hexadecimal digits. */
    readonly digest: string;
  };
  readonly verdict: Verdict;
  /** The exit code that follows from the verdict. An interrupted command ends with the exit code of the signal instead. */
  readonly exitCode: 0 | 1 | 3 | 4;
  /** The verdict without the disputed rules; absent where none that counts was judged. */
  readonly withoutDisputed?: Verdict;
  /** Why the verdict was reached, in one sentence. */
  readonly summary: string;
  /** What the verdict leaves open, in sentences; absent where it leaves nothing open. */
  readonly notes?: readonly string[];
  /** Fees that were compared with those of a merchant file; absent without one. Traffic alone has it. */
  readonly fees?: FeeCounts;
  /** Present if the run was interrupted. */
  readonly interrupted?: true;
  readonly requests: number;
  /** Absent if no request was answered. */
  readonly latencies?: Latencies;
  /** Rules by outcome: a warning and a waived or known failure count as `fail` here. */
  readonly counts: Readonly<Record<OutcomeKind, number>>;
  /** What the calls exercised of the contract; absent from older reports, and where a service accepted no valid request. */
  readonly coverage?: Coverage;
  readonly choices: Readonly<Record<string, string>>;
  readonly rules: readonly ReportRule[];
  /** Client rules that requests were to break on purpose (Tollgate-Deliberate); absent without such requests. */
  readonly deliberate?: readonly Deliberate[];
  /** Absent if no waiver is out of date. */
  readonly outOfDate?: readonly OutOfDateWaiver[];
  /** Absent without a baseline. */
  readonly baseline?: Compared;
}

export type TrafficSide = Report['subject'];

/** Exchanges that were not judged for one reason. */
interface NotJudgedCount {
  /** A clause such as `the response never came`. */
  readonly why: string;
  readonly count: number;
}

/** Exchanges of a recording that are not calls of the API. */
export interface LeftOutCount {
  /** Such as `https://cdn.example.com`. */
  readonly address: string;
  readonly count: number;
  /** The request whose path is most like that of an operation, such as `POST /api/ch`. */
  readonly nearest?: string;
}

/** What a reporter prints. */
export type AnyReport = Report | TrafficReport;

export interface TrafficReport extends Pick<Report, 'schema' | 'tool' | 'contract' | 'target' | 'startedAt'> {
  readonly subject: 'traffic';
  /** Milliseconds. */
  readonly durationMs: number;
  /** The worst verdict of the sides: nonconformant before inconclusive before conformant. */
  readonly verdict: Verdict;
  /** The exit code that follows from the verdicts of the sides. */
  readonly exitCode: Report['exitCode'];
  /** Why the verdict was reached, in one sentence. */
  readonly summary: string;
  /** Present if the run was interrupted. */
  readonly interrupted?: true;
  /** Exchanges that were judged. */
  readonly requests: number;
  /** The same by operation. */
  readonly exchanges: { readonly calculateFee: number; readonly attachSale: number };
  readonly notJudged: readonly NotJudgedCount[];
  /** By address: at most five, and the others as one. Absent where there are none. */
  readonly leftOut?: readonly LeftOutCount[];
  /** The sides that were judged. The choices of the service are in its report. */
  readonly sides: readonly Report[];
}
