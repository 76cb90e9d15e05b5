/** Services that refuse a valid call, or mix up transactions, for one cause that the calls of many rules have in common. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { checkFee, type Fields, REFERENCE, type ReferenceBehavior, type Transaction } from './reference.ts';

export interface Cause {
  readonly what: string;
  /** The one rule that fails. */
  readonly owner: RuleId;
  /** How its reason begins. */
  readonly sentence?: string | RegExp;
  readonly make: () => Partial<ReferenceBehavior>;
}

const BY_STXID = 'identity/update-by-stxid-keeps-stxid';
const BY_MTXID = 'identity/update-by-mtxid-keeps-stxid';
const BY_BOTH = 'identity/update-by-both-keeps-stxid';

type Check = (request: Fields, found: Transaction, updates: number) => boolean;

/** Refuses updates; `updates` counts those of the transaction before it. */
function refusingUpdates(isRefused: Check): Partial<ReferenceBehavior> {
  const counts = new Map<string, number>();

  return {
    checkUpdate(request, found) {
      const updates = counts.get(found.sTxId) ?? 0;
      if (isRefused(request, found, updates)) return 'not updated';
      counts.set(found.sTxId, updates + 1);

      return undefined;
    },
  };
}

function refusing(isRefused: (...call: Parameters<ReferenceBehavior['checkFee']>) => boolean) {
  return {
    checkFee: (...call: Parameters<ReferenceBehavior['checkFee']>) =>
      isRefused(...call) ? 'no' : checkFee(...call),
  };
}

function withMessage(
  isWaived: (request: Fields) => boolean,
  message = 'ok, fee waived',
): Partial<ReferenceBehavior> {
  return {
    feeResponse: (body, request) => (isWaived(request) ? { ...body, transactionFee: 0, message } : body),
  };
}

const status = (code: number) => ({
  refusal: (reason: string) => ({
    status: code,
    type: 'application/json',
    text: JSON.stringify({ error: reason }),
  }),
});

