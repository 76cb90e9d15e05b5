/** How an answer goes over the wire: in one piece, or as its mishap has it. */
import type { ServerResponse } from 'node:http';
import type { OnBug } from './answers.ts';
import { type Held, meetMishap } from './meet-mishap.ts';
import type { Rendered } from './render.ts';
import { writeWhole } from './write-whole.ts';

export interface Delivery {
  readonly deliver: (response: ServerResponse, rendered: Rendered) => void;
  /** Cuts off every answer that is still held back, and holds back none from now on. */
  readonly close: () => void;
}

/** @param onBug told of an answer that cannot be sent; its connection ends */
export function createDelivery(onBug: OnBug): Delivery {
  const held = new Set<Held>();
  let isOpen = true;

  const hold = (response: ServerResponse, one: Held) => {
    held.add(one);
    response.once('close', () => {
      one.stop();
      held.delete(one);
    });
    if (!isOpen) one.cutOff();
  };

  return {
    deliver(response, rendered) {
      try {
        if (rendered.mishap === undefined) writeWhole(response, rendered);
        // Nobody would say that it is over, so it would be held back for as long as the mock is there.
        else if (response.destroyed) return;
        else hold(response, meetMishap(response, rendered, rendered.mishap));
      } catch (error) {
        onBug(error, rendered.headers['request-id'] ?? '');
        response.destroy();
      }
    },
    close() {
      isOpen = false;
      for (const one of held) one.cutOff();
    },
  };
}
