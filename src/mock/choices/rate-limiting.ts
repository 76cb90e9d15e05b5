/** How a client is told that it asks too often. By count and not by time, so that a run can be run again. */
import { asEver, choice, type Hooks } from '../choosing/choice.ts';
import { type RefusalCode, refuseBecause } from '../refusal.ts';

/** Every so many requests; the same request is taken when it comes again. */
const EVERY = 50;

export const rateLimiting = choice('rate-limiting', {
  none: asEver,
  '429': () => limiting('too-many-requests'),
  '503': () => limiting('unavailable'),
});

function limiting(code: RefusalCode): Hooks {
  let asked = 0;

  return {
    stations: (_operation, stations) => ({
      ...stations,
      identify(authorization) {
        asked += 1;
        if (asked % EVERY !== 0) return stations.identify(authorization);

        return refuseBecause(code, 'requests: expected fewer in this time, got one too many', {
          'Retry-After': '0',
        });
      },
    }),
  };
}
