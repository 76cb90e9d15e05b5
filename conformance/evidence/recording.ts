/** The form of a recorded run: a HAR file whose log has the options of the run, and whose entries have its events. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Report } from '../report/report.ts';
import type { Invocation } from '../report/to-report.ts';
import type { FailureCause, OutgoingRequest } from '../rule/http-result.ts';
import type { Stamps } from '../rule/mtxids.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import type { DeploymentRecord } from './masked-deployment.ts';
import type { Event } from './world.ts';

/** The member `_run` of the log: what the run was started with. */
export interface RunHead extends Pick<Report, 'seed' | 'effort' | 'strict'> {
  readonly kind: 'conform';
  /** The version of tollgate. */
  readonly tool: string;
  readonly startedAt: string;
  readonly must: readonly string[];
  readonly selected: readonly RuleId[];
  readonly maxRequests?: number | undefined;
  readonly maxTimeMs?: number | undefined;
  readonly stamps: Stamps;
  readonly build?: string | undefined;
  readonly invocation: Invocation;
  readonly waivers: readonly Waiver[];
  readonly baseline?: Report | undefined;
  readonly deployment: DeploymentRecord;
}

/** An entry of the log, as far as it is not HAR. */
export interface RecordedEntry {
  readonly _run: {
    /** Of the request, in the order of sending. */
    readonly number: number;
    /** When the answer was delivered, by the clock of the run. */
    readonly at: number;
    readonly how: {
      readonly isChunked?: true | boolean;
      readonly charset?: 'latin1';
      readonly connection?: OutgoingRequest['connection'];
      /** The SHA-256 of a body that is left out, as a JSON string. */
      readonly body?: string;
    };
    /** Events since the entry before, such as ends of pauses. */
    readonly before?: readonly Event[];
    readonly lost?: { readonly cause: FailureCause; readonly detail: string };
  };
}
