/** Starts a proxy for a test, with its port and the events that its observer got. */

import type { TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { type ProxyOptions, startProxy } from '../../src/proxy/proxy.ts';

export async function startFront(to: string, options: Partial<ProxyOptions> = {}) {
  const events: TrafficEvent[] = [];
  const proxy = await startProxy({
    to: new URL(to),
    onEvent(event) {
      events.push(event);

      return undefined;
    },
    ...options,
  });

  return {
    ...proxy,
    events,
    port: Number(new URL(proxy.url).port),
    [Symbol.asyncDispose]: proxy.close,
  };
}
