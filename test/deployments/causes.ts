/** Services that refuse a valid call, or mix up transactions, for one cause that the calls of many rules have in common. */
import { defects, type Make } from './judge.ts';
import {
  checkFee,
  checkSale,
  type Fields,
  REFERENCE,
  type ReferenceBehavior,
  type Transaction,
} from './reference.ts';

const BY_STXID = 'identity/update-by-stxid-keeps-stxid';
const BY_MTXID = 'identity/update-by-mtxid-keeps-stxid';
const BY_BOTH = 'identity/update-by-both-keeps-stxid';

type Check = (request: Fields, found: Transaction, updates: number) => boolean;

/** Refuses updates; `updates` counts those of the transaction before it. */
function updates(isRefused: Check): Make {
  return () => {
    const counts = new Map<string, number>();

    return {
      checkUpdate(request, found) {
        const before = counts.get(found.sTxId) ?? 0;
        if (isRefused(request, found, before)) return 'not updated';
        counts.set(found.sTxId, before + 1);

        return undefined;
      },
    };
  };
}

const fees =
  (isRefused: (...call: Parameters<ReferenceBehavior['checkFee']>) => boolean): Make =>
  () => ({ checkFee: (...call) => (isRefused(...call) ? 'no' : checkFee(...call)) });

/** Refuses sales for another reason. */
const sales =
  (isRefused: (request: Fields, found: Transaction | undefined) => boolean) =>
  (): Partial<ReferenceBehavior> => ({
    checkSale: (request, found) =>
      checkSale(request, found) ?? (isRefused(request, found) ? 'no' : undefined),
  });

/** Refuses bodies of more bytes. */
const bodiesOver =
  (bytes: number): Make =>
  () => ({
    refusal: (reason) => ({ ...REFERENCE.refusal(reason), status: 413 }),
    checkBody: (body) => (Buffer.byteLength(body) > bytes ? 'too large' : undefined),
  });

const messages =
  (isWaived: (request: Fields) => boolean, message = 'ok, fee waived'): Make =>
  () => ({
    feeResponse: (body, request) => (isWaived(request) ? { ...body, transactionFee: 0, message } : body),
  });

function failingInParallel(code: number, most: number): Partial<ReferenceBehavior> {
  return {
    onArrival({ method }, response, atOnce) {
      const isBusy = method === 'POST' && atOnce > most;
      if (isBusy) response.writeHead(code, { 'content-type': 'application/json' }).end('{"error":"busy"}');

      return isBusy;
    },
    delay: () => 2,
  };
}

/** Finds a transaction by its cardToken. */
const sharedCardToken: Partial<ReferenceBehavior> = {
  findTransaction(known, request) {
    const { cardToken } = request;

    return (
      (cardToken === undefined
        ? undefined
        : known.find(({ request: { cardToken: other } }) => other === cardToken)) ??
      REFERENCE.findTransaction(known, request)
    );
  },
};

