/** What a hostile or awkward deployment is to the tests: how it is started, and what the suite has to make of it. */
import type { ConformOptions } from '../../../conformance/index.ts';
import type { Verdict } from '../../../conformance/report/report.ts';
import type { Listening } from '../listen.ts';

export interface Hostile {
  /** What it does. */
  readonly name: string;
  readonly verdict: Verdict;
  /** The must rules that it fails, all of them. */
  readonly fails?: readonly string[];
  /** What the summary, or the proof of a failure, has to say. */
  readonly says?: RegExp;
  readonly start: () => Promise<Listening>;
  /** Quick unless it takes more to meet what the deployment does. */
  readonly effort?: ConformOptions['effort'];
  /** Milliseconds; short unless the deployment is to be given time. */
  readonly timeout?: number;
}
