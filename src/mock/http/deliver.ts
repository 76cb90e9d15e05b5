/** Delivers responses, those of one turn of the event loop together: a quarter more fee calls. Ends held ones when the mock closes. */
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';
import type { MockResponse } from '../response.ts';
import { type HeldResponse, sendLines, sendWhole, sendWithFault, socketOf } from './send.ts';

export interface Delivery {
  readonly deliver: (to: ServerResponse, response: MockResponse) => void;
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

  const send = (to: ServerResponse, response: MockResponse) => {
    try {
      if (response.lines !== undefined) sendLines(to, response, response.lines);
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
  };

  /** Sent one by one, each would wake a client that has just read the one before. */
  let waiting: Parameters<typeof send>[] = [];
  const sendWaiting = () => {
    const ready = waiting;
    waiting = [];
    for (const [to, response] of ready) send(to, response);
  };

  return {
    deliver(to, response) {
      // The parser may still fail in the rest of a request, and an injected one has no client to wake.
      if (!to.req.complete || socketOf(to) === undefined) return send(to, response);
      if (waiting.length === 0) setImmediate(sendWaiting);
      waiting.push([to, response]);
    },
    close() {
      isOpen = false;
      for (const one of held) one.cutOff();
    },
  };
}
