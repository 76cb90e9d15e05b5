/** Realistic defects of deployments, each with the rule that has to find it. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import {
  checkFee,
  checkSale,
  type Fields,
  REFERENCE,
  type ReferenceBehavior,
  type Transaction,
} from './reference.ts';

export interface Defect {
  readonly what: string;
  readonly rule: RuleId;
  readonly make: () => Partial<ReferenceBehavior>;
  /** The suite's timeout in milliseconds; short where no answer comes. */
  readonly timeout?: number;
  /** Rules whose calls meet the defect, where those of its own rule do not. */
  readonly metBy?: RegExp;
}

type WhyNoFee = ReferenceBehavior['checkFee'];

/** Refuses every call from one with such a body on. */
function refusingAfter(isFatal: (body: string) => boolean): Partial<ReferenceBehavior> {
  let isBroken = false;

  return {
    checkBody(body) {
      isBroken ||= isFatal(body);

      return isBroken ? 'no' : undefined;
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);

    return true;
  } catch {
    return false;
  }
}

const found = (known: readonly Transaction[], request: Fields) => REFERENCE.findTransaction(known, request);

/** Replaces some fields of fee calls before it handles them. */
function taking(mend: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  return { normalizeRequest: (request) => ({ ...request, ...mend(request) }) };
}

function refusing(why: (...call: Parameters<WhyNoFee>) => boolean): Partial<ReferenceBehavior> {
  return { checkFee: (...call) => (why(...call) ? 'no' : checkFee(...call)) };
}

const isUpdateByStxid = (body: string) =>
  /"sTxId":/.test(body) && /"nicn":/.test(body) && !/"mTxId":/.test(body);

