/** Lists calls with fewer edits than a refused one, the plainest first, each with the rule that owns a refusal of it. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import type { RuleContext } from '../../rule/context.ts';
import { mtxidFor, priceableOf } from '../../rule/patterns/open.ts';
import type { ScriptCall } from '../../rule/script.ts';
import {
  bySTxId,
  type Calls,
  call,
  editsOf,
  type Fields,
  fieldsOf,
  type Refused,
  withFields,
  withoutIdentifiers,
} from './refused-call.ts';

/** Calls of which the last one is plainer than the refused one, and the rule that owns a refusal of it. */
export interface Control {
  readonly calls: Calls;
  readonly owner: RuleId;
}

const REQUIRED: RuleId = 'fee-request/accepts-required-fields-alone';
const EACH: RuleId = 'fee-request/accepts-each-optional-field';
const ALL: RuleId = 'fee-request/accepts-all-fields-at-once';
const AMOUNTS: RuleId = 'fee-request/accepts-decimal-amounts';
export const PROCESSOR: RuleId = 'processor/accepts-mid-or-name';
const SEQUENCES: RuleId = 'identity/state-machine';

const UPDATE_RULES: Readonly<Record<NamedBy, RuleId>> = {
  sTxId: 'identity/update-by-stxid-keeps-stxid',
  mTxId: 'identity/update-by-mtxid-keeps-stxid',
  both: 'identity/update-by-both-keeps-stxid',
};
const SALE_RULES: Readonly<Record<NamedBy, RuleId>> = {
  sTxId: 'sale/accepts-stxid',
  mTxId: 'sale/accepts-mtxid',
  both: 'sale/accepts-both',
};

export function* feeControls(
  refused: Refused,
  plain: Fields,
  { data: { plainAmounts } }: RuleContext,
): Generator<Control> {
  const { calls, merchant, by, isUpdate, fields, identifiers } = refused;
  const fee = (body: Fields): ScriptCall => call('calculateFee', merchant, body);
  const naming = identifiers['mTxId'] === undefined ? {} : { mTxId: identifiers['mTxId'] };
  const opens = (body: Fields) => fee({ ...priceableOf(body as never), ...naming });
  /** In the position of the refused call. */
  const placed = (body: Fields): Calls =>
    isUpdate
      ? [opens({ ...body, amount: plain['amount'] }), fee({ ...body, ...identifiers })]
      : [fee({ ...body, ...naming })];
  const owner = isUpdate && by !== undefined ? UPDATE_RULES[by] : by === undefined ? REQUIRED : EACH;
  const edits = editsOf(fields, plain);

  yield { calls: [fee(plain)], owner: REQUIRED };
  if (!isUpdate) yield { calls: placed(plain), owner };
  else {
    const amount = plainAmounts.find((one) => one !== plain['amount']);
    const updates = [
      placed(plain),
      placed({ ...plain, amount }),
      ...(calls.length > 2
        ? [
            calls.map((one) => withFields(one, plain)),
            calls.map((one) => withFields(one, { ...plain, amount: fieldsOf(one)['amount'] })),
          ]
        : []),
    ];
    for (const one of updates) {
      yield { calls: bySTxId(one), owner: UPDATE_RULES.sTxId };
      yield { calls: one, owner };
    }
  }
  for (const name of edits) {
    // A total that is not above its amount may be refused.
    const amount = name === 'totalAmount' ? { amount: fields['amount'] } : {};
    const body = { ...plain, ...amount, [name]: fields[name] };
    const ownerOfField = fieldRule(name, fields[name]);
    if (ownerOfField === OPAQUE) {
      const simple = { ...plain, [name]: ['spring'] };
      yield { calls: [fee(simple)], owner: EACH };
      yield { calls: placed(simple), owner: EACH };
    }
    yield { calls: [fee(body)], owner: ownerOfField };
    yield { calls: placed(body), owner: ownerOfField };
  }
  if (edits.length < 2) return;
  yield { calls: [fee(fields)], owner: ALL };
  yield { calls: placed(fields), owner: ALL };
}

const OPAQUE: RuleId = 'opaque/campaign-and-data-are-opaque';

function fieldRule(name: string, value: unknown): RuleId {
  switch (name) {
    case 'amount':
      return AMOUNTS;
    case 'nicn':
      return 'nicn/accepts-6-to-8-digits';
    case 'region':
      return regionRule(String(value));
    case 'processor':
      return PROCESSOR;
    case 'totalAmount':
      return 'multi-pay/accepts-part-of-total';
    case 'campaign':
    case 'data':
      return OPAQUE;
    default:
      return EACH;
  }
}

function regionRule(region: string): RuleId {
  if (/^\d/.test(region)) return 'region/accepts-zip-code';

  return region.includes('-') ? 'region/accepts-iso-state-code' : 'region/accepts-two-letter-state';
}

export function* saleControls(
  refused: Refused,
  plain: Fields,
  { traits: { saleExtras } }: RuleContext,
): Generator<Control> {
  const { calls, merchant, by, fields, identifiers } = refused;
  if (by === undefined) return;
  const fees = calls.filter(({ operation }) => operation === 'calculateFee');
  const first = fieldsOf(fees[0]);
  const isLate = by === 'both' && first['mTxId'] !== identifiers['mTxId'];
  const naming = isLate || by === 'sTxId' ? {} : mtxidFor(by, String(identifiers['mTxId']));
  const opened = (body: Fields) => call('calculateFee', merchant, { ...withoutIdentifiers(body), ...naming });
  const sale = (body: Fields) => call('attachSale', merchant, body);
  const bySTxId = { sTxId: '{s1}', ...saleExtras };

  yield { calls: [opened(plain), sale(bySTxId)], owner: SALE_RULES.sTxId };
  yield {
    calls: [opened(plain), sale({ ...identifiers, ...saleExtras })],
    owner: isLate ? 'sale/accepts-late-mtxid' : SALE_RULES[by],
  };
  if (fields['authCode'] !== undefined) {
    const owner = 'sale/authcode-is-optional';
    yield { calls: [opened(plain), sale({ sTxId: '{s1}', authCode: 'A1B2C3' })], owner };
    const authCode = fields['authCode'];
    yield { calls: [opened(plain), sale({ sTxId: '{s1}', authCode })], owner: 'sale/authcode-is-opaque' };
  }
  const edits = editsOf(withoutIdentifiers(first), plain);
  for (const body of [...edits.map((name) => ({ ...plain, [name]: first[name] })), first])
    yield { calls: [opened(body), sale(bySTxId)], owner: SALE_RULES.sTxId };
  if (fees.length < 2) return;
  const before = calls.slice(0, -1).map((one) => withFields(one, plain));
  const plainCode = fields['authCode'] === undefined ? {} : { authCode: 'A1B2C3' };
  for (const last of [bySTxId, { ...identifiers, ...plainCode, ...saleExtras }])
    yield { calls: [...before, sale(last)], owner: SEQUENCES };
}