export const CAUSES = defects({
  [BY_STXID]: {
    'every update is refused': { sentence: 'expected an accepted update', make: updates(() => true) },
    'updates by sTxId are refused': updates(({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined),
    'updates without the mTxId of their transaction are refused': updates(
      ({ mTxId }, found) => mTxId === undefined && found.mTxId !== undefined,
    ),
    'the second update is refused': updates((_, __, updates) => updates >= 1),
    'no sTxId is found by the call after its first': () => {
      let calls = 0;
      const openedAt = new Map<string, number>();

      return {
        onBody: () => void calls++,
        onFee(known) {
          for (const { sTxId } of known) if (!openedAt.has(sTxId)) openedAt.set(sTxId, calls);
        },
        findTransaction: (known, request) =>
          REFERENCE.findTransaction(
            known.filter(({ sTxId }) => sTxId !== request['sTxId'] || openedAt.get(sTxId) !== calls - 1),
            request,
          ),
      };
    },
    'the third update is refused': updates((_, __, updates) => updates >= 2),
    'updates to another amount are refused': updates(
      ({ amount }, { request }) => amount !== request['amount'],
    ),
    'updates with another amount than the first call are refused after one': updates(
      ({ amount }, { request }, n) => n > 0 && amount !== request['amount'],
    ),
    'updates of the merchant with several processors are refused': updates(
      (_, { merchant }) => merchant === 'several',
    ),
  },
  [BY_MTXID]: {
    'updates by mTxId are refused': updates(({ sTxId }) => sTxId === undefined),
    'an update by sTxId takes over the latest mTxId': () => {
      const latest = new Map<string, unknown>();
      const takenOver = new Map<unknown, string>();

      return {
        checkFee(request, context, found) {
          if (request['mTxId'] !== undefined) latest.set(context.merchant, request['mTxId']);

          return checkFee(request, context, found);
        },
        checkUpdate(request, { merchant, sTxId }) {
          if (request['mTxId'] === undefined) takenOver.set(latest.get(merchant), sTxId);

          return undefined;
        },
        findTransaction(known, request) {
          const one = known.find(({ sTxId }) => sTxId === takenOver.get(request['mTxId']));

          return (request['sTxId'] === undefined && one) || REFERENCE.findTransaction(known, request);
        },
      };
    },
  },
  [BY_BOTH]: {
    'updates by both identifiers are refused': updates(
      ({ sTxId, mTxId }) => sTxId !== undefined && mTxId !== undefined,
    ),
  },
  'processor/accepts-mid-or-name': {
    'updates that name a processor are refused': updates(
      ({ processor }, { merchant }) => processor !== undefined && merchant === 'one',
    ),
    'updates that name the processor by its name are refused': updates(
      ({ processor }) => processor === 'alpha' || processor === 'beta',
    ),
  },
  'region/accepts-iso-state-code': {
    'updates with an ISO code are refused': {
      sentence:
        '2 calls: an update by sTxId, with region "US-AZ", is refused; with "85004" it is accepted. Expected ',
      make: updates(({ region }) => /-/.test(String(region))),
    },
  },
  'fee-response/has-message-ok': {
    'the success message differs for ISO codes': messages(({ region }) => /-/.test(String(region))),
    'the success message differs for one zip code': messages(({ region }) => region === '02134'),
    'the success message differs for nicns of 7 digits': messages(({ nicn }) => String(nicn).length === 7),
    'the success message differs for a card': messages(({ nicn }) => String(nicn).startsWith('411111')),
    'the success message differs for small amounts': messages(({ amount }) => Number(amount) < 1),
    'the success message differs in updates': () => ({
      feeResponse: (body, request) =>
        request['sTxId'] === undefined ? body : { ...body, message: 'updated' },
    }),
    'the success message differs for processor beta': messages(
      ({ processor }) => processor === 'beta' || processor === '700200',
    ),
    'the success message differs for one processor by name': messages(
      ({ processor }) => processor === 'alpha',
    ),
    'the success message differs with data': messages(({ data }) => data !== undefined),
    'the success message differs with texts that have a quote': messages(({ data, campaign }) =>
      /['"]/.test([data, campaign].flat().join()),
    ),
  },
  'opaque/campaign-and-data-are-opaque': {
    'bodies over 300 bytes are refused': {
      sentence:
        /^1 call: a body of (?:30[1-9]|3[1-9]\d|[4-9]\d\d) bytes is refused, whatever it holds; a shorter one is accepted\. Expected /,
      make: bodiesOver(300),
    },
    'texts with a single quote are refused': fees(({ data, campaign }) =>
      /'/.test([data, campaign].flat().join()),
    ),
  },
  'fee-request/accepts-each-optional-field': {
    'campaign is refused': fees(({ campaign }) => campaign !== undefined),
    'first calls with an mTxId are refused': fees(
      ({ mTxId }, _, found) => mTxId !== undefined && found === undefined,
    ),
  },
  'identity/stxid-is-unique': {
    'transactions with one cardToken are mixed up': () => sharedCardToken,
  },
  'identity/concurrent-updates-keep-stxid': {
    'calls fail with 500 while four others are in progress': () => failingInParallel(500, 4),
    'calls fail with 500 while another is in progress': () => failingInParallel(500, 1),
  },
  'fee-request/accepts-decimal-amounts': {
    'amounts with cents are refused': fees(({ amount }) => !Number.isInteger(amount)),
    'amounts with cents are refused in updates': updates(({ amount }) => !Number.isInteger(amount)),
    'amounts above 1000 are refused': fees(({ amount }) => Number(amount) > 1000),
  },
  'fee-request/accepts-required-fields-alone': {
    'a second first call with the same fields is refused': () => {
      let last = '';
      return {
        checkBody(body) {
          const isSame = body === last;
          last = body;
          return isSame ? 'duplicate' : undefined;
        },
      };
    },
  },
  'identity/state-machine': {
    'sales after an update are refused': () => {
      const updated = new Set<string>();
      return {
        checkUpdate: (_, { sTxId }) => void updated.add(sTxId),
        ...sales((_, found) => found !== undefined && updated.has(found.sTxId))(),
      };
    },
  },
  'sale/authcode-is-optional': {
    'sales with an authCode are refused': sales(({ authCode }) => authCode !== undefined),
  },
  'sale/accepts-stxid': {
    'sales of the merchant with several processors are refused': sales(
      (_, found) => found?.merchant === 'several',
    ),
    'sales for a nicn of 7 digits are refused': {
      sentence:
        '2 calls: a sale by sTxId of a transaction, with nicn "4242424", is refused; with "424242" it is accepted.',
      make: sales((_, found) => String(found?.request['nicn']).length === 7),
    },
  },
  'sale/accepts-mtxid': {
    'sales by an mTxId with a dash are refused': {
      sentence:
        '2 calls: a sale by mTxId, with an mTxId that has a dash and is longer, is refused; with one of small letters and digits it is accepted.',
      make: sales(({ mTxId }) => /-/.test(String(mTxId))),
    },
    'sales by mTxId are refused': sales(({ sTxId }) => sTxId === undefined),
  },
  'nicn/accepts-6-to-8-digits': {
    'nicns of 7 digits are refused in updates': updates(({ nicn }) => String(nicn).length === 7),
  },
  'multi-pay/accepts-part-of-total': {
    'totalAmount is refused': fees(({ totalAmount }) => totalAmount !== undefined),
    'totalAmount is refused in updates': updates(({ totalAmount }) => totalAmount !== undefined),
  },
  'fee-request/accepts-all-fields-at-once': {
    'data beside campaign is refused': fees(
      ({ data, campaign }) => data !== undefined && campaign !== undefined,
    ),
  },
});
