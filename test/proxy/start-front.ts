/** Starts a proxy for a test, with its port and the events that its observer got. */
import { MessageChannel } from 'node:worker_threads';
import type { TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { createCalls } from '../../src/proxy/calls.ts';
import { type ObserverCalls, type ObserverOptions, serveObserver } from '../../src/proxy/observer.ts';
import { type ProxyOptions, startProxy } from '../../src/proxy/proxy.ts';

/** The observer runs on the thread of the test. */
export async function startFront(
  to: string,
  { onEvent, onError, verdict, ...options }: Partial<ProxyOptions & ObserverOptions> = {},
) {
  const events: TrafficEvent[] = [];
  const { port1, port2 } = new MessageChannel();
  serveObserver(port2, {
    ...{ onError, verdict },
    onEvent:
      onEvent ??
      ((event) => {
        events.push(event);

        return undefined;
      }),
  });
  const proxy = await startProxy({
    ...{ to: new URL(to), observer: createCalls<ObserverCalls>(port1) },
    ...(onError && { onError }),
    ...options,
  });

  return {
    ...proxy,
    events,
    port: Number(new URL(proxy.url).port),
    async close(...given: Parameters<typeof proxy.close>) {
      await proxy.close(...given);
      port1.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
