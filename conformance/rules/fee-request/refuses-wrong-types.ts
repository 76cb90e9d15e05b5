/** A value of the wrong JSON type is refused. What null means in an optional field is a choice. */
import { FIELD_TYPES, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { describeValue } from '../../../src/text/describe.ts';
import type { KnownProcessor } from '../../deployment/deployment.ts';
import type { RuleContext } from '../../rule/context.ts';
import { interleave } from '../../rule/lists.ts';
import { inUpdates, refuses } from '../../rule/patterns/refuses.ts';
import { requires } from '../../rule/rule.ts';
import { isSale } from '../../rule/service-call.ts';

/** For each field values of other types, those most likely to be accepted first. */
const WRONG_VALUES: (
  context: RuleContext,
) => readonly (readonly [field: string, values: readonly unknown[]])[] = ({
  baseline: { amount, nicn, region },
  deployment: { one },
}) => [
  ['amount', [String(amount), null, true, [amount], { value: amount }]],
  ['nicn', [Number(nicn), null, true, [nicn], { value: nicn }]],
  ['region', [85004, null, true, [region], { value: region }]],
  ['country', [840, true, ['840'], {}]],
  ['totalAmount', [String(amount), true, [amount], {}]],
  ['campaign', ['spring', ['spring', 1], 1, true, {}]],
  ['data', ['COUPON10', ['COUPON10', null], 1, true, {}]],
  ['processor', [...processorsAsOtherTypes(one.processors), true, {}]],
  ['cardToken', [1, true, [], {}]],
  ['mTxId', [1, true, [], {}]],
  ['sTxId', [1, true, [], {}]],
];

export const refusesWrongTypes = refuses({
  id: 'fee-request/refuses-wrong-types',
  section: '2.1',
  title: 'a field with a value of another JSON type is refused, null in a required one too',
  tries:
    'Each field with values of the other JSON types, authCode too. What null means in an optional field is a choice.',
  fix: 'Check the JSON type of each field without converting it: turn off the type coercion of your validator.',
  inTraffic: requires('amount'),
  lookAlikes: ['null-optional-fields=ignore', 'unknown-request-fields=refuse'],
  alsoSales: true,
  wrong(fields, call, history) {
    // A recorder may mask a list, or write null for what it removes; an update may leave a field out.
    const isExact = call.original === undefined;
    const isNullWrong = isExact && history.isFirstCall(call);
    const types = FIELD_TYPES[isSale(call) ? 'attachSale' : 'calculateFee'];
    const wrong = Object.keys(types).filter((name) => {
      if (fields[name] === null) return isNullWrong && REQUIRED_FIELDS.includes(name);

      return (isExact || types[name] !== 'strings') && hasOtherType(fields[name], types[name]);
    });
    const [field, ...others] = wrong;
    if (field === undefined || others.length > 0) return undefined;

    return `with ${describeValue(fields[field])} for ${field}`;
  },
  edits: (context) =>
    interleave(WRONG_VALUES(context).map(([field, values]) => values.map((value) => ({ [field]: value })))),
  placed: (context) =>
    inUpdates(context, [
      { amount: String(context.baseline.amount) },
      { nicn: Number(context.baseline.nicn) },
      { region: 85004 },
    ]),
});

/** One of the merchant's own as a number, if its MID has the digits of one, and in an array. */
function processorsAsOtherTypes(processors: readonly KnownProcessor[]): readonly unknown[] {
  const mids = processors.map(({ mid }) => mid);
  const mid = mids.find((one) => /^[1-9][0-9]{0,14}$/.test(one));

  return [mid === undefined ? 1 : Number(mid), mids.slice(0, 1)];
}

function hasOtherType(value: unknown, type: string | undefined): boolean {
  if (type === 'strings')
    return value !== undefined && !(Array.isArray(value) && value.every((one) => typeof one === 'string'));

  return value !== undefined && typeof value !== type;
}
