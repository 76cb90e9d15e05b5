/** How a client that asks too often was told so in this run. */
import { observes } from '../observation.ts';

/** With fewer requests than this nothing can be said. */
const ENOUGH = 60;

export const rateLimiting = observes('rate-limiting', {
  async asks({ fee, words, sent, putOffBy }) {
    while (putOffBy.size === 0 && sent() < ENOUGH) await fee({ ...words.baseline });
    const statuses = [...putOffBy].toSorted((one, other) => one - other);

    return [statuses.length === 0 ? 'none' : statuses.join(', ')];
  },
});
