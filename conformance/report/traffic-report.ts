/** The report of judged traffic as data: one report for each side, and what was not judged. */
import type { Report, Verdict } from './report.ts';

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
