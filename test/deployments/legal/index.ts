/** The legal services, in the order in which they are judged, and twins of them: with one violation each, which the suite has to find. */

import { defects } from '../judge.ts';
import { checkFee, checkSale, REFERENCE } from '../reference.ts';
import { ANSWERS, FEES } from './answers.ts';
import { CHECKS } from './checks.ts';
import { FORMS } from './forms.ts';
import { FILE, type LegalService, refusing, refusingFees, textsOf } from './legal-service.ts';
import { LIMITS, refusingUpdatesAfter, TRANSACTIONS } from './limits.ts';
import { LITERAL } from './literal.ts';
import { PLATFORMS } from './platforms.ts';
import { TRAFFIC } from './traffic.ts';

export const LEGAL: readonly LegalService[] = [
  ...LIMITS,
  ...LITERAL,
  ...CHECKS,
  ...TRANSACTIONS,
  ...ANSWERS,
  ...TRAFFIC,
  ...FEES,
  ...PLATFORMS,
  ...FORMS,
];

// Twins: legal services with one violation each, which the suite has to find.

export const TWINS = defects({
  'identity/distinct-mtxids-are-distinct': {
    'cuts an mTxId to 32 characters where it could refuse a longer one': () => ({
      normalizeRequest: (request) => ({
        ...request,
        ...(typeof request['mTxId'] === 'string' ? { mTxId: request['mTxId'].slice(0, 32) } : {}),
      }),
    }),
    'finds an mTxId in any case, and takes dashes for underscores': () => {
      const folded = (value: unknown) => String(value).toLowerCase().replaceAll('-', '_');

      return {
        findTransaction: (known, request) =>
          request['sTxId'] !== undefined || request['mTxId'] === undefined
            ? REFERENCE.findTransaction(known, request)
            : known.findLast(
                ({ mTxId }) => mTxId !== undefined && folded(mTxId) === folded(request['mTxId']),
              ),
      };
    },
  },
  'opaque/campaign-and-data-are-opaque': {
    'takes five tags at most, and refuses quotes in them': () =>
      refusingFees(({ campaign = [], data = [] }) =>
        [campaign, data].flat().some((tag) => /["']/.test(String(tag))) ? 'a quote' : undefined,
      ),
    'takes letters of ASCII alone': () =>
      refusing((request) =>
        textsOf(request).some((text) => /[^\x20-\x7e]/.test(text)) ? 'not ASCII' : undefined,
      ),
  },
  'sale/authcode-is-opaque': {
    'sits behind a firewall that takes markup in an authCode for an attack': () => ({
      checkSale: (request, found) =>
        /<\w+>/.test(String(request['authCode'])) ? 'blocked' : checkSale(request, found),
    }),
  },
  'nicn/refuses-more-than-8-digits': {
    'knows two cards of its own, and looks only at the first six digits of a longer number': {
      file: { cards: ['5555555555554444'] },
      make: () => ({
        checkFee: ({ nicn, ...request }, ...rest) =>
          checkFee(
            { ...request, ...(nicn === undefined ? {} : { nicn: String(nicn).slice(0, 6) }) },
            ...rest,
          ),
      }),
    },
  },
  'nicn/accepts-6-to-8-digits': {
    'knows two cards of its own, and none of them by seven digits': {
      file: { cards: ['5555555555554444'] },
      make: () =>
        refusingFees(({ nicn }) =>
          ['555555', '55555555'].includes(String(nicn)) ? undefined : 'no such card',
        ),
    },
  },
  'region/accepts-zip-code': {
    'keeps zip codes as numbers and loses their leading zeros': {
      file: { regions: { zip: ['85004', '02134'], state: ['AZ'], iso: ['US-AZ'] } },
      make: () => refusingFees(({ region }) => (/^0/.test(String(region)) ? 'no such zip code' : undefined)),
    },
  },
  'fee-request/accepts-each-optional-field': {
    'has a list of known fields without data': () =>
      refusingFees(({ data }) => (data === undefined ? undefined : 'data is not allowed')),
  },
  'fee-request/accepts-decimal-amounts': {
    'prices whole cents, and finds binary noise in ordinary amounts': () =>
      refusingFees(({ amount }) => (Number.isInteger(Number(amount) * 100) ? undefined : 'not whole cents')),
  },
  'identity/update-recalculates-fee': {
    'answers a fee call of a known mTxId with the stored answer, whatever the amount': () => {
      const stored = new Map<unknown, number>();

      return {
        calculateFee(request, moment) {
          const { mTxId } = request;
          const fee = stored.get(mTxId) ?? REFERENCE.calculateFee(request, moment);
          if (mTxId !== undefined) stored.set(mTxId, fee);

          return fee;
        },
      };
    },
  },
  'sale/accepts-late-mtxid': {
    'seals a transaction with its sale, and takes no mTxId in a sale that the fee call did not have': () => ({
      secondSale: 'refused',
      checkSale: (request, found) =>
        request['mTxId'] !== undefined && found !== undefined && found.mTxId === undefined
          ? 'the transaction has no mTxId'
          : checkSale(request, found),
    }),
  },
  'identity/state-machine': {
    'takes three updates of a transaction, but none by mTxId after one by sTxId': () => {
      const isTooMany = refusingUpdatesAfter(3);
      const renamed = new Set<string>();

      return {
        checkUpdate(update, found) {
          if (update['mTxId'] === undefined) renamed.add(found.sTxId);
          if (update['sTxId'] === undefined && renamed.has(found.sTxId)) return 'no such mTxId';

          return isTooMany(update, found);
        },
      };
    },
  },
  'identity/update-by-stxid-keeps-stxid': {
    'takes one update of a transaction': () => ({
      checkUpdate: refusingUpdatesAfter(1),
    }),
  },
  'identity/outlives-other-traffic': {
    'keeps the last 100 transactions of each merchant': () => ({
      findTransaction: (known, request) => REFERENCE.findTransaction(known.slice(-100), request),
    }),
  },
  'nicn/refuses-fewer-than-6-digits': {
    'refuses with 200, and says ok': () => ({
      refusal: () => ({
        status: 200,
        type: 'application/json',
        text: '{"transactionFee":0,"sTxId":"none","message":"ok"}',
      }),
    }),
  },
  'fee-response/has-transaction-fee-number': {
    'compresses its answers and writes fees as texts': () => ({
      ...serviceNamed('compresses every answer with gzip'),
      feeResponse: ({ transactionFee, ...body }) => ({ ...body, transactionFee: String(transactionFee) }),
    }),
  },
  'identity/concurrent-updates-keep-stxid': {
    'confuses transactions while it serves more than four requests at once': () => {
      let last: unknown;

      return {
        delay: () => 2,
        feeResponse(body, request, { atOnce }) {
          const sTxId = atOnce > 4 && request['sTxId'] !== undefined ? last : body['sTxId'];
          last = body['sTxId'];

          return { ...body, sTxId };
        },
      };
    },
  },
  'auth/refuses-invalid-token': {
    'validates JWTs by everything but their signature': {
      file: CHECKS[0]?.file ?? FILE,
      make: () => ({
        authenticate: (token = '') => {
          try {
            return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
          } catch {
            return undefined;
          }
        },
      }),
    },
  },
});

function serviceNamed(name: string) {
  return LEGAL.find((service) => service.name === name)?.make();
}
