/** Makes as many fee calls as a server answers, and times each. The only file that uses autocannon. */
import { createHistogram, performance } from 'node:perf_hooks';
import autocannon, { type Result } from 'autocannon';
import type { FeeCall } from './fee-call.ts';

export const CONNECTIONS = 32;

export interface Load {
  /** How many were answered. */
  readonly calls: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The share of the time that the caller was busy. Near 1, the caller limits the rate, not the server. */
  readonly callerBusy: number;
}

/** Its name is for messages. */
export interface Server {
  readonly name: string;
  readonly port: number;
}

export interface HowLong {
  readonly seconds: number;
  /** Ends earlier, after this many calls. */
  readonly calls?: number;
  /** 32 by default. */
  readonly connections?: number;
}

/** @throws where any call was not answered with 2xx */
export async function load(
  server: Server,
  call: FeeCall,
  { seconds, calls, connections = CONNECTIONS }: HowLong,
): Promise<Load> {
  const microseconds = createHistogram();
  const before = performance.eventLoopUtilization();
  const result = await new Promise<Result>((resolve, reject) => {
    const options = {
      url: `http://127.0.0.1:${server.port}${call.path}`,
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      connections,
      pipelining: 1,
      duration: seconds,
      ...(calls === undefined ? {} : { maxOverallRequests: calls }),
    };
    autocannon(options, (error: unknown, done) => (error ? reject(error) : resolve(done))).on(
      'response',
      // autocannon's own histogram has whole milliseconds only.
      (_client, _status, _bytes, milliseconds) => microseconds.record(Math.ceil(milliseconds * 1000)),
    );
  });
  expectAnswers(server.name, result);

  return {
    calls: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: microseconds.percentile(50) / 1000,
    p99: microseconds.percentile(99) / 1000,
    callerBusy: performance.eventLoopUtilization(before).utilization,
  };
}

export type Answers = Pick<Result, '2xx' | 'non2xx' | 'errors' | 'timeouts'>;

/** @throws where any call was refused or failed, since the rate of refusals means nothing */
export function expectAnswers(server: string, { '2xx': answered, non2xx, errors, timeouts }: Answers): void {
  if (answered > 0 && non2xx === 0 && errors === 0 && timeouts === 0) return;
  throw new Error(
    `${server}: expected every call to be answered with 2xx, got ${answered} such, ${non2xx} others, ${errors} errors, ${timeouts} of them timeouts`,
  );
}
