/** Defects in which transaction a call names, and in sales (sections 1.2, 2.3 and 4). */
import { hasIdentifier } from '../../../ledger/accounts.ts';
import { type Fields, VALID_FEE_REQUEST } from '../../request.ts';
import {
  ANY,
  addCents,
  both,
  changeRequest,
  changeResponse,
  type Defects,
  readBrokenBody,
  refuseFee,
  refuseSale,
  repair,
  type Where,
  when,
} from './defect.ts';
import { also, isNamed } from './places.ts';
import {
  answerForAnother,
  attachToLastTransaction,
  CONCURRENT,
  changeLedger,
  changeMTxIdOnce,
  changeMTxIds,
  changeNames,
  countForEachMerchant,
  findSimilar,
  forgetAfter,
  forgetMTxIds,
  forgetOldTransactions,
  keepFees,
  keyBy,
  lockLastTransaction,
  mixUp,
  neverFind,
  openTwice,
  refuseNamed,
  reopen,
  repeatEvery,
  takeField,
  type Way,
} from './transactions.ts';

const isFirst: Where = (_, { by }) => by === 'first';
const isUpdate: Where = (_, { by }) => by !== 'first';
const onlyStxid = { sTxId: ANY, mTxId: undefined };
const onlyMTxId = { sTxId: undefined, mTxId: ANY };

/** Calls by these identifiers after the first update. */
const afterAnUpdate =
  (way: Way): Where =>
  (_, { by, fees }) =>
    by === way && fees > 1;

/** Prices updates without the field of this pointer with these values. */
const takePart = (pointer: string, values: Fields) =>
  when(
    isUpdate,
    both(
      () => ({ validate: (violations) => violations.filter((one) => one.pointer !== pointer) }),
      changeRequest((fields) => ({ ...values, ...fields })),
    ),
  );

const slice = (start: number, end?: number) => changeMTxIds((mTxId) => mTxId.slice(start, end));
/** Replaces parts of an mTxId; drops them by default. */
const replace = (parts: RegExp, by = '') => changeMTxIds((mTxId) => mTxId.replaceAll(parts, by));
const keepFirstFee = keepFees(([first]) => first);

/** Stands for a body that could not be read. */
const UNREAD = 'unread';