export const DEFECTS: readonly Defect[] = [
  {
    what: 'a nicn of 7 digits is refused',
    rule: 'nicn/accepts-6-to-8-digits',
    make: () => refusing(({ nicn }) => String(nicn).length === 7),
  },
  {
    what: 'a nicn of 16 digits is cut to 8',
    rule: 'nicn/refuses-more-than-8-digits',
    make: () => taking(({ nicn }) => (String(nicn).length === 16 ? { nicn: String(nicn).slice(0, 8) } : {})),
  },
  {
    what: 'a nicn of 16 digits with a right check digit is cut to 8',
    rule: 'nicn/refuses-more-than-8-digits',
    make: () => taking(({ nicn }) => (String(nicn) === '4242424242424242' ? { nicn: '42424242' } : {})),
  },
  {
    what: 'a nicn of 12 digits is taken',
    rule: 'nicn/refuses-more-than-8-digits',
    make: () => taking(({ nicn }) => (String(nicn).length === 12 ? { nicn: '424242' } : {})),
  },
  {
    what: 'a nicn of 3 digits is taken',
    rule: 'nicn/refuses-fewer-than-6-digits',
    make: () => taking(({ nicn }) => (String(nicn).length === 3 ? { nicn: '424242' } : {})),
  },
  {
    what: 'an empty nicn is taken',
    rule: 'nicn/refuses-fewer-than-6-digits',
    make: () => taking(({ nicn }) => (nicn === '' ? { nicn: '424242' } : {})),
  },
  {
    what: 'the spaces of a nicn are dropped',
    rule: 'nicn/refuses-non-digits',
    make: () => taking(({ nicn }) => (typeof nicn === 'string' ? { nicn: nicn.replaceAll(' ', '') } : {})),
  },
  {
    what: 'a nicn may hold digits of any script',
    rule: 'nicn/refuses-non-digits',
    make: () =>
      taking(({ nicn }) => (typeof nicn === 'string' ? { nicn: nicn.replaceAll(/\p{Nd}/gu, '4') } : {})),
  },
  {
    what: 'the nicn of another country is not checked',
    rule: 'nicn/refuses-non-digits',
    make: () => taking(({ country = '840' }) => (country === '840' ? {} : { nicn: '424242' })),
  },
  {
    what: 'the nicn beside the name of a processor is not checked',
    rule: 'nicn/refuses-non-digits',
    make: () => taking(({ nicn, processor }) => (nicn && processor === 'alpha' ? { nicn: '424242' } : {})),
  },
  {
    what: 'the nicn of an amount below a dollar is not checked',
    rule: 'nicn/refuses-more-than-8-digits',
    make: () => taking(({ nicn, amount }) => (nicn && Number(amount) < 1 ? { nicn: '424242' } : {})),
  },
  {
    what: 'region is not required beside an mTxId of the merchant with several processors',
    rule: 'fee-request/requires-region',
    make: () => ({
      checkFee: (request, context, found) =>
        request['region'] === undefined && request['mTxId'] && context.merchant === 'several'
          ? undefined
          : checkFee(request, context, found),
    }),
  },
  {
    what: 'an mTxId with a capital letter is refused',
    rule: 'fee-request/accepts-each-optional-field',
    make: () => refusing(({ mTxId }) => /[A-Z]/.test(String(mTxId))),
  },
  {
    what: 'an mTxId with two dashes in a row is refused',
    rule: 'fee-request/accepts-each-optional-field',
    make: () => refusing(({ mTxId }) => String(mTxId).includes('--')),
  },
  {
    what: 'a whole amount with a decimal is refused',
    rule: 'fee-request/accepts-decimal-amounts',
    make: () => ({ checkBody: (body) => (/"amount":\d+\.0[,}]/.test(body) ? 'no' : undefined) }),
  },
  {
    what: 'a backslash in campaign is refused',
    rule: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ campaign }) => String(campaign).includes('\\')),
  },
  {
    what: 'an authCode of six digits is refused',
    rule: 'sale/authcode-is-opaque',
    make: () => ({
      checkSale: (request, found) =>
        /^\d{6}$/.test(String(request['authCode'])) ? 'no' : checkSale(request, found),
    }),
  },
  {
    what: 'every call is refused after ten bodies that are not JSON',
    rule: 'robustness/survives-malformed-input',
    make: () => {
      let broken = 0;

      return {
        checkBody(body) {
          if (broken > 10) return 'no';
          try {
            JSON.parse(body);
          } catch {
            broken += 1;
          }

          return undefined;
        },
      };
    },
  },
  {
    what: 'every call is refused after a body that is not UTF-8',
    rule: 'robustness/survives-malformed-input',
    make: () => refusingAfter((body) => body.includes('\ufffd')),
  },
  {
    what: 'every call is refused after a body that is neither JSON nor UTF-8',
    rule: 'robustness/survives-malformed-input',
    make: () => refusingAfter((body) => !isJson(body) && body.includes('\ufffd')),
  },
  {
    what: 'every call is refused after data of 500 arrays in each other',
    rule: 'robustness/survives-malformed-input',
    make: () => refusingAfter((body) => /"data":\[{500}/.test(body)),
  },
  {
    what: 'region is required only where country is absent',
    rule: 'fee-request/requires-region',
    make: () => taking(({ region, country }) => (region === undefined && country ? { region: '85004' } : {})),
  },
  {
    what: 'nicn is not required beside a cardToken',
    rule: 'fee-request/requires-nicn',
    make: () => taking(({ nicn, cardToken }) => (nicn === undefined && cardToken ? { nicn: '424242' } : {})),
  },
  {
    what: 'nicn is not required beside data and campaign together',
    rule: 'fee-request/requires-nicn',
    make: () =>
      taking(({ nicn, data, campaign }) =>
        nicn === undefined && data && campaign ? { nicn: '424242' } : {},
      ),
  },
  {
    what: 'amount is not required beside totalAmount',
    rule: 'fee-request/requires-amount',
    make: () => taking(({ amount, totalAmount }) => (amount === undefined ? { amount: totalAmount } : {})),
  },
  {
    what: 'amount is not required beside an mTxId',
    rule: 'fee-request/requires-amount',
    make: () => taking(({ amount, mTxId }) => (amount === undefined && mTxId ? { amount: 1 } : {})),
  },
  {
    what: 'without amount and nicn nothing is missed',
    rule: 'fee-request/requires-region',
    make: () =>
      taking(({ amount, nicn }) =>
        amount === undefined && nicn === undefined ? { amount: 1, nicn: '424242' } : {},
      ),
  },
  {
    what: 'a body that is not JSON gets a fee, and a sale',
    rule: 'fee-request/requires-region',
    metBy: /^robustness\//,
    make: () => ({
      refusal: (reason) =>
        reason === 'not JSON'
          ? {
              status: 200,
              type: 'application/json',
              text: '{"transactionFee":0,"sTxId":"none","message":"ok"}',
            }
          : REFERENCE.refusal(reason),
    }),
  },
  {
    what: 'an amount has to have cents',
    rule: 'fee-request/accepts-decimal-amounts',
    make: () => refusing(({ amount }) => Number(amount) === 10.5 || Number(amount) === 70.07),
  },
  {
    what: 'amounts with binary noise in cents are refused',
    rule: 'fee-request/accepts-decimal-amounts',
    make: () => refusing(({ amount }) => !Number.isInteger(Number(amount) * 100)),
  },
  {
    what: 'country and campaign exclude each other',
    rule: 'fee-request/accepts-all-fields-at-once',
    make: () => refusing(({ country, campaign }) => country !== undefined && campaign !== undefined),
  },
  {
    what: 'a cardToken alone is refused',
    rule: 'fee-request/accepts-each-optional-field',
    make: () => refusing(({ cardToken, data }) => cardToken !== undefined && data === undefined),
  },
  {
    what: 'a total of a cent more than the amount is refused',
    rule: 'multi-pay/accepts-part-of-total',
    make: () =>
      refusing(
        ({ amount, totalAmount, data }) =>
          Math.round((Number(totalAmount) - Number(amount)) * 100) === 1 && data === undefined,
      ),
  },
  {
    what: 'a tiny part of a total is refused',
    rule: 'multi-pay/accepts-part-of-total',
    make: () => refusing(({ amount, totalAmount }) => Number(totalAmount) / Number(amount) > 50),
  },
  {
    what: 'two-letter states are refused',
    rule: 'region/accepts-two-letter-state',
    make: () => refusing(({ region }) => String(region).length === 2),
  },
  {
    what: 'the default country is not 840',
    rule: 'country/defaults-to-840',
    make: () => ({
      calculateFee: (request, moment) =>
        REFERENCE.calculateFee(request, moment) + (request['country'] === undefined ? 0 : 0.25),
    }),
  },
  {
    what: 'the default country is not 840 for large amounts',
    rule: 'country/defaults-to-840',
    make: () => ({
      calculateFee: (request, moment) =>
        REFERENCE.calculateFee(request, moment) +
        (request['country'] === undefined || Number(request['amount']) < 700 ? 0 : 0.25),
    }),
  },
  {
    what: 'with several processors the first is taken',
    rule: 'processor/required-with-several',
    make: () => taking(({ processor }) => (processor === undefined ? { processor: 'alpha' } : {})),
  },
  {
    what: 'the second processor has no name',
    rule: 'processor/accepts-mid-or-name',
    make: () => refusing(({ processor }) => processor === 'beta'),
  },
  {
    what: 'the name of the second processor gets the price of the first',
    rule: 'processor/mid-and-name-agree',
    make: () => ({
      calculateFee: (request, moment) =>
        REFERENCE.calculateFee(
          request['processor'] === 'beta' ? { ...request, processor: 'alpha' } : request,
          moment,
        ),
    }),
  },
  {
    what: 'a backslash in data is refused',
    rule: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ data }) => Array.isArray(data) && data.join().includes('\\')),
  },
  {
    what: 'more than four campaigns are refused',
    rule: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ campaign }) => Array.isArray(campaign) && campaign.length > 4),
  },
  {
    what: 'ideographs in data are refused',
    rule: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ data }) => /\p{Ideographic}/u.test(JSON.stringify(data ?? []))),
  },
  {
    what: 'a fee is a text for whole amounts',
    rule: 'fee-response/has-transaction-fee-number',
    make: () => ({
      feeResponse: (body, { amount }) =>
        Number.isInteger(amount) ? { ...body, transactionFee: String(body['transactionFee']) } : body,
    }),
  },
  {
    what: 'a fee is a text for amounts with cents',
    rule: 'fee-response/has-transaction-fee-number',
    make: () => ({
      feeResponse: (body, { amount }) =>
        Number.isInteger(amount) ? body : { ...body, transactionFee: String(body['transactionFee']) },
    }),
  },
  {
    what: 'a fee is null for amounts over 1000',
    rule: 'fee-response/has-transaction-fee-number',
    make: () => ({
      feeResponse: (body, { amount }) => (Number(amount) > 1000 ? { ...body, transactionFee: null } : body),
    }),
  },
  {
    what: 'a fee is left out on updates by mTxId',
    rule: 'fee-response/has-transaction-fee-number',
    make: () => {
      const seen = new Set<unknown>();

      return {
        feeResponse: (body, { mTxId }) => {
          const isUpdate = mTxId !== undefined && seen.has(mTxId);
          seen.add(mTxId);

          return isUpdate ? { ...body, transactionFee: undefined } : body;
        },
      };
    },
  },
  {
    what: 'the message is OK on updates',
    rule: 'fee-response/has-message-ok',
    make: () => ({
      feeResponse: (body, { sTxId }) => (sTxId === undefined ? body : { ...body, message: 'OK' }),
    }),
  },
  {
    what: 'the message is OK',
    rule: 'fee-response/has-message-ok',
    make: () => ({ feeResponse: (body) => ({ ...body, message: 'OK' }) }),
  },
  {
    what: 'the message is left out for ISO states',
    rule: 'fee-response/has-message-ok',
    metBy: /^region\//,
    make: () => ({
      feeResponse: (body, { region }) =>
        String(region).startsWith('US-') ? { ...body, message: undefined } : body,
    }),
  },
  {
    what: 'an sTxId is a number',
    rule: 'fee-response/has-stxid-string',
    make: () => {
      const asNumber = (body: Fields): Fields => ({ ...body, sTxId: Number(body['sTxId']) });

      return {
        createStxid: (number) => String(1000 + number),
        findTransaction: (known, request) =>
          REFERENCE.findTransaction(known, {
            ...request,
            ...(request['sTxId'] ? { sTxId: String(request['sTxId']) } : {}),
          }),
        feeResponse: asNumber,
      };
    },
  },
  {
    what: 'an sTxId is left out beside an mTxId',
    rule: 'fee-response/has-stxid-string',
    make: () => ({
      feeResponse: (body, { mTxId }) => (mTxId === undefined ? body : { ...body, sTxId: undefined }),
    }),
  },
  {
    what: 'the answer is in an array where the region is a state',
    rule: 'fee-response/is-json-object',
    metBy: /^region\//,
    make: () => ({ feeResponse: (body, { region }) => (String(region).length === 2 ? [body] : body) }),
  },
  {
    what: 'each merchant counts its transactions for itself',
    rule: 'identity/stxid-is-unique',
    make: () => {
      const counts = { one: 0, several: 0 };

      return { createStxid: (_, { merchant }) => String(++counts[merchant]) };
    },
  },
  {
    what: 'the sTxId of the call before is given out at every tenth call',
    rule: 'identity/stxid-is-unique',
    make: () => {
      let last = '';

      return {
        createStxid: (number) => {
          if (number % 10 !== 0) last = `tx-${number}`;

          return last;
        },
      };
    },
  },
  {
    what: 'an sTxId is made of the request',
    rule: 'identity/stxid-is-unique',
    make: () => {
      const byBody = new Map<string, string>();
      let number = 0;

      return {
        feeResponse: (body, request) => {
          if (request['sTxId'] !== undefined || request['mTxId'] !== undefined) return body;
          const key = JSON.stringify(request);
          byBody.set(key, byBody.get(key) ?? `body-${++number}`);

          return { ...body, sTxId: byBody.get(key) };
        },
      };
    },
  },
  {
    what: 'the second update by sTxId begins a transaction',
    rule: 'identity/update-by-stxid-keeps-stxid',
    make: () => {
      const updates = new Map<unknown, number>();

      return {
        feeResponse: (body, { sTxId }) => {
          if (sTxId === undefined) return body;
          updates.set(sTxId, (updates.get(sTxId) ?? 0) + 1);

          return updates.get(sTxId) === 2 ? { ...body, sTxId: `${sTxId}-2` } : body;
        },
      };
    },
  },
  {
    what: 'an update by mTxId begins a transaction',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    make: () => ({
      findTransaction: (known, request) =>
        request['nicn'] && !request['sTxId'] ? undefined : found(known, request),
    }),
  },
  {
    what: 'an update by both identifiers begins a transaction',
    rule: 'identity/update-by-both-keeps-stxid',
    make: () => ({
      unknownStxid: 'new-transaction',
      findTransaction: (known, request) =>
        request['nicn'] && request['sTxId'] && request['mTxId'] ? undefined : found(known, request),
    }),
  },
  {
    what: 'an update keeps the old fee',
    rule: 'identity/update-recalculates-fee',
    make: () => {
      const fees = new Map<unknown, unknown>();

      return {
        feeResponse: (body) => {
          if (!fees.has(body['sTxId'])) fees.set(body['sTxId'], body['transactionFee']);

          return { ...body, transactionFee: fees.get(body['sTxId']) };
        },
      };
    },
  },
  {
    what: 'an update to a smaller amount keeps the old fee',
    rule: 'identity/update-recalculates-fee',
    make: () => {
      const fees = new Map<unknown, number>();

      return {
        feeResponse: (body) => {
          const fee = Math.max(fees.get(body['sTxId']) ?? 0, Number(body['transactionFee']));
          fees.set(body['sTxId'], fee);

          return { ...body, transactionFee: fee };
        },
      };
    },
  },
  {
    what: 'an mTxId is cut to 20 characters',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => mtxids((mTxId) => mTxId.slice(0, 20)),
  },
  {
    what: 'the spaces and marks of an mTxId are dropped',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => mtxids((mTxId) => mTxId.replaceAll(/[^a-z0-9]/gi, '')),
  },
  {
    what: 'an mTxId of up to 64 characters is accepted and cut to 40',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => ({
      ...mtxids((mTxId) => mTxId.slice(0, 40)),
      ...refusing(({ mTxId }) => String(mTxId ?? '').length > 64),
    }),
  },
  {
    what: 'a long mTxId is kept cut to 50 characters and looked up whole',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    make: () => ({
      findTransaction: (known, request) =>
        found(
          known.map((one) => (one.mTxId === undefined ? one : { ...one, mTxId: one.mTxId.slice(0, 50) })),
          request,
        ),
    }),
  },
  {
    what: 'a sale by an mTxId of more than 40 characters is refused',
    rule: 'sale/accepts-mtxid',
    make: () => ({
      checkSale: (request, transaction) =>
        String(request['mTxId'] ?? '').length > 40 ? 'mTxId' : checkSale(request, transaction),
    }),
  },
  {
    what: 'an update by sTxId answers with the latest sTxId while others are served',
    rule: 'identity/concurrent-updates-keep-stxid',
    make: () => {
      let latest: unknown;
      let text = '';
      let updates = 0;

      return {
        delay: () => 30,
        onBody: (body) => {
          text = body;
        },
        intercept: (_, response) => {
          if (!isUpdateByStxid(text)) return false;
          updates++;
          response.once('close', () => updates--);

          return false;
        },
        feeResponse: (body, { sTxId }) => {
          if (sTxId === undefined) return body;
          const before = latest ?? sTxId;
          latest = sTxId;

          return updates > 5 ? { ...body, sTxId: before } : body;
        },
      };
    },
  },
  {
    what: 'zip codes lose their leading zeros',
    rule: 'region/accepts-zip-code',
    make: () =>
      taking(({ region }) => (/^0\d{4}$/.test(String(region)) ? { region: String(Number(region)) } : {})),
  },
  {
    what: 'an answer to a fee of zero has no fee',
    rule: 'fee-response/has-transaction-fee-number',
    make: () => ({
      calculateFee: (request, moment) =>
        Number(request['amount']) < 20 ? 0 : REFERENCE.calculateFee(request, moment),
      feeResponse: (body) => ({ ...body, transactionFee: body['transactionFee'] || undefined }),
    }),
  },
  {
    what: 'the hundred latest transactions are known',
    rule: 'identity/outlives-other-traffic',
    metBy: /./,
    make: () => ({ findTransaction: (known, request) => found(known.slice(-100), request) }),
  },
  {
    what: 'of the hundred latest transactions the mTxId is known',
    rule: 'identity/outlives-other-traffic',
    metBy: /./,
    make: () => ({
      findTransaction: (known, request) => found(request['sTxId'] ? known : known.slice(-100), request),
    }),
  },
  {
    what: 'a sale by sTxId is refused once the transaction was updated',
    rule: 'identity/state-machine',
    make: () => {
      const updated = new Set<unknown>();

      return {
        feeResponse: (body, { sTxId }) => {
          if (sTxId !== undefined) updated.add(sTxId);

          return body;
        },
        checkSale: (request, transaction) =>
          updated.has(request['sTxId']) ? 'busy' : checkSale(request, transaction),
      };
    },
  },
  {
    what: 'a sale by sTxId is refused for cards of 7 digits',
    rule: 'sale/accepts-stxid',
    make: () => ({
      checkSale: (request, transaction) =>
        String(transaction?.request['nicn']).length === 7 ? 'no' : checkSale(request, transaction),
    }),
  },
  {
    what: 'a sale by mTxId answers with the mTxId as sTxId',
    rule: 'sale/accepts-mtxid',
    make: () => ({
      saleResponse: (body, { sTxId, mTxId }) => ({ ...body, sTxId: sTxId ?? mTxId }),
    }),
  },
  {
    what: 'a sale by mTxId takes the latest transaction',
    rule: 'sale/accepts-mtxid',
    make: () => ({
      findTransaction: (known, request) =>
        request['nicn'] || request['sTxId'] || !request['mTxId'] ? found(known, request) : known.at(-1),
    }),
  },
  {
    what: 'a sale by both identifiers is refused',
    rule: 'sale/accepts-both',
    make: () => ({
      checkSale: (request, transaction) =>
        request['sTxId'] && transaction?.mTxId === request['mTxId'] && request['mTxId']
          ? 'only one, please'
          : checkSale(request, transaction),
    }),
  },
  {
    what: 'an mTxId is too late at the sale',
    rule: 'sale/accepts-late-mtxid',
    make: () => ({
      checkSale: (request, transaction) =>
        request['mTxId'] !== undefined && transaction?.mTxId === undefined
          ? 'no such mTxId'
          : checkSale(request, transaction),
    }),
  },
  {
    what: 'a sale that names nothing takes the latest transaction',
    rule: 'sale/requires-stxid-or-mtxid',
    make: () => ({
      findTransaction: (known, request) =>
        request['nicn'] || request['sTxId'] || request['mTxId'] ? found(known, request) : known.at(-1),
      checkSale: (_, transaction) => (transaction === undefined ? 'none' : undefined),
    }),
  },
  {
    what: 'a sale that names nothing is taken beside an authCode',
    rule: 'sale/requires-stxid-or-mtxid',
    make: () => ({
      checkSale: (request, transaction) =>
        request['authCode'] && !request['sTxId'] && !request['mTxId']
          ? undefined
          : checkSale(request, transaction),
      saleResponse: (body) => ({ ...body, sTxId: body['sTxId'] ?? 'none' }),
    }),
  },
  {
    what: 'a sale needs an authCode',
    rule: 'sale/authcode-is-optional',
    make: () => ({
      checkSale: (request, transaction) =>
        request['authCode'] === undefined ? 'no authCode' : checkSale(request, transaction),
    }),
  },
  {
    what: 'an authCode with a single quote is a server error',
    rule: 'sale/authcode-is-opaque',
    make: () => ({
      checkSale: (request, transaction) =>
        /'/.test(String(request['authCode'])) ? 'crash' : checkSale(request, transaction),
      refusal: (why) => ({ status: why === 'crash' ? 500 : 400, type: undefined, text: '' }),
    }),
  },
  {
    what: 'an authCode of more than 15 characters is refused',
    rule: 'sale/authcode-is-opaque',
    make: () => ({
      checkSale: (request, transaction) =>
        String(request['authCode']).length > 15 ? 'long' : checkSale(request, transaction),
    }),
  },
  {
    what: 'a sale by mTxId answers without an sTxId',
    rule: 'sale/answers-stxid-string',
    make: () => ({
      saleResponse: (body, { sTxId }) => (sTxId === undefined ? { message: 'ok' } : body),
    }),
  },
  {
    what: 'a sale answers with an empty body',
    rule: 'sale/answers-stxid-string',
    make: () => ({ saleStatus: 204 }),
  },
  {
    what: 'malformed JSON is never answered',
    rule: 'robustness/answers-in-time',
    timeout: 1500,
    make: () => ({
      intercept: (request) => request.headers['content-length'] === '10',
    }),
  },
  {
    what: 'of an mTxId only the last 16 characters count',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => mtxids((mTxId) => mTxId.slice(-16)),
  },
  {
    what: 'a letter may be the eighth digit of a nicn',
    rule: 'nicn/refuses-non-digits',
    make: () =>
      taking(({ nicn }) =>
        typeof nicn === 'string' && /^\d{7}[a-z]$/i.test(nicn) ? { nicn: nicn.slice(0, 7) } : {},
      ),
  },
  {
    what: 'first calls at the same time share an sTxId',
    rule: 'identity/stxid-is-unique',
    make: () => {
      let last = '';

      return {
        delay: () => 20,
        createStxid: (number, { atOnce }) => {
          if (atOnce === 1 || last === '') last = `tx-${number}`;

          return last;
        },
      };
    },
  },
  {
    what: 'an update by mTxId takes the latest transaction',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    make: () => ({
      findTransaction: (known, request) =>
        request['nicn'] && request['mTxId'] && !request['sTxId'] && found(known, request)
          ? known.at(-1)
          : found(known, request),
    }),
  },
  {
    what: 'mTxIds of digits alone are compared as numbers',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => mtxids((mTxId) => (/^\d+$/.test(mTxId) ? String(Number(mTxId)) : mTxId)),
  },
  {
    what: 'no region is asked for where the card is known to be from abroad',
    rule: 'fee-request/requires-region',
    make: () =>
      taking(({ region, nicn }) => (region === undefined && nicn === '411111' ? { region: 'AZ' } : {})),
  },
  {
    what: 'an mTxId is forgotten with the second update by sTxId',
    rule: 'identity/state-machine',
    make: () => {
      const updates = new Map<unknown, number>();

      return {
        findTransaction: (known, request) => {
          const transaction = found(known, request);
          const { sTxId, mTxId, nicn } = request;
          if (transaction === undefined || nicn === undefined) return transaction;
          if (sTxId !== undefined && mTxId === undefined) {
            updates.set(sTxId, (updates.get(sTxId) ?? 0) + 1);
            if (updates.get(sTxId) === 2) transaction.mTxId = undefined;
          }

          return transaction;
        },
      };
    },
  },
  {
    what: 'an update to another region makes another transaction',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    make: () => ({
      findTransaction: (known, request) => {
        const transaction = found(known, request);
        const { sTxId, region } = request;
        const isElsewhere = region !== undefined && transaction?.request['region'] !== region;

        return sTxId === undefined && isElsewhere ? undefined : transaction;
      },
    }),
  },
  {
    what: 'the third fee of a transaction stays that of the second',
    rule: 'identity/update-recalculates-fee',
    make: () => {
      const fees = new Map<unknown, unknown[]>();

      return {
        feeResponse: (body) => {
          const before = fees.get(body['sTxId']) ?? [];
          const transactionFee = before.length === 2 ? before.at(-1) : body['transactionFee'];
          fees.set(body['sTxId'], [...before, transactionFee]);

          return { ...body, transactionFee };
        },
      };
    },
  },
  {
    what: 'the last hundred mTxIds are known',
    rule: 'identity/outlives-other-traffic',
    metBy: /./,
    make: () => ({
      findTransaction: (known, request) =>
        found(
          request['sTxId'] === undefined ? known.filter(({ mTxId }) => mTxId).slice(-100) : known,
          request,
        ),
    }),
  },
  {
    // Which mTxIds share a checksum is chance; among those of all rules, some always do.
    what: 'mTxIds are kept by a checksum of three digits',
    rule: 'identity/distinct-mtxids-are-distinct',
    metBy: /./,
    make: () =>
      mtxids((mTxId) => String([...mTxId].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 997, 7))),
  },
  {
    what: 'without country a card from abroad is taken for foreign',
    rule: 'country/defaults-to-840',
    make: () => ({
      calculateFee: (request, moment) =>
        REFERENCE.calculateFee(request, moment) +
        (request['country'] === undefined && String(request['nicn']).startsWith('411111') ? 1 : 0),
    }),
  },
  {
    what: 'by MID a processor has other prices for eight digits',
    rule: 'processor/mid-and-name-agree',
    make: () => ({
      calculateFee: (request, moment) =>
        REFERENCE.calculateFee(request, moment) +
        (request['processor'] === '700200' && String(request['nicn']).length === 8 ? 1 : 0),
    }),
  },
  {
    what: 'naming the one processor by its MID costs a dollar',
    rule: 'processor/optional-with-one',
    make: () => ({
      calculateFee: (request, moment) =>
        REFERENCE.calculateFee(request, moment) +
        (request['processor'] === '700100' && moment.merchant === 'one' ? 1 : 0),
    }),
  },
  {
    what: 'the processor named last is taken where none is',
    rule: 'processor/required-with-several',
    make: () => {
      let last: unknown;

      return {
        checkFee: (request, moment, transaction) => {
          if (moment.merchant !== 'several') return checkFee(request, moment, transaction);
          last = request['processor'] ?? last;

          return checkFee({ ...request, processor: last }, moment, transaction);
        },
      };
    },
  },
  {
    what: 'a part that lacks a cent to its total is refused',
    rule: 'multi-pay/accepts-part-of-total',
    make: () =>
      refusing(({ amount, totalAmount }) => {
        const rest = Number(totalAmount) - Number(amount);

        return rest > 0 && rest < 0.011;
      }),
  },
  {
    what: 'a total with cents is refused',
    rule: 'multi-pay/accepts-part-of-total',
    make: () => refusing(({ totalAmount }) => totalAmount !== undefined && !Number.isInteger(totalAmount)),
  },
  {
    what: 'a nicn may have a sign',
    rule: 'nicn/refuses-non-digits',
    make: () =>
      taking(({ nicn }) => (typeof nicn === 'string' ? { nicn: nicn.replace(/^[+-](?=\d{6})/, '') } : {})),
  },
  {
    what: 'a sale by sTxId is refused where there is an mTxId',
    rule: 'sale/accepts-stxid',
    make: () => ({
      checkSale: (request, transaction) =>
        transaction?.mTxId !== undefined && request['mTxId'] === undefined
          ? 'name its mTxId'
          : checkSale(request, transaction),
    }),
  },
  {
    what: 'a refused update leaves its transaction locked',
    rule: 'robustness/survives-malformed-input',
    make: () => {
      const locked = new Set<unknown>();

      return {
        checkFee: (request, moment, transaction) => {
          const { sTxId } = request;
          if (locked.has(sTxId)) return 'locked';
          const why = checkFee(request, moment, transaction);
          if (why !== undefined && sTxId !== undefined) locked.add(sTxId);

          return why;
        },
      };
    },
  },
  {
    what: 'a refused update has changed the stored amount',
    rule: 'identity/update-recalculates-fee',
    make: () => ({
      partialUpdate: 'accepted',
      checkFee: (request, context, transaction) => {
        const why = checkFee(request, context, transaction);
        if (why !== undefined && transaction !== undefined) storeAmount(transaction, request);

        return why;
      },
    }),
  },
  {
    what: 'the amount of a call in progress is in a variable that all calls share',
    rule: 'identity/concurrent-updates-keep-stxid',
    make: () => {
      let amount = 0;

      return {
        onBody(text) {
          amount = Number(/"amount":([\d.]+)/.exec(text)?.[1] ?? amount);
        },
        delay: () => 3,
        calculateFee: (request, context) => REFERENCE.calculateFee({ ...request, amount }, context),
      };
    },
  },
  {
    what: 'the mTxId of a refused first call stays in progress',
    rule: 'identity/state-machine',
    make: () => {
      const inProgress = new Set<unknown>();
      let isUpdate = false;

      return {
        findTransaction(known, request) {
          isUpdate = found(known, request) !== undefined;

          return found(known, request);
        },
        checkFee: (request, ...rest) => {
          if (inProgress.has(request['mTxId'])) return 'in progress';
          const why = checkFee(request, ...rest);
          if (why !== undefined && !isUpdate) inProgress.add(request['mTxId'] ?? inProgress);

          return why;
        },
      };
    },
  },
  {
    what: 'an update without a token removes the transaction',
    rule: 'identity/update-by-mtxid-keeps-stxid',
    metBy: /^identity\/state-machine$|^sale\//,
    make: () => {
      const removed = new Set<unknown>();
      let last = '';

      return {
        onBody(text) {
          last = text;
        },
        authenticate(token) {
          if (token === undefined) removed.add(/"sTxId":"([^"]+)"/.exec(last)?.[1]);

          return REFERENCE.authenticate(token);
        },
        visibleTransactions: (...known) =>
          REFERENCE.visibleTransactions(...known).filter(({ sTxId }) => !removed.has(sTxId)),
      };
    },
  },
  {
    what: 'a sale that is refused because of its authCode has sold the transaction',
    rule: 'identity/state-machine',
    make: () => ({
      secondSale: 'refused',
      checkSale: (request, transaction) => {
        const why = checkSale(request, transaction);
        if (why?.startsWith('authCode') && transaction !== undefined) transaction.sold = true;

        return why;
      },
    }),
  },
  {
    what: 'no request gets a response for four seconds after an unknown region',
    rule: 'robustness/answers-in-time',
    timeout: 1000,
    metBy: /^region\/refuses-unknown$/,
    make: () => {
      let until = 0;

      return {
        onBody(text) {
          if (text.includes('"QQ"')) until = Math.max(until, performance.now() + 4000);
        },
        delay: () => (performance.now() < until ? 60_000 : 0),
      };
    },
  },
  {
    what: 'no request gets a response for twenty seconds after an unknown region',
    rule: 'robustness/survives-malformed-input',
    timeout: 1000,
    metBy: /^region\/refuses-unknown$/,
    make: () => {
      let until: number | undefined;

      return {
        onBody(text) {
          if (text.includes('"QQ"')) until ??= performance.now() + 20_000;
        },
        delay: () => (performance.now() < (until ?? 0) ? 60_000 : 0),
      };
    },
  },
  {
    what: 'an update by mTxId is priced with the first processor of the merchant',
    rule: 'identity/update-recalculates-fee',
    make: () => pricingUpdates((request) => ({ ...request, processor: '700100' })),
  },
  {
    what: 'the country of an update is not priced',
    rule: 'identity/update-recalculates-fee',
    make: () => pricingUpdates((request) => ({ ...request, country: '840' })),
  },
  {
    what: 'an amount below a dollar is refused in updates',
    rule: 'fee-request/accepts-decimal-amounts',
    make: () => ({ checkUpdate: ({ amount }) => (Number(amount) < 1 ? 'too small' : undefined) }),
  },
  {
    what: 'the texts of data share a column of 100 characters',
    rule: 'opaque/campaign-and-data-are-opaque',
    make: () => refusing(({ data = [] }) => String(data).length > 100),
  },
  {
    what: 'an underscore in a stored mTxId stands for any character',
    rule: 'identity/distinct-mtxids-are-distinct',
    make: () => ({
      findTransaction: (known, request) =>
        found(known, request) ??
        known.find(({ mTxId = '' }) =>
          new RegExp(`^${mTxId.replaceAll(/\W/g, '\\$&').replaceAll('_', '.')}$`).test(
            String(request['mTxId']),
          ),
        ),
    }),
  },
  {
    what: 'an authCode with an ideograph is refused with 200 and an sTxId that is null',
    rule: 'sale/authcode-is-opaque',
    make: () => ({
      checkSale: (request, transaction) =>
        /\p{Ideographic}/u.test(String(request['authCode'])) ? 'charset' : checkSale(request, transaction),
      refusal: (message) => ({
        status: 200,
        type: 'application/json',
        text: JSON.stringify({ transactionFee: null, sTxId: null, message }),
      }),
    }),
  },
  {
    what: 'an update changes the amount of the transaction opened last too',
    rule: 'identity/update-recalculates-fee',
    make: () => ({
      partialUpdate: 'accepted',
      findTransaction: (known, request) => {
        const [transaction, last] = [found(known, request), known.at(-1)];
        if (transaction !== undefined && last !== undefined) storeAmount(last, request);

        return transaction;
      },
    }),
  },
];

