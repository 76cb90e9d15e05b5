/** Observes which unusual fee calls are accepted. */
import { type Observation, observeChoice } from './observation.ts';
import { optionIfAccepted } from './observation-context.ts';

export const REQUESTS: readonly Observation[] = [
  observeChoice('missing-x-requested-with', {
    run: async ({ feeWith }) => optionIfAccepted(await feeWith({}, { requestedWith: 'nothing' }), 'take'),
  }),

  observeChoice('unknown-request-fields', {
    run: async ({ feeWith }) => optionIfAccepted(await feeWith({ tollgateProbe: 'x' }), 'ignore'),
  }),

  observeChoice('null-optional-fields', {
    // An opaque field, and one that may change the fee.
    async run({ feeWith }) {
      const [campaign] = optionIfAccepted(await feeWith({ campaign: null }), 'ignore');
      const [country] = optionIfAccepted(await feeWith({ country: null }), 'ignore');

      return campaign === country ? [campaign] : [`${campaign} in campaign, ${country} in country`];
    },
  }),

  observeChoice('zero-amount', {
    run: async ({ feeWith }) => optionIfAccepted(await feeWith({ amount: 0 }), 'take'),
  }),
];
