/** Services with limits on lengths, counts, amounts and sizes, and with rules of their own for the life of a transaction. */
import { type Fields, REFERENCE, type ReferenceBehavior } from '../reference.ts';
import { type LegalService, legal, refusingFees } from './legal-service.ts';

export const LIMITS: readonly LegalService[] = [
  legal(
    'refuses a body of more than 1 KiB by its length and closes the connection',
    'nginx with client_max_body_size 1k',
    () => ({ onArrival: largerThan(1024) }),
  ),
  legal(
    'refuses headers of more than 1 KiB in all',
    'embedded HTTP servers, HAProxy with a small buffer',
    () => ({
      onArrival({ rawHeaders }, response) {
        const isLong = rawHeaders.join('').length > 1024;
        if (isLong) response.writeHead(431, { connection: 'close' }).end();

        return isLong;
      },
    }),
  ),
  legal(
    'prices amounts from 5 to 400 dollars',
    'transaction limits of a merchant account',
    () =>
      refusingFees(({ amount, totalAmount = 400 }) =>
        Number(amount) < 5 || Math.max(Number(amount), Number(totalAmount)) > 400
          ? 'amount is outside of the limits of the merchant'
          : undefined,
      ),
    { file: { amounts: { min: 5, max: 400 } } },
  ),
  legal('refuses numbers with exponents', 'strict decimal parsers of banking gateways', () => ({
    checkBody(text) {
      const numbers = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

      return /[\d.][eE]/.test(numbers) ? 'not a plain decimal number' : undefined;
    },
  })),
];

/** Answers 413 before the body is read, and closes the connection. */
function largerThan(bytes: number): NonNullable<ReturnType<LegalService['make']>['onArrival']> {
  return ({ headers, socket }, response) => {
    const isLarge = Number(headers['content-length'] ?? 0) > bytes;
    if (isLarge)
      response.writeHead(413, { connection: 'close' }).end('Payload Too Large', () => socket.destroySoon());

    return isLarge;
  };
}

// Services with rules of their own for a transaction's life cycle (section 3 specifies none) and its identifiers.

export const TRANSACTIONS: readonly LegalService[] = [
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
];

/** Refuses the updates of a transaction after this number of accepted ones. */
function refusingUpdatesAfter(most: number): ReferenceBehavior['checkUpdate'] {
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

// Services that read the document to the letter: what it does not promise, they do not do (sections 2, 3 and 8).

export const LITERAL: readonly LegalService[] = [
  legal(
    'drops an mTxId that the first call left out',
    'order numbers that are a column of the insert alone',
    () => ({ findTransaction: findByFirstMtxid() }),
    { breaks: ['identity/remembers-late-mtxid'] },
  ),
  legal(
    'drops an mTxId that a sale was first to give, and seals what is sold',
    'captures that only reference an authorization',
    () => ({ updateAfterSale: 'refused', secondSale: 'refused', onSale: dropLate() }),
  ),
  legal(
    'drops an mTxId that a sale was first to give, and updates what is sold',
    'captures that only reference an authorization',
    () => ({ onSale: dropLate() }),
    { breaks: ['identity/remembers-late-mtxid'] },
  ),
  legal(
    'forgets a transaction with its sale, and answers 404 from then on',
    'queues that hand a sale on and delete the cart',
    () => ({ ...forgetsSold, refusal: (why) => ({ ...REFERENCE.refusal(why), status: 404 }) }),
  ),
  legal(
    'folds case, accents and width of an mTxId',
    'SQL Server with a collation CI_AI, MySQL with utf8mb4_0900_ai_ci',
    () => ({
      findTransaction: (known, request) =>
        request['sTxId'] !== undefined || typeof request['mTxId'] !== 'string'
          ? REFERENCE.findTransaction(known, request)
          : known.findLast(({ mTxId }) => mTxId !== undefined && folded(mTxId) === folded(request['mTxId'])),
    }),
    { breaks: ['identity/mtxid-is-case-sensitive'] },
  ),
];

const forgetsSold: Pick<ReferenceBehavior, 'findTransaction'> = {
  findTransaction: (known, request) =>
    REFERENCE.findTransaction(
      known.filter(({ sold }) => !sold),
      request,
    ),
};

/** The transactions that a merchant can still name by the mTxId of their first call. */
function findByFirstMtxid(): ReferenceBehavior['findTransaction'] {
  const first = new Map<unknown, string | undefined>();

  return (known, request) => {
    for (const one of known) if (!first.has(one)) first.set(one, one.mTxId);
    const { sTxId, mTxId } = request;
    if (sTxId !== undefined) return REFERENCE.findTransaction(known, request);

    return mTxId === undefined ? undefined : known.findLast((one) => first.get(one) === mTxId);
  };
}

/** Removes the mTxId that a sale has just added. */
function dropLate(): ReferenceBehavior['onSale'] {
  return (_, sold) => {
    if (sold.request['mTxId'] === undefined) sold.mTxId = undefined;
  };
}

function folded(text: unknown): string {
  return String(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
