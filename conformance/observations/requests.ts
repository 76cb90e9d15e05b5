/** Observes which unusual fee calls are accepted. */
import { stxidOf } from '../rule/assertions.ts';
import { NotJudged } from '../rule/failure.ts';
import { type Observation, observeChoice } from './observation.ts';
import { feeFrom, isAccepted, optionIfAccepted } from './observation-context.ts';

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

  observeChoice('trims', {
    async run({ accepts, open, feeWith, baseline }) {
      const found = {
        nicn: await accepts({ nicn: ` ${baseline.nicn} ` }),
        region: await accepts({ region: ` ${baseline.region} ` }),
      };
      const { sTxId } = await open({ mTxId: '{m1}' });
      const padded = await feeWith({ mTxId: ' {m1} ' });
      const trims = { ...found, mTxId: isAccepted(padded) && stxidOf(padded) === sTxId };
      const names = Object.entries(trims).flatMap(([name, isTrimmed]) => (isTrimmed ? [name] : []));
      if (names.length === 0) return ['keep'];

      return [names.length === 3 ? 'trim' : `trim in ${names.join(' and ')}`];
    },
  }),

  observeChoice('other-countries', {
    // Five digits are a zip code there too, but a service may know only its own.
    async run({ feeWith, open }) {
      const { fee: atHome } = await open();
      for (const fields of [{}, { region: ABROAD.region }]) {
        const exchange = await feeWith({ country: ABROAD.country, ...fields });
        if (!isAccepted(exchange)) continue;
        if (feeFrom(exchange) !== 0) return ['price'];

        return atHome === 0 ? ['price', 'free'] : ['free'];
      }

      return ['refuse'];
    },
  }),

  observeChoice('equal-total', {
    async run({ feeWith, baseline, deployment }) {
      if (!deployment.multiPay) throw new NotJudged('the deployment file says that there is no multi-pay');

      return optionIfAccepted(await feeWith({ totalAmount: baseline.amount }), 'take');
    },
  }),
];

/** Germany, with a postal code of Berlin. */
const ABROAD = { country: '276', region: '10115' };
