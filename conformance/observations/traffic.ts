/** Observes how the deployment throttled requests in this run. */
import { type Observation, observeChoice } from './observation.ts';

/** Fewer requests may stay below a rate limit. */
const MIN_REQUESTS = 60;

export const TRAFFIC: readonly Observation[] = [
  observeChoice('rate-limiting', {
    async run({ feeWith, requestsSent, throttleStatuses }) {
      while (throttleStatuses.size === 0 && requestsSent() < MIN_REQUESTS) await feeWith({});
      const statuses = [...throttleStatuses].toSorted((one, other) => one - other);

      return [statuses.length === 0 ? 'none' : statuses.join(', ')];
    },
  }),
];
