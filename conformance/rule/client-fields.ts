/** The fields of each operation by their types (document 2.1, 2.3), and values that a recorder has masked. */
import type { OperationId } from '../../src/contract/types.ts';
import type { JsonObject } from '../../src/text/json-object.ts';

export type FieldType = 'number' | 'string' | 'strings';

const FEE_FIELDS: Readonly<Record<string, FieldType>> = {
  amount: 'number',
  nicn: 'string',
  region: 'string',
  campaign: 'strings',
  country: 'string',
  processor: 'string',
  cardToken: 'string',
  data: 'strings',
  totalAmount: 'number',
  mTxId: 'string',
  sTxId: 'string',
};

export const FIELD_TYPES: Readonly<Record<OperationId, Readonly<Record<string, FieldType>>>> = {
  calculateFee: FEE_FIELDS,
  attachSale: { sTxId: 'string', mTxId: 'string', authCode: 'string' },
};

const DIGITS = /^[0-9]*$/;
const SEPARATORS = /[ \u00a0.\u2010-\u2015-]/g;

/** The digits of a nicn, which may be a JSON number or have separators; empty for any other value. */
export function digitsOfNicn({ nicn }: JsonObject): string {
  if (typeof nicn === 'number' && Number.isInteger(nicn)) return String(nicn);

  if (typeof nicn !== 'string') return '';

  return DIGITS.test(nicn) ? nicn : nicn.replaceAll(SEPARATORS, '');
}

/** Whether a recorder may have replaced the value. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /[…•*<[({]|x{3}|redact|mask|hidden|not shown|removed/i.test(value);
}
