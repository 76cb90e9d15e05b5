/** A hostile or awkward deployment: how it is started, and the report that it has to get. */
import type { ConformOptions } from '../../../conformance/index.ts';
import type { Verdict } from '../../../conformance/report/report.ts';
import type { Listening } from '../listen.ts';

export interface Hostile {
  /** What it does. */
  readonly name: string;
  readonly verdict: Verdict;
  /** All must rules that it fails. */
  readonly fails?: readonly string[];
  /** What the summary or a counterexample has to contain. */
  readonly says?: RegExp;
  readonly start: () => Promise<Listening>;
  /** `quick` by default. */
  readonly effort?: ConformOptions['effort'];
  /** In milliseconds; short by default. */
  readonly timeout?: number;
}
