/** The optional fields of a first call, for defects that count them (document 2.1). */
import type { FeeRequest } from '../../contract/types.ts';
import type { Fields } from './defect.ts';

const OPTIONAL = [
  'campaign',
  'country',
  'processor',
  'cardToken',
  'data',
  'totalAmount',
  'mTxId',
] as const satisfies readonly (keyof FeeRequest)[];

export function optionalFieldsOf(request: Fields): readonly string[] {
  return OPTIONAL.filter((field) => request[field] !== undefined);
}

export function isUpdateBySTxId(request: Fields): boolean {
  return request['sTxId'] !== undefined;
}
