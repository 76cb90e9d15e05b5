/** The rules on fields that are accepted: the required ones alone, each optional one, and all of them. */
import fc from 'fast-check';
import { detectSuccessShape } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { NICN_LENGTHS } from '../../deployment/deployment.ts';
import { coveringRows } from '../../rule/arbitraries/covering.ts';
import { nicnForCardToken } from '../../rule/arbitraries/fee-request.ts';
import { describeCall } from '../../rule/assertions.ts';
import { REGION_FORMS, type RuleContext } from '../../rule/context.ts';
import { NO_CARD_TOKEN } from '../../rule/conversation.ts';
import { violation } from '../../rule/finding.ts';
import { UPDATES_REQUIRED } from '../../rule/history.ts';
import { refusedBetween } from '../../rule/observers.ts';
import { accepts, bySeveral, walks } from '../../rule/patterns/accepts.ts';
import { acceptedBody, isFeeCall, type ServiceCall } from '../../rule/service-call.ts';

export const acceptsRequiredFieldsAlone = accepts({
  id: 'fee-request/accepts-required-fields-alone',
  section: '2.1, 4.1',
  title: 'amount, nicn and region suffice for a fee',
  tries:
    'Also every such call of the run: three refused now and then, or 2 % server errors, are no accident.',
  fix: "Return a fee for these three alone: default to the merchant's one processor and to country 840.",
  what: 'the required fields alone',
  judge: (call, history) =>
    history.named(call) === undefined && isFeeCall(call)
      ? refusedBetween(call, 'a fee for the baseline each time it is sent', history)
      : undefined,
  requests: ({ baseline, data: { plainAmounts } }) => [
    baseline,
    ...plainAmounts.slice(0, 1).map((amount) => ({ ...baseline, amount })),
  ],
});

const AMOUNTS = [19.99, 0.07, 100, 10.5, 0.99, 1, 249.95, 0.01, 1000, 4999.9, 33.33, 70.07];
/** The one of them that is written as `100.0`. The baseline has a whole amount without decimals. */
const AS_FLOAT = 100;
/** Those of them that services refuse in some positions only. In binary floats 0.07 x 100 is not a whole number. */
const WALKED = [0.07, 4999.9];

export const acceptsDecimalAmounts = accepts({
  id: 'fee-request/accepts-decimal-amounts',
  section: '2.1',
  title: 'an amount may be whole dollars or have cents',
  tries:
    'Whole dollars, also written as `100.0`, cents, one decimal, and less than a dollar; in updates too.',
  fix: 'Parse amount as an exact decimal: in binary floats 19.99 x 100 is not a whole number of cents.',
  lookAlikes: ['amount-beyond-cents=refuse', 'largest-amount=10000'],
  what: 'a decimal amount',
  requests(context) {
    const { min, max } = context.deployment.amounts;
    const requests = AMOUNTS.filter((amount) => amount >= min && amount <= max).map((amount) => {
      return { ...context.baseline, amount };
    });

    return [
      ...requests.map((request) =>
        request.amount === AS_FLOAT ? { request, hasFloat: true as const } : request,
      ),
      ...walks(context, ...requests.filter(({ amount }) => WALKED.includes(amount))),
    ];
  },
  request: ({ baseline, data: { amount } }) =>
    fc.record({ amount, nicn: fc.constant(baseline.nicn), region: fc.constant(baseline.region) }),
});

