/** The thread of `tollgate proxy` that judges and records the exchanges. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { TrafficReport } from '../../conformance/report/report.ts';
import { createTrafficJudge, type TrafficJudgeOptions } from '../../conformance/traffic/check-traffic.ts';
import { type PricingFile, parseTrafficPricing } from '../../conformance/traffic/prices.ts';
import { version } from '../../src/contract/version.ts';
import { createHarWriter, HarWriteError, type HarWriter } from '../../src/exchange/har/har-writer.ts';
import { type ObserverCalls, serveObserver } from '../../src/proxy/observer.ts';
import { describeInternalError } from '../output.ts';

export interface ObserverData {
  readonly judging: Omit<TrafficJudgeOptions, 'pricing' | 'selects'>;
  readonly pricing: Pick<PricingFile, 'path' | 'text'> | undefined;
}

/** A problem to print, which the thread sends beside its results. */
export interface Warning {
  readonly warning: string;
}

/** What the command calls beside the proxy. */
export type ProxyObserverCalls = ObserverCalls & {
  /** Creates the recording, if there is one. @returns why it cannot be created */
  readonly open: (record: string | undefined) => string | undefined;
  /** Ends the recording. @returns the number of its exchanges, and the verdict */
  readonly end: (_: undefined) => Promise<{ readonly recorded: number; readonly report: TrafficReport }>;
};

if (parentPort !== null) observe(parentPort, workerData);

function observe(port: MessagePort, { judging, pricing }: ObserverData): void {
  const prices = pricing && parseTrafficPricing(pricing);
  const judge = createTrafficJudge({ ...judging, pricing: prices, isJournaled: true });
  const warn = (problem: string) => port.postMessage({ warning: `tollgate: ${problem}\n` } satisfies Warning);
  let recorder: HarWriter | undefined;

  const commands: Omit<ProxyObserverCalls, keyof ObserverCalls> = {
    open(record) {
      if (record === undefined) return undefined;
      try {
        const merchants = prices?.merchants.map(({ name }) => name);
        const onError = ({ message }: Error) => warn(`--record: ${message}`);
        recorder = createHarWriter(record, { version: version(), merchants, onError });
      } catch (error) {
        if (error instanceof HarWriteError) return error.message;
        throw error;
      }

      return undefined;
    },
    async end() {
      await recorder?.close();

      return { recorded: recorder?.count() ?? 0, report: judge.report() };
    },
  };
  serveObserver(
    port,
    {
      onEvent(event) {
        recorder?.write(event);

        return judge.observe(event);
      },
      onError: (error) => warn(describeInternalError(error)),
      verdict: judge.report,
    },
    commands,
  );
}