export const IDENTITY_DEFECTS = {
  'identity/stxid-is-unique': {
    'returns the same sTxId for first calls with equal bodies': keyBy('calculateFee', (fields) => fields),
    'between-merchants: counts the transactions of each merchant by itself': countForEachMerchant,
    [`at-once: mixes up the sTxIds of ${CONCURRENT} or more first calls at the same time`]: mixUp(
      'calculateFee',
      'sTxId',
      isFirst,
    ),
    'card-token-used-before: returns the same sTxId for first calls with the same cardToken': keyBy(
      'calculateFee',
      ({ cardToken }) => cardToken,
    ),
    'data-used-before: returns the same sTxId for first calls with the same data': keyBy(
      'calculateFee',
      ({ data }) => data,
    ),
    'campaign-used-before-for-several: returns the same sTxId for first calls with the same campaign': keyBy(
      'calculateFee',
      ({ campaign }) => campaign,
    ),
    'every-tenth: returns the sTxId of the first call before it for every tenth first call': repeatEvery(10),
  },
  'identity/merchants-are-isolated': {
    'shares transactions between merchants': changeNames(() => 'shared'),
  },
  'identity/one-transaction-per-mtxid': {
    'opens two transactions for two first calls at the same time with one mTxId': openTwice,
  },
  'identity/partial-update-keeps-or-refuses': {
    'prices an update without amount as one of a dollar': takePart('/amount', { amount: 1 }),
    'nicn: prices an update without nicn by another card': takePart('/nicn', { nicn: '340000' }),
    'processor-for-several: prices an update without processor by the first one': both(
      takePart('/processor', {}),
      when(
        isUpdate,
        repair('processor-required', ({ processors }) => ({ processor: processors[0]?.mid })),
      ),
    ),
  },
  'identity/outlives-a-pause': {
    'forgets a transaction after ten seconds': forgetAfter(10_000),
  },
  'identity/concurrent-updates-keep-stxid': also(['for-several'], {
    [`mixes up the sTxIds of ${CONCURRENT} or more updates at the same time`]: mixUp(
      'calculateFee',
      'sTxId',
      isUpdate,
    ),
    [`fees: mixes up the fees of ${CONCURRENT} or more updates at the same time`]: mixUp(
      'calculateFee',
      'transactionFee',
      isUpdate,
    ),
    [`sales: mixes up the sTxIds of ${CONCURRENT} or more sales at the same time`]: mixUp(
      'attachSale',
      'sTxId',
      {},
    ),
    [`merchants: mixes up the sTxIds of updates with those of ${CONCURRENT - 1} or more by another merchant`]:
      mixUp('calculateFee', 'sTxId', isUpdate, 'merchants'),
  }),
  'identity/outlives-other-traffic': {
    'forgets a transaction after 200 newer ones of its merchant': forgetOldTransactions(200),
    'after-30: forgets a transaction after 30 newer ones of its merchant': forgetOldTransactions(30),
    'after-100: forgets a transaction after 100 newer ones of its merchant': forgetOldTransactions(100),
    'after-400: forgets a transaction after 400 newer ones of its merchant': forgetOldTransactions(400),
    'after-90-for-several: forgets a transaction after 90 newer ones of its merchant':
      forgetOldTransactions(90),
  },

  'identity/update-by-stxid-keeps-stxid': also(['for-several', 'with-campaign', 'with-another-processor'], {
    'returns a new sTxId for an update by sTxId': reopen('sTxId'),
    'second-update: returns a new sTxId for the second update by sTxId': reopen(
      'sTxId',
      (_, { fees }) => fees === 2,
    ),
  }),
  'identity/update-by-mtxid-keeps-stxid': also(
    [
      'for-several',
      'with-total-amount',
      'with-country-for-several',
      'with-another-processor',
      'with-another-region',
    ],
    {
      'returns a new sTxId for an update by mTxId': reopen('mTxId'),
      'after-a-refused-sale: forgets the mTxId of a transaction after a sale that it refused': forgetMTxIds(
        (_, { operation }, outcome) => operation === 'attachSale' && outcome === 'refused',
      ),
      'names-of-object-properties: opens a transaction for each call with constructor, toString or the like as mTxId':
        neverFind((mTxId) => mTxId in {}),
      'of-more-than-50-characters: opens a transaction for each call with an mTxId of more than 50 characters':
        neverFind((mTxId) => mTxId.length > 50),
      'of-another-transaction: returns the sTxId of another transaction for an update by mTxId':
        answerForAnother('calculateFee', (_, { by }) => by === 'mTxId'),
    },
  ),
  'identity/update-by-both-keeps-stxid': also(['for-several', 'with-data', 'with-card-token-for-several'], {
    'returns a new sTxId for an update by both identifiers': reopen('both'),
  }),
  'identity/update-recalculates-fee': also(['for-several', 'with-data'], {
    'returns the fee of the first call for an update': keepFirstFee,
    'of-another-card, of-another-card-for-several: prices an update with the first nicn': takeField('nicn'),
    'of-another-processor: prices an update with the processor of the first call': takeField('processor'),
    'of-another-region: adds 25 cents to the fee for 02134, and prices an update with the region of the first call':
      both(addCents(25, { region: /^02134$/ }), takeField('region')),
    'of-another-country: adds 25 cents to the fee abroad, and prices an update with the country of the first call':
      both(addCents(25, { country: /^(?!840$)/ }), takeField('country')),
    'of-another-processor-by-name: adds 10 cents to the fee of an update that gives the processor by name':
      addCents(
        10,
        (fields, at, call) =>
          at.by !== 'first' && call.context.merchant.processors.length > 1 && isNamed(fields, at, call),
      ),
    'processor-of-the-last-first-call: prices an update with the processor of the transaction opened last':
      takeField('processor', 'last first call'),
    'card-of-the-last-call: prices an update by mTxId with the nicn of the call before it': takeField(
      'nicn',
      'last call',
      'mTxId',
    ),
    'amount-of-the-last-call: prices an update by both identifiers with the amount of the call before it':
      when(({ amount }) => Number(amount) > 0, takeField('amount', 'last call', 'both')),
    'smaller-amounts: returns the highest fee of a transaction so far': keepFees((fees) => Math.max(...fees)),
    'third-fee: returns the second fee of a transaction for the third call': keepFees((fees) =>
      fees.length === 3 ? fees[1] : fees.at(-1),
    ),
    'of-the-first-processor: prices an update with the first processor of the merchant': when(
      isUpdate,
      changeRequest((fields, _, { context: { merchant } }) => ({
        ...fields,
        processor: merchant.processors[0]?.mid,
      })),
    ),
  }),

  'identity/distinct-mtxids-are-distinct': also(['for-several'], {
    'ignores the last character of an mTxId': slice(0, -1),
    'longer-ones: finds a transaction by the beginning of its mTxId': findSimilar((known, mTxId) =>
      known.startsWith(mTxId),
    ),
    'double-dashes: takes two dashes in an mTxId for one': replace(/--/g, '-'),
    'dashes, dashes-for-several: ignores the dashes of an mTxId': replace(/-/g),
    'prefix: reads an mTxId up to the second dash': replace(/(?<=^[^-]*-[^-]*)-.*/gs),
    'leading-zeros: ignores the leading zeros of an mTxId': replace(/^0+/g),
    'numbers, numbers-for-several: reads an mTxId of digits as a number': changeMTxIds((mTxId) =>
      /^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId,
    ),
    'look-alike-letters: takes a capital O in an mTxId for a zero': replace(/O/g, '0'),
    'middle-of-50-characters: keeps the first and the last 25 characters of an mTxId': changeMTxIds(
      (mTxId) => (mTxId.length > 50 ? mTxId.slice(0, 25) + mTxId.slice(-25) : mTxId),
    ),
    'first-255-characters: ignores all but the first 255 characters of an mTxId': slice(0, 255),
    'first-64-characters-for-several: ignores all but the first 64 characters of an mTxId': slice(0, 64),
    'first-20-characters: ignores all but the first 20 characters of an mTxId': slice(0, 20),
    'last-16-characters: ignores all but the last 16 characters of an mTxId': slice(-16),
    'first-40-of-64-characters: ignores all but the first 40 characters of an mTxId, and refuses more than 64':
      both(slice(0, 40), refuseFee('mTxId', /^.{65,}$/)),
    'marks: ignores all but the letters and digits of an mTxId': replace(/[^a-z0-9]/gi),
    'checksum: keeps a checksum of three digits of an mTxId': changeMTxIds((mTxId) =>
      String([...mTxId].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 997, 7)),
    ),
    'underscores: takes an underscore in a known mTxId for any character': findSimilar((known, mTxId) =>
      new RegExp(`^${known.replaceAll(/\W/g, '\\$&').replaceAll('_', '.')}$`).test(mTxId),
    ),
  }),
  'identity/mtxid-is-case-sensitive': also(['for-several'], {
    'ignores the case of an mTxId': changeMTxIds((mTxId) => mTxId.toLowerCase()),
    'full-width-digits: takes the full-width digits of an mTxId for ordinary ones': changeMTxIds((mTxId) =>
      mTxId.normalize('NFKC'),
    ),
    'accents: ignores the accents of an mTxId': changeMTxIds((mTxId) =>
      mTxId.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    ),
  }),

  'identity/state-machine': also(['for-several'], {
    'forgets the mTxId of a transaction after an update by sTxId alone': forgetMTxIds(
      ({ by }, { operation }) => by === 'sTxId' && operation === 'calculateFee',
    ),
    'refused-update: forgets the mTxId of a transaction after an update that it refused': forgetMTxIds(
      (_, { operation }, outcome) => operation === 'calculateFee' && outcome === 'refused',
    ),
    'refused-amount: forgets the mTxId of a transaction after an update with a text as amount': forgetMTxIds(
      (_, { fields }, outcome) => outcome === 'refused' && typeof fields['amount'] === 'string',
    ),
    'sale-by-mtxid-after-an-update: refuses a sale by mTxId after an update': refuseSale(
      'mTxId',
      afterAnUpdate('mTxId'),
    ),
    'late-mtxid-after-an-update: refuses a sale by sTxId with a new mTxId after an update': refuseSale(
      'mTxId',
      (_, { by, fees, opening }) => by === 'both' && fees > 1 && opening['mTxId'] === undefined,
    ),
    'second-sale, second-sale-for-several: returns the sTxId of another transaction for a second sale':
      answerForAnother('attachSale', (_, { sales }) => sales > 0),
    'update-after-a-sale: returns the sTxId of another transaction for an update by sTxId': answerForAnother(
      'calculateFee',
      (_, { by, sales }) => by === 'sTxId' && sales > 0,
    ),
    'update-after-a-sale-for-several: returns the sTxId of another transaction for an update by both identifiers after a sale':
      answerForAnother('calculateFee', (_, { by, sales }) => by === 'both' && sales > 0),
    'second-mtxid: lets one update by sTxId change the mTxId; a second such update opens a new transaction':
      changeMTxIdOnce,
    'second-update: forgets the mTxId of a transaction after the second update by sTxId': forgetMTxIds(
      ({ by, fees }, { operation }) => by === 'sTxId' && operation === 'calculateFee' && fees === 2,
    ),
    'sale-by-stxid-after-an-update: refuses a sale by sTxId after an update': refuseSale(
      'sTxId',
      afterAnUpdate('sTxId'),
    ),
  }),
  'identity/remembers-late-mtxid': also(['for-several'], {
    'forgets an mTxId that was first given in an update': forgetMTxIds(
      ({ by, opening }, { operation }) =>
        operation === 'calculateFee' && by === 'both' && opening['mTxId'] === undefined,
    ),
    'of-a-sale: forgets an mTxId that was first given in a sale': changeLedger((ledger) => ({
      async attach(merchant, by, sale) {
        const { sTxId, mTxId } = by;
        const isLate = sTxId !== undefined && (await ledger.find(merchant, { mTxId })).kind !== 'found';

        return ledger.attach(merchant, isLate ? { sTxId } : by, sale);
      },
    })),
  }),

  'sale/accepts-stxid': also(['for-several'], {
    'refuses a sale by sTxId alone': refuseSale('sTxId', onlyStxid),
    'authcode-used-before: attaches a sale to the transaction of an earlier sale with the same authCode':
      keyBy('attachSale', ({ authCode }) => authCode),
    'seven-digits: refuses a sale by sTxId for a card of seven digits': refuseSale(
      'sTxId',
      ({ sTxId }, { opening }) => sTxId !== undefined && String(opening['nicn']).length === 7,
    ),
    'beside-an-mtxid: refuses a sale by sTxId alone of a transaction with an mTxId': refuseSale(
      'mTxId',
      ({ mTxId }, { opening }) => mTxId === undefined && opening['mTxId'] !== undefined,
    ),
  }),
  'sale/accepts-mtxid': also(['for-several'], {
    'refuses a sale by mTxId alone': refuseSale('mTxId', onlyMTxId),
    'without-authcode: refuses a sale by mTxId without an authCode': refuseSale('authCode', {
      sTxId: undefined,
      authCode: undefined,
    }),
    'long-mtxid: refuses a sale with an mTxId of more than 40 characters': refuseSale('mTxId', /^.{41,}$/),
    'mtxid-as-stxid: returns the mTxId as the sTxId of a sale by mTxId': changeResponse(
      'attachSale',
      (body, { sTxId, mTxId }) => ({ ...body, sTxId: sTxId ?? mTxId }),
    ),
    'last-transaction: attaches a sale by mTxId to the last transaction': attachToLastTransaction(onlyMTxId),
  }),
  'sale/accepts-both': {
    'refuses a sale by both identifiers of one transaction': refuseNamed('known'),
  },
  'sale/accepts-late-mtxid': also(['for-several'], {
    'refuses a sale by sTxId with a new mTxId': refuseNamed('new'),
  }),
  'sale/requires-stxid-or-mtxid': also(['for-several'], {
    'attaches a sale without identifiers to the last transaction': attachToLastTransaction(),
    'null-as-mtxid: attaches a sale whose mTxId is null to the last transaction': attachToLastTransaction({
      mTxId: /^null$/,
    }),
    'null-as-stxid-beside-an-authcode: attaches a sale with an authCode and null as sTxId to the last transaction':
      attachToLastTransaction({ sTxId: /^null$/, authCode: ANY }),
    'in-a-body-that-is-no-json: attaches a sale whose body is not JSON to the last transaction': both(
      attachToLastTransaction({ authCode: /^unread$/ }),
      readBrokenBody('attachSale', { authCode: UNREAD }),
    ),
    'refused-yet-sold, refused-yet-sold-for-several: refuses a sale without identifiers and a later sale of the last transaction, as if it were sold':
      lockLastTransaction,
    'beside-an-authcode: attaches a sale with an authCode alone to the last transaction':
      attachToLastTransaction((fields) => !hasIdentifier(fields) && fields['authCode'] !== undefined),
  }),
  'sale/authcode-is-optional': {
    'refuses a sale without an authCode': refuseSale('authCode', { authCode: undefined }),
  },
  'sale/authcode-is-opaque': {
    'refuses an authCode with a quote, an angle bracket or a character beyond ASCII': refuseSale(
      'authCode',
      /[^ -~]|["<>]/,
    ),
    'markup-by-mtxid: refuses an authCode with an angle bracket in a sale by mTxId': refuseSale('authCode', {
      sTxId: undefined,
      authCode: /</,
    }),
    'sql-by-both: refuses an authCode with a quote in a sale by both identifiers': refuseSale('authCode', {
      sTxId: ANY,
      mTxId: ANY,
      authCode: /'/,
    }),
    'markup-after-an-update: refuses an authCode with an angle bracket in a sale by mTxId after an update':
      when(afterAnUpdate('mTxId'), refuseSale('authCode', /</)),
    'markup-for-several: refuses an authCode with an angle bracket': refuseSale('authCode', /</),
    'six-digits: refuses an authCode of six digits': refuseSale('authCode', /^\d{6}$/),
    'long: refuses an authCode of more than 15 characters': refuseSale('authCode', /^.{16,}$/s),
  },
  'sale/answers-stxid-string': {
    'returns a number as the sTxId of a sale': changeResponse('attachSale', (body) => ({
      ...body,
      sTxId: Number.parseInt(String(body['sTxId']), 16) || 1,
    })),
    'by-mtxid: returns a number as the sTxId of a sale by mTxId': when(
      { sTxId: undefined },
      changeResponse('attachSale', (body) => ({ ...body, sTxId: 7 })),
    ),
  },
  'sale/refuses-unknown-transaction': {
    'accepts the sale of an unknown transaction': changeLedger((ledger) => ({
      async attach(merchant, by, sale) {
        const attached = await ledger.attach(merchant, by, sale);
        if (attached.kind !== 'unknown') return attached;
        const { sTxId = 'unknown', mTxId } = by;

        return { kind: 'attached', transaction: { request: VALID_FEE_REQUEST, fee: 0, sTxId, mTxId, sale } };
      },
    })),
  },
  'sale/refuses-mismatched-identifiers': {
    'ignores the mTxId of a sale if it belongs to another transaction than the sTxId': changeLedger(
      (ledger) => ({
        async attach(merchant, by, sale) {
          const attached = await ledger.attach(merchant, by, sale);
          const { sTxId } = by;

          return attached.kind === 'mismatched' && sTxId !== undefined
            ? ledger.attach(merchant, { sTxId }, sale)
            : attached;
        },
      }),
    ),
  },
} as const satisfies Readonly<Record<string, Defects>>;
