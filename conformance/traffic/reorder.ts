/** Puts events into the order in which their exchanges ended, where a source gives them nearly so. */
import type { TrafficEvent } from '../../src/traffic/traffic-event.ts';

/** @param size events that are held back; 0 passes each on at once */
export function createReorderBuffer(size: number, emit: (event: TrafficEvent) => void) {
  /** By the end of the exchange, the earliest first. */
  const held: { readonly event: TrafficEvent; readonly endedAt: number }[] = [];

  return {
    add(event: TrafficEvent): void {
      if (event.kind === 'not-judged' || size === 0) {
        emit(event);
        return;
      }
      const { endedAt } = event.exchange;
      let at = held.length;
      while (at > 0 && (held[at - 1]?.endedAt ?? 0) > endedAt) at--;
      if (at === held.length) held.push({ event, endedAt });
      else held.splice(at, 0, { event, endedAt });
      if (held.length <= size) return;
      const first = held.shift();
      if (first !== undefined) emit(first.event);
    },
    flush(): void {
      for (const { event } of held.splice(0)) emit(event);
    },
  };
}