export const acceptsEachOptionalField = accepts({
  id: 'fee-request/accepts-each-optional-field',
  section: '2.1',
  title: 'each optional field is accepted with the required ones',
  tries: 'One optional field at a time; cardToken where the deployment file lists card tokens.',
  fix: 'Accept each optional field on its own, with its own type; none of them requires another.',
  lookAlikes: ['unknown-request-fields=refuse', 'longest-mtxid=20', 'mtxid-characters=dashes'],
  what: 'one optional field',
  quickScripts: 7,
  untested: ({ data: { optional } }) =>
    optional.cardToken === undefined ? `${NO_CARD_TOKEN}, so none was sent` : undefined,
  /** Finds the refusal of an update with one such field and the card, region and processor of its transaction. */
  judge(exchange, history) {
    const { transaction } = (isFeeCall(exchange) && history.named(exchange)) || {};
    const { fields = {}, outcome, response, variant, merchant } = exchange;
    // Another spelling is for fee-request/accepts-any-spelling.
    if (!transaction || transaction.isSold || !history.isOrdinary(exchange) || variant.spelling)
      return undefined;
    const isRefused = outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500;
    // A success with another message, which another rule judges.
    if (!isRefused || detectSuccessShape(response) !== undefined) return undefined;
    const { opening, calls } = transaction;
    const updates = calls.filter((call) => isFeeCall(call) && acceptedBody(call) !== undefined);
    if (updates.length >= UPDATES_REQUIRED) return undefined;
    const [field, ...more] = Object.keys(fields).filter(
      (name) => fields[name] !== opening.fields?.[name] && !IDENTIFIERS.includes(name),
    );
    // Other rules judge amounts, totalAmount, and texts with unusual characters.
    if (field === undefined || more.length > 0 || NOT_JUDGED.includes(field)) return undefined;
    if (!/^[\w ["\],-]*$/.test(JSON.stringify(fields[field]))) return undefined;
    const isAlike = ({ fields: other = {} }: ServiceCall) =>
      IDENTIFIERS.every((name) => name in other === name in fields);
    // With several processors every update names one, which may be what was refused.
    if (merchant === 'several' && !updates.some(isAlike)) return undefined;

    return violation('a fee for an update with one optional field', describeCall(exchange));
  },
  requests: (context) => {
    const { baseline, data } = context;
    const requests = Object.entries(data.optional).map(([name, value]) => ({ ...baseline, [name]: value }));

    return [
      ...requests,
      ...bySeveral(context, ...requests.filter((request) => !('processor' in request))),
      // Sequences send the other fields in updates, but some services refuse a country that the first call lacks.
      ...walks(context, { ...baseline, country: '840' }),
      ...PLAIN_MTXIDS.map((mTxId) => ({ ...baseline, mTxId })),
    ];
  },
});

/** With every kind of character that ordinary services take, 20 digits, which is more than 64 bits hold, and zeros in front. */
const PLAIN_MTXIDS = ['AB--{m1}-7z', '{n1}000000001', '{z1}'];

const NOT_JUDGED = ['amount', 'totalAmount'];
const IDENTIFIERS = ['sTxId', 'mTxId'];

export const acceptsAllFieldsAtOnce = accepts({
  id: 'fee-request/accepts-all-fields-at-once',
  section: '2.1',
  title: 'one request may have every field, and any two optional ones',
  tries: 'Every field in one request, as a first call and as an update, and any two values of two fields.',
  fix: 'Accept the optional fields in any combination, beside the identifiers of an update too.',
  dependsOn: [
    'fee-request/accepts-each-optional-field',
    'fee-request/accepts-decimal-amounts',
    'nicn/accepts-6-to-8-digits',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
    'multi-pay/accepts-part-of-total',
    'opaque/campaign-and-data-are-opaque',
  ],
  lookAlikes: ['update-to-another-card=refuse', 'unknown-request-fields=refuse', 'largest-body=1024'],
  what: 'several optional fields',
  requests: (context) => {
    const all = { ...context.baseline, ...context.data.optional };

    return [
      { request: all, walk: ['sTxId'] },
      ...bySeveral(context, all),
      ...UPDATE_BY.map((update) => ({ request: all, update })),
      ...combined(context),
    ];
  },
  request: ({ data: { feeRequest } }) => feeRequest,
  alsoUpdates: true,
});

const UPDATE_BY: readonly NamedBy[] = ['both', 'mTxId'];

/** Rows that cover every combination of values of a few fields. */
function combined(context: RuleContext): readonly FeeRequest[] {
  const { baseline, data, deployment, effort } = context;
  const { optional, nicns, regions, plainAmounts } = data;
  const factors = {
    amount: [...new Set([baseline.amount, Math.min(...plainAmounts), Math.max(...plainAmounts)])],
    nicn: NICN_LENGTHS.flatMap((length) => nicns.filter((nicn) => nicn.length === length).slice(0, 1)),
    region: [...new Set([baseline.region, ...REGION_FORMS.flatMap((form) => regions[form].slice(0, 1))])],
    ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [name, [undefined, value]])),
  };

  return coveringRows(factors, effort.combined).map((row) => {
    const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    const request = { ...baseline, ...fields };
    const { amount, cardToken } = request;
    const totalAmount = Math.min(2 * amount, deployment.amounts.max);

    return {
      ...request,
      ...(cardToken === undefined ? {} : { nicn: nicnForCardToken(request.nicn, context) }),
      ...('totalAmount' in fields ? { totalAmount } : {}),
    };
  });
}
