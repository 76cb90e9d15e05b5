/** Delivers responses, and ends those that are held back when the mock closes. */
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { MockResponse } from '../response.ts';
import { type HeldResponse, sendLines, sendWhole, sendWithFault } from './send.ts';

export interface Delivery {
  /** @param lines in place of the body, for as long as both sides keep the connection */
  readonly deliver: (to: ServerResponse, response: MockResponse, lines?: Readable) => void;
  /** Ends every response that is still held back; later ones are ended at once. */
  readonly close: () => void;
}

/** @param onError receives the error of a response that cannot be sent; its connection ends */
export function createDelivery(onError: (error: unknown, requestId: string) => void): Delivery {
  const held = new Set<HeldResponse>();
  let isOpen = true;

  const hold = (to: ServerResponse, one: HeldResponse) => {
    held.add(one);
    to.once('close', () => {
      one.stop();
      held.delete(one);
    });
    if (!isOpen) one.cutOff();
  };

  const fail = (error: unknown, to: ServerResponse, response: MockResponse) => {
    onError(error, response.headers['request-id'] ?? '');
    to.destroy();
  };

  return {
    deliver(to, response, lines) {
      try {
        if (lines !== undefined) sendLines(to, response, lines);
        else if (response.fault === undefined) sendWhole(to, response);
        // A closed response has no further event, so it would be held for the life of the mock.
        else if (!to.destroyed)
          hold(
            to,
            sendWithFault(to, response, response.fault, (error) => fail(error, to, response)),
          );
      } catch (error) {
        fail(error, to, response);
      }
    },
    close() {
      isOpen = false;
      for (const one of held) one.cutOff();
    },
  };
}
