/** The fields of a request by operation. One that is added to the contract does not compile until it stands here. */

import type { FeeRequest, OperationId, RequestBody, Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import type { Fields } from './choice.ts';

type NeedOfField = 'required' | 'optional';

type FieldsOfSale = keyof Extract<RequestBody['attachSale'], { readonly sTxId: string }>;

const FEE: Readonly<Record<keyof FeeRequest, NeedOfField>> = {
  amount: 'required',
  nicn: 'required',
  region: 'required',
  campaign: 'optional',
  country: 'optional',
  processor: 'optional',
  cardToken: 'optional',
  data: 'optional',
  totalAmount: 'optional',
  mTxId: 'optional',
  sTxId: 'optional',
};

const SALE: Readonly<Record<FieldsOfSale, NeedOfField>> = {
  sTxId: 'optional',
  mTxId: 'optional',
  authCode: 'optional',
};

const NEEDS: Readonly<Record<OperationId, Readonly<Record<string, NeedOfField>>>> = {
  calculateFee: FEE,
  attachSale: SALE,
};

/** What a request has beside the fields of the document. */
export function unknownFields(fields: Fields, operation: OperationId): readonly Violation[] {
  return Object.keys(fields)
    .filter((name) => !Object.hasOwn(NEEDS[operation], name))
    .map((name) => ({
      section: operation === 'calculateFee' ? '2.1' : '2.3',
      pointer: pointerTo(name),
      expected: 'only fields of the document',
      got: describeValue(fields[name], { name }),
    }));
}

/** Somebody else made the name up: it is as short, and as free of long runs of digits, as a value that is shown. */
function pointerTo(name: string): string {
  const shown = describeValue(name.replaceAll('~', '~0').replaceAll('/', '~1'));

  return `/${shown.replace(/^"/, '').replace(/"$/, '')}`;
}

/** Whether a request can do without the field; a field that is unknown is none. */
export function isOptional(name: string, operation: OperationId): boolean {
  return Object.hasOwn(NEEDS[operation], name) && NEEDS[operation][name] === 'optional';
}
