/** Services with rules of their own for a transaction's life cycle (section 3 specifies none) and its identifiers. */
import { type Fields, REFERENCE, type ReferenceBehavior } from '../reference.ts';
import { type LegalService, legal } from './legal-service.ts';

export const TRANSACTIONS: readonly LegalService[] = [
  legal(
    'seals a transaction with its sale: no update and no second sale',
    'Stripe PaymentIntents after capture',
    () => ({ updateAfterSale: 'refused', secondSale: 'refused' }),
  ),
  legal(
    'frees an mTxId with the sale: the next fee call with it opens a new transaction',
    'cart numbers that are used again',
    () => ({ updateAfterSale: 'new-transaction', secondSale: 'refused' }),
  ),
  legal(
    'follows the mTxId of an update that names two transactions, and the sTxId where it does not know the mTxId',
    'carts whose order number is the primary key',
    () => ({
      findTransaction: (known, request) => {
        const { sTxId: _, ...byMtxid } = request;

        return (
          (request['nicn'] && request['mTxId'] ? REFERENCE.findTransaction(known, byMtxid) : undefined) ??
          REFERENCE.findTransaction(known, request)
        );
      },
    }),
  ),
  legal('opens a new transaction for an sTxId that it does not know', 'upserts', () => ({
    unknownStxid: 'new-transaction',
  })),
  legal('takes updates that leave out what it knows', 'JSON merge patch', () => ({
    partialUpdate: 'accepted',
  })),
  legal('refuses an update to another card', 'gateways that bind an authorization to its card', () => ({
    checkUpdate: ({ nicn }, { request }) => (nicn === request['nicn'] ? undefined : 'another card'),
  })),
  legal(
    'refuses an update to another card, region, country or processor',
    'quotes that only change in their amount',
    () => ({
      checkUpdate: (update, { request }) =>
        (['nicn', 'region', 'country', 'processor'] as const)
          .filter((field) => resolved(update)[field] !== resolved(request)[field])
          .map((field) => `another ${field}`)
          .at(0),
    }),
  ),
  legal(
    'takes three updates of a transaction and refuses further ones',
    'quotes that can be revised a few times',
    () => ({ checkUpdate: refusingUpdatesAfter(3) }),
  ),
  legal(
    'takes four updates of a transaction, which only change its amount, and none after its sale',
    'incremental authorizations of card schemes',
    () => {
      const isTooMany = refusingUpdatesAfter(4);

      return {
        updateAfterSale: 'refused',
        checkUpdate: (update, found) =>
          (['nicn', 'region', 'country', 'processor'] as const)
            .filter((field) => resolved(update)[field] !== resolved(found.request)[field])
            .map((field) => `another ${field}`)
            .at(0) ?? isTooMany(update, found),
      };
    },
  ),
  legal(
    'refuses an update that gives a transaction another mTxId than it has',
    'unique order numbers',
    () => ({
      checkUpdate: ({ mTxId }, found) =>
        mTxId === undefined || found.mTxId === undefined || mTxId === found.mTxId
          ? undefined
          : 'the transaction has another mTxId',
    }),
  ),
  legal('refuses an mTxId that names another transaction already', 'unique indexes', () => {
    const owners = new Map<string, string>();

    return {
      checkUpdate: ({ mTxId }, { merchant, sTxId }) =>
        mTxId !== undefined && (owners.get(`${merchant} ${mTxId}`) ?? sTxId) !== sTxId
          ? 'another transaction has this mTxId'
          : undefined,
      onFee(known) {
        for (const { merchant, mTxId, sTxId } of known.slice(-50))
          if (mTxId !== undefined) owners.set(`${merchant} ${mTxId}`, sTxId);
      },
    };
  }),
  legal(
    'locks a transaction for 5 ms and refuses what names it meanwhile with 409',
    'optimistic locking',
    () => {
      const locked = new Map<string, number>();

      return {
        refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'locked' ? 409 : 422 }),
        checkUpdate: (_, { sTxId }) => {
          const now = performance.now();
          const isLocked = now < (locked.get(sTxId) ?? 0);
          if (!isLocked) locked.set(sTxId, now + 5);

          return isLocked ? 'locked' : undefined;
        },
        delay: () => 6,
      };
    },
  ),
  legal(
    'answers a repeated fee call of one mTxId with the stored answer, by idempotency',
    'Idempotency-Key of payment gateways',
    () => {
      const stored = new Map<string, number>();

      return {
        calculateFee(request, moment) {
          const key = `${moment.merchant} ${JSON.stringify(request)}`;
          const fee = stored.get(key) ?? REFERENCE.calculateFee(request, moment);
          if (request['mTxId'] !== undefined) stored.set(key, fee);

          return fee;
        },
      };
    },
  ),
  legal(
    'keeps the transactions of merchants apart and lets them share mTxIds',
    'multi-tenant services',
    () => ({ createStxid: (number, { merchant }) => `${merchant}:${number}` }),
  ),
  legal(
    'knows its transactions by their identifiers alone, whichever merchant names them',
    'services with one account for all merchants',
    () => ({ visibleTransactions: (all) => all }),
    { breaks: ['identity/merchants-are-isolated'] },
  ),
  legal(
    'finds an mTxId in any case',
    'SQL collations without case',
    () => ({
      findTransaction: (known, request) => {
        const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : undefined);
        if (request['sTxId'] !== undefined) return REFERENCE.findTransaction(known, request);

        return known.findLast(({ mTxId }) => mTxId !== undefined && lower(mTxId) === lower(request['mTxId']));
      },
    }),
    { breaks: ['identity/mtxid-is-case-sensitive'] },
  ),
  legal(
    'forgets a transaction 15 seconds after its first call',
    'quotes with a short life, sessions in Redis with EXPIRE',
    () => {
      const opened = new Map<string, number>();

      return {
        createStxid(number, moment) {
          const sTxId = REFERENCE.createStxid(number, moment);
          opened.set(sTxId, performance.now());

          return sTxId;
        },
        findTransaction(known, request) {
          const found = REFERENCE.findTransaction(known, request);

          return performance.now() - (opened.get(found?.sTxId ?? '') ?? 0) < 15_000 ? found : undefined;
        },
      };
    },
    { inconclusiveAt: ['deep'] },
  ),
  legal(
    'names transactions with spaces, quotes, slashes, plus and equals signs',
    'base64 keys and legacy numbers',
    () => ({ createStxid: (number) => `№ ${number}/+"it's" <b>=%2F==` }),
  ),
  legal('names transactions by signed tokens of 600 characters', 'stateless sessions', () => ({
    createStxid: (number) => `eyJ${'a1B2'.repeat(149)}.${number}`,
  })),
  legal(
    'names transactions by numbers of the day that only differ in their last digits',
    'batch numbers of acquirers',
    () => ({ createStxid: (number) => `${20_260_131_000_000 + number}` }),
  ),
];

/** Refuses the updates of a transaction after this number of accepted ones. */
export function refusingUpdatesAfter(most: number): ReferenceBehavior['checkUpdate'] {
  const counts = new Map<string, number>();

  return (_, { sTxId }) => {
    const count = counts.get(sTxId) ?? 0;
    if (count >= most) return `the transaction was updated ${most} times`;
    counts.set(sTxId, count + 1);

    return undefined;
  };
}

/** Defaults for omitted fields, and the name of a processor that is given by its MID. */
function resolved({ nicn, region, country = '840', processor = 'alpha' }: Fields) {
  const name = processor === '700100' ? 'alpha' : processor === '700200' ? 'beta' : processor;

  return { nicn, region, country, processor: name };
}