function failingInParallel(
  code: number,
  most: number,
  isFailed: (body: string) => boolean = () => true,
): Partial<ReferenceBehavior> {
  let now = 0;

  return {
    onArrival(request, response) {
      if (request.method !== 'POST') return false;
      now++;
      response.on('close', () => now--);

      return false;
    },
    delay: () => 2,
    intercept: (_, response) => {
      if (now <= most || !isFailed('')) return false;
      response.writeHead(code, { 'content-type': 'application/json' }).end('{"error":"busy"}');

      return true;
    },
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

export const CAUSES: readonly Cause[] = [
  {
    what: 'every update is refused',
    owner: BY_STXID,
    sentence: 'expected an accepted update',
    make: () => refusingUpdates(() => true),
  },
  {
    what: 'updates by sTxId are refused',
    owner: BY_STXID,
    make: () => refusingUpdates(({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined),
  },
  {
    what: 'updates by mTxId are refused',
    owner: BY_MTXID,
    make: () => refusingUpdates(({ sTxId }) => sTxId === undefined),
  },
  {
    what: 'updates by both identifiers are refused',
    owner: BY_BOTH,
    make: () => refusingUpdates(({ sTxId, mTxId }) => sTxId !== undefined && mTxId !== undefined),
  },
  {
    what: 'the second update is refused',
    owner: BY_STXID,
    make: () => refusingUpdates((_, __, updates) => updates >= 1),
  },
  {
    what: 'the third update is refused',
    owner: BY_STXID,
    make: () => refusingUpdates((_, __, updates) => updates >= 2),
  },
  {
    what: 'updates to another amount are refused',
    owner: BY_STXID,
    make: () => refusingUpdates(({ amount }, { request }) => amount !== request['amount']),
  },
  {
    what: 'updates to the same amount are refused',
    owner: BY_STXID,
    make: () => refusingUpdates(({ amount }, { request }) => amount === request['amount']),
  },
  {
    what: 'updates with another amount than the first call are refused after one',
    owner: BY_STXID,
    make: () => refusingUpdates(({ amount }, { request }, n) => n > 0 && amount !== request['amount']),
  },
  {
    what: 'updates of the merchant with several processors are refused',
    owner: BY_STXID,
    make: () => refusingUpdates((_, { merchant }) => merchant === 'several'),
  },
  {
    what: 'updates that name a processor are refused',
    owner: 'processor/accepts-mid-or-name',
    make: () =>
      refusingUpdates(({ processor }, { merchant }) => processor !== undefined && merchant === 'one'),
  },
  {
    what: 'updates that name the processor by its name are refused',
    owner: 'processor/accepts-mid-or-name',
    make: () => refusingUpdates(({ processor }) => processor === 'alpha' || processor === 'beta'),
  },
  {
    what: 'updates with an ISO code are refused',
    sentence:
      '2 calls: an update by sTxId, with region "US-AZ", is refused; with "85004" it is accepted. Expected ',
    owner: 'region/accepts-iso-state-code',
    make: () => refusingUpdates(({ region }) => /-/.test(String(region))),
  },
  {
    what: 'updates by mTxId with a zip code are refused',
    owner: BY_MTXID,
    make: () => refusingUpdates(({ region, sTxId }) => sTxId === undefined && /^\d/.test(String(region))),
  },
  {
    what: 'the success message differs for ISO codes',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ region }) => /-/.test(String(region))),
  },
  {
    what: 'the success message differs for states',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ region }) => /^[A-Z]/.test(String(region))),
  },
  {
    what: 'the success message differs for one zip code',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ region }) => region === '02134'),
  },
  {
    what: 'the success message differs for zip codes',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ region }) => /^\d/.test(String(region))),
  },
  {
    what: 'the success message differs for nicns of 7 digits',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ nicn }) => String(nicn).length === 7),
  },
  {
    what: 'the success message differs for a card',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ nicn }) => String(nicn).startsWith('411111')),
  },
  {
    what: 'the success message differs for small amounts',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ amount }) => Number(amount) < 1),
  },
  {
    what: 'the success message differs in updates',
    owner: 'fee-response/has-message-ok',
    make: () => ({
      feeResponse: (body, request) =>
        request['sTxId'] === undefined ? body : { ...body, message: 'updated' },
    }),
  },
  {
    what: 'the success message differs for processor beta',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ processor }) => processor === 'beta' || processor === '700200'),
  },
  {
    what: 'the success message differs for one processor by name',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ processor }) => processor === 'alpha'),
  },
  {
    what: 'the success message differs with data',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ data }) => data !== undefined),
  },
  {
    what: 'the success message differs with texts that have a quote',
    owner: 'fee-response/has-message-ok',
    make: () => withMessage(({ data, campaign }) => /['"]/.test([data, campaign].flat().join())),
  },
  {
    what: 'bodies over 400 bytes are refused',
    owner: 'opaque/campaign-and-data-are-opaque',
    make: () => ({
      ...status(413),
      checkBody: (body) => (Buffer.byteLength(body) > 400 ? 'too large' : undefined),
    }),
  },
  {
    what: 'bodies over 300 bytes are refused',
    sentence:
      /^1 call: a body of (?:30[1-9]|3[1-9]\d|[4-9]\d\d) bytes is refused, whatever it holds; a shorter one is accepted\. Expected /,
    owner: 'opaque/campaign-and-data-are-opaque',
    make: () => ({
      ...status(413),
      checkBody: (body) => (Buffer.byteLength(body) > 300 ? 'too large' : undefined),
    }),
  },
  {
    what: 'bodies over 200 bytes are refused',
    owner: 'opaque/campaign-and-data-are-opaque',
    make: () => ({
      ...status(413),
      checkBody: (body) => (Buffer.byteLength(body) > 200 ? 'too large' : undefined),
    }),
  },
  {
    what: 'campaign is refused',
    owner: 'fee-request/accepts-each-optional-field',
    make: () => refusing(({ campaign }) => campaign !== undefined),
  },
  {
    what: 'texts with a single quote are refused',
    owner: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ data, campaign }) => /'/.test([data, campaign].flat().join())),
  },
  {
    what: 'more than 64 characters in all of campaign are refused',
    owner: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ campaign }) => [campaign ?? ''].flat().join('').length > 64),
  },
  {
    what: 'transactions with one cardToken are mixed up',
    owner: 'identity/stxid-is-unique',
    make: () => sharedCardToken,
  },
  {
    what: 'calls fail with 500 while four others are in progress',
    owner: 'identity/concurrent-updates-keep-stxid',
    make: () => failingInParallel(500, 4),
  },
  {
    what: 'calls fail with 500 while another is in progress',
    owner: 'identity/concurrent-updates-keep-stxid',
    make: () => failingInParallel(500, 1),
  },
  {
    what: 'first calls with an mTxId are refused',
    owner: 'fee-request/accepts-each-optional-field',
    make: () => refusing(({ mTxId }, _, found) => mTxId !== undefined && found === undefined),
  },
  {
    what: 'amounts with cents are refused',
    owner: 'fee-request/accepts-decimal-amounts',
    make: () => refusing(({ amount }) => !Number.isInteger(amount)),
  },
  {
    what: 'amounts with cents are refused in updates',
    owner: 'fee-request/accepts-decimal-amounts',
    make: () => refusingUpdates(({ amount }) => !Number.isInteger(amount)),
  },
  {
    what: 'amounts above 1000 are refused',
    owner: 'fee-request/accepts-decimal-amounts',
    make: () => refusing(({ amount }) => Number(amount) > 1000),
  },
  {
    what: 'a second first call with the same fields is refused',
    owner: 'fee-request/accepts-required-fields-alone',
    make: () => {
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
  {
    what: 'sales after an update are refused',
    owner: 'identity/state-machine',
    make: () => {
      const updated = new Set<string>();
      return {
        checkUpdate: (_, { sTxId }) => {
          updated.add(sTxId);
          return undefined;
        },
        checkSale: (request, found) =>
          REFERENCE.checkSale(request, found) ?? (found && updated.has(found.sTxId) ? 'updated' : undefined),
      };
    },
  },
  {
    what: 'sales with an authCode are refused',
    owner: 'sale/authcode-is-optional',
    make: () => ({
      checkSale: (request, found) =>
        REFERENCE.checkSale(request, found) ?? (request['authCode'] === undefined ? undefined : 'no'),
    }),
  },
  {
    what: 'sales of the merchant with several processors are refused',
    owner: 'sale/accepts-stxid',
    make: () => ({
      checkSale: (request, found) =>
        REFERENCE.checkSale(request, found) ?? (found?.merchant === 'several' ? 'no' : undefined),
    }),
  },
  {
    what: 'sales by an mTxId with a dash are refused',
    owner: 'sale/accepts-mtxid',
    sentence:
      '2 calls: a sale by mTxId, with an mTxId with a dash, is refused; with one of small letters and digits it is accepted.',
    make: () => ({
      checkSale: (request, found) =>
        REFERENCE.checkSale(request, found) ?? (/-/.test(String(request['mTxId'])) ? 'no' : undefined),
    }),
  },
  {
    what: 'sales for a nicn of 7 digits are refused',
    owner: 'sale/accepts-stxid',
    sentence:
      '2 calls: a sale by sTxId of a transaction, with nicn "4242424", is refused; with "424242" it is accepted.',
    make: () => ({
      checkSale: (request, found) =>
        REFERENCE.checkSale(request, found) ??
        (String(found?.request['nicn']).length === 7 ? 'no' : undefined),
    }),
  },
  {
    what: 'sales by mTxId are refused',
    owner: 'sale/accepts-mtxid',
    make: () => ({
      checkSale: (request, found) =>
        REFERENCE.checkSale(request, found) ?? (request['sTxId'] === undefined ? 'no' : undefined),
    }),
  },
  {
    what: 'nicns of 7 digits are refused in updates',
    owner: 'nicn/accepts-6-to-8-digits',
    make: () => refusingUpdates(({ nicn }) => String(nicn).length === 7),
  },
  {
    what: 'totalAmount is refused',
    owner: 'multi-pay/accepts-part-of-total',
    make: () => refusing(({ totalAmount }) => totalAmount !== undefined),
  },
  {
    what: 'totalAmount is refused in updates',
    owner: 'multi-pay/accepts-part-of-total',
    make: () => refusingUpdates(({ totalAmount }) => totalAmount !== undefined),
  },
  {
    what: 'data beside campaign is refused',
    owner: 'fee-request/accepts-all-fields-at-once',
    make: () => refusing(({ data, campaign }) => data !== undefined && campaign !== undefined),
  },
];
