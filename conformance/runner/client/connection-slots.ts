/** The connections of a run: as few as its requests need, and one for a sequence that needs its own. */
import type { OutgoingRequest } from '../../rule/http-result.ts';
import type { Connections } from './connections.ts';

type ConnectionChoice = OutgoingRequest['connection'];

export interface ConnectionSlots {
  /** Calls `send` with the connection for a request. No more connections are open than there are slots, extra ones aside. */
  use<T>(choice: ConnectionChoice, send: (connections: Connections) => Promise<T>): Promise<T>;
  /** Closes the connections that are not in use; further requests open new ones, at most this many. */
  reconnect(count: number): Promise<void>;
  close(): Promise<void>;
}

interface Slot {
  /** A single connection, reopened if the deployment closed it. */
  connections: Connections;
  inUse: number;
}

/** @param open returns connections that are limited to one */
export function createConnectionSlots(most: number, open: () => Connections): ConnectionSlots {
  const slots: Slot[] = [];
  let count = most;
  let kept: Slot | undefined;
  /** Open until the next call of `reconnect`. */
  const extra: Connections[] = [];

  const leastUsed = (): Slot => {
    const others = slots.filter((slot) => slot !== kept);
    const idle = others.find(({ inUse }) => inUse === 0);
    if (idle !== undefined) return idle;
    if (slots.length < count) {
      const slot = { connections: open(), inUse: 0 };
      slots.push(slot);

      return slot;
    }

    return slots.toSorted((one, other) => one.inUse - other.inUse)[0] ?? leastUsed();
  };
  const slotFor = (choice: 'new' | 'same' | undefined): Slot => {
    if (choice === undefined) return leastUsed();
    if (choice === 'same' && kept !== undefined) return kept;
    kept = kept?.inUse === 0 ? kept : leastUsed();
    // Other requests may use it where the deployment takes only one connection.
    if (kept.inUse > 0) return kept;
    void kept.connections.close();
    kept.connections = open();

    return kept;
  };

  return {
    async use(choice, send) {
      if (choice === 'extra' || choice === 'once') {
        const connections = open();
        extra.push(connections);
        const result = await send(connections);
        if (choice === 'once') await connections.close();

        return result;
      }
      const slot = slotFor(choice);
      slot.inUse++;
      try {
        return await send(slot.connections);
      } finally {
        slot.inUse--;
        // undici reuses a connection in the next cycle of the event loop: until then, others are quicker.
        slots.push(...slots.splice(slots.indexOf(slot), 1));
      }
    },
    async reconnect(atMost) {
      count = atMost;
      const idle = slots.filter(({ inUse }) => inUse === 0);
      for (const slot of idle) slots.splice(slots.indexOf(slot), 1);
      if (kept?.inUse === 0) kept = undefined;
      await closeAll([...extra.splice(0), ...idle.map(({ connections }) => connections)]);
    },
    async close() {
      await closeAll([...extra, ...slots.map(({ connections }) => connections)]);
    },
  };
}

async function closeAll(all: readonly Connections[]): Promise<void> {
  await Promise.all(all.map((connections) => connections.close()));
}