/** Prices updates as other requests, and other countries a percent higher. */
function pricingUpdates(mend: (request: Fields) => Fields): Partial<ReferenceBehavior> {
  const named = new Set<unknown>();

  return {
    calculateFee(request, context) {
      const isUpdate = request['sTxId'] !== undefined || named.has(request['mTxId']);
      if (request['mTxId'] !== undefined) named.add(request['mTxId']);
      const { country = '840', ...priced } = isUpdate ? mend(request) : request;
      const abroad = country === '840' ? 0 : Math.round(Number(priced['amount'])) / 100;

      return Math.round((REFERENCE.calculateFee(priced, context) + abroad) * 100) / 100;
    },
  };
}

function storeAmount(transaction: Transaction, { amount }: Fields): void {
  if (typeof amount === 'number' && amount > 0) transaction.request = { ...transaction.request, amount };
}

/** Compares identifiers by the result of this function. */
function mtxids(normal: (mTxId: string) => string): Partial<ReferenceBehavior> {
  const mend = (request: Fields): Fields =>
    typeof request['mTxId'] === 'string' ? { ...request, mTxId: normal(request['mTxId']) } : request;

  return {
    findTransaction: (known, request) =>
      request['sTxId'] !== undefined
        ? found(known, request)
        : known.findLast(
            ({ mTxId }) =>
              mTxId !== undefined &&
              request['mTxId'] !== undefined &&
              normal(mTxId) === mend(request)['mTxId'],
          ),
  };
}
