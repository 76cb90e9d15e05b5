/** Puts events into the order in which their exchanges ended, where a source gives them nearly so. */
import type { RecordedEvent, SeenExchange } from '../../src/exchange/traffic-event.ts';

/** @param size events that are held back; 0 passes each on at once */
export function createReorderBuffer(size: number, emit: (event: RecordedEvent) => void) {
  /** By the end of the exchange, the earliest first. */
  const held: SeenExchange[] = [];

  return {
    add(event: RecordedEvent): void {
      if (event.kind !== 'exchange' || size === 0) {
        emit(event);
        return;
      }
      const { endedAt } = event.exchange;
      let at = held.length;
      while (at > 0 && (held[at - 1]?.exchange.endedAt ?? 0) > endedAt) at--;
      if (at === held.length) held.push(event);
      else held.splice(at, 0, event);
      const first = held.length > size ? held.shift() : undefined;
      if (first !== undefined) emit(first);
    },
    flush(): void {
      for (const event of held.splice(0)) emit(event);
    },
  };
}
