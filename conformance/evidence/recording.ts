/** The form of a recorded run: a HAR file whose log has the options of the run, and whose entries have its events. */
import type { Choices } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { readTime } from '../../src/exchange/har/har-values.ts';
import type { ClientRun } from '../clients/run-client.ts';
import type { Report } from '../report/report.ts';
import type { Invocation } from '../report/to-report.ts';
import type { FailureCause, OutgoingRequest } from '../rule/http-result.ts';
import type { Stamps } from '../rule/mtxids.ts';
import type { CountingOptions } from '../verdict/counting.ts';
import type { DeploymentRecord } from './masked-deployment.ts';
import type { Event } from './world.ts';

/** The member `_run` of the log: what the judge was started with. */
interface Head
  extends Pick<Report, 'seed' | 'effort' | 'strict'>,
    Required<Pick<CountingOptions, 'must' | 'waivers'>>,
    Pick<CountingOptions, 'profile' | 'baseline'> {
  /** The version of tollgate. */
  readonly tool: string;
  readonly startedAt: string;
}

/** The part that all judges have. */
export function headOf(
  given: CountingOptions & {
    readonly seed: number;
    readonly effort?: Report['effort'] | undefined;
    readonly startedAt: Date;
  },
): Head {
  const { toolVersion: tool = '0.0.0', startedAt, seed, effort = 'standard', strict = false } = given;
  const { must = [], waivers = [], profile, baseline } = given;

  return { tool, startedAt: startedAt.toISOString(), seed, effort, strict, must, profile, waivers, baseline };
}

/** Of a run on a service. */
export interface RunHead extends Head {
  readonly kind: 'conform';
  readonly selected: readonly RuleId[];
  readonly maxRequests?: number | undefined;
  readonly maxTimeMs?: number | undefined;
  readonly stamps: Stamps;
  readonly build?: string | undefined;
  readonly invocation: Invocation;
  readonly deployment: DeploymentRecord;
}

/** Of the check of a client. */
export interface ClientHead extends Head, Pick<Report, 'target'> {
  readonly kind: 'check-client';
  readonly selected: readonly ClientRuleId[];
  readonly like: Choices;
  readonly timeLimit?: number | undefined;
  readonly command: string;
  readonly mockArguments: readonly string[];
}

/** An entry of the log of a run on a service, as far as it is not HAR. */
export interface RecordedEntry {
  readonly _run: {
    /** Of the request, in the order of sending. */
    readonly number: number;
    /** When the answer was delivered, by the clock of the run. */
    readonly at: number;
    readonly how: {
      readonly isChunked?: true | boolean;
      readonly charset?: 'latin1';
      readonly spelling?: 'segments';
      readonly connection?: OutgoingRequest['connection'];
      /** The SHA-256 of a body that is left out, as a JSON string. */
      readonly body?: string;
    };
    /** Events since the entry before, such as ends of pauses. */
    readonly before?: readonly Event[];
    readonly lost?: { readonly cause: FailureCause; readonly detail: string };
  };
}

/** A page of the log of a client: one run of its command. */
export interface RecordedPage {
  readonly startedDateTime: string;
  readonly id: string;
  readonly title: string;
  readonly pageTimings: object;
  readonly _run: Pick<ClientRun, 'ending' | 'dropped' | 'startedAt' | 'endedAt'> & {
    /** Such as `tolerance`. */
    readonly what: string;
    readonly choices: Choices;
    readonly faults: readonly string[];
    /** The number of its entries. */
    readonly exchanges: number;
    /** Absent where no exit code says how it ended. */
    readonly exitCode?: number | undefined;
    readonly passed?: boolean | undefined;
    readonly reason?: string | undefined;
    /** Absent where no judgement depends on it. */
    readonly output?: string | undefined;
  };
}

/** An entry of the log of a client, as far as it is not HAR. */
export interface RecordedClientExchange {
  readonly pageref: string;
  readonly _run: {
    /** In the order of responses, from 1 on in each run. */
    readonly number: number;
    /** The worlds of the mock count from 0 on. */
    readonly world: number;
    readonly merchant?: string | undefined;
    /** Whether the merchant has several processors. */
    readonly several?: boolean | undefined;
    /** By the clock that orders exchanges. */
    readonly endedAt: number;
    readonly bodyLength?: number | undefined;
    readonly staysOpen?: boolean | undefined;
  };
}

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** A text of HAR, which may be base64. */
export interface HarContent {
  readonly text?: string;
  readonly encoding?: 'base64';
}

export interface HarResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly content: HarContent;
}

export interface ClientEntry extends RecordedClientExchange {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly postData?: HarContent;
  };
  readonly response: HarResponse;
  readonly _tollgate: {
    readonly id: string;
    readonly service: string;
    readonly delivery?: 'lost' | 'cut-off';
  };
}

export function exchangeOf(entry: ClientEntry): Exchange {
  const { request, response, time, _run, _tollgate } = entry;
  const { merchant, endedAt, bodyLength, staysOpen } = _run;
  const { id, service, delivery } = _tollgate;
  const url = request.url.slice(service.length);

  return {
    ...{ id, world: undefined, merchant, endedAt, duration: time },
    startedAt: readTime(entry.startedDateTime) ?? 0,
    request: {
      // Empty for what was no HTTP.
      method: request.method === '' ? undefined : request.method,
      url: url === '' ? undefined : url,
      headers: headersOf(request.headers),
      body: request.postData && textOf(request.postData),
      ...(bodyLength !== undefined && { bodyLength }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      body: textOf(response.content),
    },
    ...(delivery !== undefined && { delivery }),
    ...(staysOpen !== undefined && { staysOpen }),
  };
}

export function headersOf(headers: readonly Header[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

export function textOf({ text = '', encoding }: HarContent): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}
