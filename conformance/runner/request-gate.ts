/** Lets a limited number of requests pass at the same time; of those that wait, the most urgent is next. */
import { type Client, withSend } from './client/client.ts';

export interface RequestGate {
  /**
   * Returns a client whose requests wait here, with this priority: the highest is first. Of equal ones it is the client
   * that has sent most: its next requests wait for this one.
   */
  withPriority(client: Client, priority: number): Client;
}

interface Waiting {
  readonly priority: number;
  readonly sent: number;
  readonly pass: () => void;
}

/** @param slots the number of requests in flight, no more than the client allows: it sends in the order of arrival */
export function createRequestGate(slots: number): RequestGate {
  const waiting: Waiting[] = [];
  let inFlight = 0;

  const enter = async (priority: number, sent: number) => {
    if (inFlight === slots)
      await new Promise<void>((pass) => {
        const index = waiting.findIndex(
          (other) => other.priority < priority || (other.priority === priority && other.sent < sent),
        );
        waiting.splice(index === -1 ? waiting.length : index, 0, { priority, sent, pass });
      });
    else inFlight++;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) inFlight--;
    else next.pass();
  };

  return {
    withPriority(client, priority) {
      let sent = 0;

      return withSend(client, async (request) => {
        await enter(priority, sent++);
        try {
          return await client.send(request);
        } finally {
          leave();
        }
      });
    },
  };
}
