/** Observes which unusual fee calls are accepted, what happens to unusable tokens, and how requests were throttled. */
import { FIELD_TYPES } from '../../src/contract/fields.gen.ts';
import { claimsOf } from '../../src/exchange/merchant.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import { stxidOf } from '../rule/assertions.ts';
import { type Credential, credentialFrom, MAX_WRONG_TOKENS } from '../rule/credential.ts';
import { NotAnswering, NotJudged } from '../rule/failure.ts';
import { isServed } from '../rule/service-call.ts';
import { type Observation, type ObservationSpec, observeChoice, observeTaken } from './observation.ts';
import { feeFrom, isAccepted, optionIfAccepted } from './observation-context.ts';

export const REQUESTS: readonly Observation[] = [
  observeTaken(
    'missing-x-requested-with',
    'take',
    { sent: { requestedWith: 'nothing' } },
    ({ call: { original } }) =>
      original.request.headers['x-requested-with'] === undefined &&
      !original.lacks?.includes('request-headers'),
  ),

  observeTaken(
    'unknown-request-fields',
    'ignore',
    { fields: { tollgateProbe: 'x' } },
    ({ call: { operation }, fields }) =>
      hasField(fields, (name) => !Object.hasOwn(FIELD_TYPES[operation], name)),
  ),

  observeChoice('null-optional-fields', {
    inTraffic: ({ kind, fields, isAccepted }) =>
      isAccepted &&
      kind === 'fee' &&
      hasField(fields, (name) => fields[name] === null && Object.hasOwn(FIELD_TYPES.calculateFee, name))
        ? ['ignore']
        : undefined,
    // An opaque field, and one that may change the fee.
    async run({ feeWith }) {
      const [campaign] = optionIfAccepted(await feeWith({ campaign: null }), 'ignore');
      const [country] = optionIfAccepted(await feeWith({ country: null }), 'ignore');

      return campaign === country ? [campaign] : [`${campaign} in campaign, ${country} in country`];
    },
  }),

  observeTaken('zero-amount', 'take', { fields: { amount: 0 } }, ({ fields }) => fields['amount'] === 0),

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
        const call = await feeWith({ country: ABROAD.country, ...fields });
        if (!isAccepted(call)) continue;
        if (feeFrom(call) !== 0) return ['price'];

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

function hasField(fields: JsonObject, is: (name: string) => boolean): boolean {
  for (const name in fields) if (is(name)) return true;

  return false;
}

/** Germany, with a postal code of Berlin. */
const ABROAD = { country: '276', region: '10115' };

/** In milliseconds: clocks differ. */
const SKEW = 60_000;

export const TOKENS: readonly Observation[] = [
  observeChoice('missing-token', statusWith('none')),
  observeChoice('invalid-token', statusWith('garbled')),

  observeChoice('expired-token', {
    // The expiry is in the token, in seconds since 1970.
    inTraffic({ call: { original, outcome }, isSampled }) {
      const { kind } = outcome;
      if (!isSampled || (kind !== 'accepted' && kind !== 'token-refused')) return undefined;
      const exp = claimsOf(original.request.headers.authorization ?? '')?.['exp'];
      if (typeof exp !== 'number' || exp * 1000 > original.startedAt - SKEW) return undefined;

      return kind === 'accepted' ? ['take'] : ['refuse'];
    },
    // The suite cannot sign. Without tokens.expired it edits the expiry of the merchant's token, and a deployment that
    // verifies signatures refuses the edited token for its signature.
    async run({ feeWith, wrongTokens, deployment: { one, tokens } }) {
      if (tokens?.expired !== undefined)
        return optionIfAccepted(await feeWith({}, { credential: 'given-expired' }), 'take');
      const { token } = one;
      if (token === undefined) throw new NotJudged('no token was given');
      if (credentialFrom('expired', token) === undefined)
        throw new NotJudged('the token is not a JWT, so the suite cannot make an expired one of it');
      const acceptsToken = async (credential: Credential) => isAccepted(await feeWith({}, { credential }));
      if (!wrongTokens.isForgedRefused && (await acceptsToken('expired'))) return ['take'];
      if (!wrongTokens.isForgedRefused && (await acceptsToken('extended'))) return ['refuse'];
      throw new NotJudged(
        'the deployment verifies signatures, and the suite cannot sign: add tokens.expired to the deployment file',
      );
    },
  }),

  // The last one: it asks whether the client is still served.
  observeChoice('lockout', {
    async run({ feeWith, wrongTokens, throttleStatuses }) {
      const limits = new Set(throttleStatuses);
      const send = (credential: Credential) =>
        feeWith({}, { credential }).catch((error: unknown) => {
          if (error instanceof NotJudged || error instanceof NotAnswering) return undefined;
          throw error;
        });
      for (let sent = 0; wrongTokens.refused < MAX_WRONG_TOKENS && sent < MAX_WRONG_TOKENS; sent++)
        if ((await send('garbled')) === undefined) break;
      const call = await send('own');
      if (call?.status === 500) throw new NotJudged('a valid call got 500, which is no lockout');
      if (call !== undefined) return [isServed(call) ? 'none' : String(call.status)];
      const [status] = throttleStatuses.difference(limits);

      return [status === undefined ? 'no answer' : String(status)];
    },
  }),
];

/** The status of the refusal, or `take`. */
function statusWith(credential: Credential): ObservationSpec {
  return {
    observe({ variant, outcome, response }) {
      if (variant.credential !== credential || variant.method !== 'POST') return undefined;
      if (outcome.kind === 'refused') return [String(response.status)];

      return outcome.kind === 'accepted' ? ['take'] : undefined;
    },

    async run({ feeWith }) {
      await feeWith({}, { credential });

      return undefined;
    },
  };
}

/** Fewer requests may stay below a rate limit. */
const MIN_REQUESTS = 60;

export const TRAFFIC: readonly Observation[] = [
  observeChoice('rate-limiting', {
    inTraffic({ call: { response } }) {
      if (response.kind === 'unanswered') return undefined;
      const { status, headers } = response;
      const isLimit = status === 429 || (status === 503 && headers['retry-after'] !== undefined);

      return isLimit ? [String(status)] : undefined;
    },
    async run({ feeWith, requestsSent, throttleStatuses }) {
      while (throttleStatuses.size === 0 && requestsSent() < MIN_REQUESTS) await feeWith({});
      const statuses = [...throttleStatuses].toSorted((one, other) => one - other);

      return [statuses.length === 0 ? 'none' : statuses.join(', ')];
    },
  }),
];
