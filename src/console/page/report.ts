/** The parts of a report that the page reads, as report.schema.json describes them. */

export interface ShownStep {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number } | { readonly none: string };
  readonly requestId?: string;
}

export interface ConsoleRule {
  readonly id: string;
  readonly section: string;
  readonly level: 'must' | 'should' | 'observe';
  readonly title: string;
  readonly outcome: 'pass' | 'fail' | 'unstable' | 'blocked' | 'skipped' | 'observed' | 'broken';
  readonly reason: string;
  readonly exercised: number;
  readonly counterexample?: {
    readonly expected: string;
    readonly got: string;
    readonly steps: readonly ShownStep[];
  };
  readonly waived?: object;
  readonly known?: object;
}

/** Calls by what they exercised. */
export type ShownCalls = Readonly<Record<string, number>>;

export interface ShownSide {
  readonly subject: 'client' | 'service';
  readonly verdict: 'conformant' | 'nonconformant' | 'inconclusive';
  readonly summary: string;
  readonly notes?: readonly string[];
  readonly requests: number;
  readonly choices: Readonly<Record<string, string>>;
  readonly coverage?: {
    readonly operations: { readonly calculateFee: number; readonly attachSale: number };
    readonly fields: { readonly calculateFee: ShownCalls; readonly attachSale: ShownCalls };
    readonly places: ShownCalls;
    readonly merchants: ShownCalls;
    readonly choices: ShownCalls;
  };
  readonly rules: readonly ConsoleRule[];
}

/** A mock reports on its clients, a proxy on both sides. */
export type ConsoleReport =
  | ShownSide
  | {
      readonly subject: 'traffic';
      readonly requests: number;
      readonly notJudged: readonly { readonly why: string; readonly count: number }[];
      readonly sides: readonly ShownSide[];
    };

/** How the page counts each outcome, what counts first. */
export const COUNTS = ['failed', 'unstable', 'excused', 'passed', 'observed', 'not tested'] as const;

export type Count = (typeof COUNTS)[number];

/** A failure that a waiver or baseline accepts does not count as failed. */
export function countOf({ outcome, waived, known }: ConsoleRule): Count {
  if (outcome === 'fail') return waived === undefined && known === undefined ? 'failed' : 'excused';
  if (outcome === 'pass') return 'passed';
  if (outcome === 'unstable' || outcome === 'broken') return 'unstable';

  return outcome === 'observed' ? 'observed' : 'not tested';
}
