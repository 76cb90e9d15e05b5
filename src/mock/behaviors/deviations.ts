/** Deviations of requests that choices and leniency share: no X-Requested-With, nulls, unknown fields, parts of cents. */
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { FeeRequest, OperationId, RequestBody, Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import { type Fields, isFields, type ParsedRequest } from '../request.ts';

/** Reads a request in another way than it was sent. */
export type Reading = (request: ParsedRequest, operation: OperationId) => ParsedRequest;

/** Adds the header where it is missing; another value stays. */
export function withRequestedWith(request: ParsedRequest): ParsedRequest {
  const { headers } = request;

  return headers['x-requested-with'] === undefined
    ? { ...request, headers: { ...headers, 'x-requested-with': REQUIRED_HEADERS['x-requested-with'] } }
    : request;
}

/** Removes the optional fields that are null. */
export function withoutNulls(request: ParsedRequest, operation: OperationId): ParsedRequest {
  return mapFields(request, (fields) =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => value !== null || !isOptional(name, operation)),
    ),
  );
}

/** The request with other fields; unchanged where its body is no JSON object. */
export function mapFields(request: ParsedRequest, map: (fields: Fields) => Fields): ParsedRequest {
  return isFields(request.body) ? { ...request, body: map(request.body) } : request;
}

/** To the nearest cent, in US dollars; half a cent rounds up. Calculates in decimals to avoid binary errors. */
export function roundToCents(usd: number): number {
  const [digits, exponent = '0'] = String(usd).split('e');
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));

  return Number.isSafeInteger(cents) ? Number(`${cents}e-2`) : usd;
}

/** One violation for each field that the document does not have. */
export function unknownFields(fields: Fields, operation: OperationId): readonly Violation[] {
  return Object.keys(fields)
    .filter((name) => !Object.hasOwn(FIELDS[operation], name))
    .map((name) => ({
      section: operation === 'calculateFee' ? '2.1' : '2.3',
      pointer: pointerTo(name),
      expected: 'only fields of the document',
      got: describeValue(fields[name], { name }),
    }));
}

/** The client chose the name, so it is shortened and masked as a value is. */
function pointerTo(name: string): string {
  const shown = describeValue(name.replaceAll('~', '~0').replaceAll('/', '~1'));

  return `/${shown.replace(/^"/, '').replace(/"$/, '')}`;
}

function isOptional(name: string, operation: OperationId): boolean {
  return Object.hasOwn(FIELDS[operation], name) && FIELDS[operation][name] === 'optional';
}

type Presence = 'required' | 'optional';
type SaleField = keyof Extract<RequestBody['attachSale'], { readonly sTxId: string }>;

const FEE_FIELDS: Readonly<Record<keyof FeeRequest, Presence>> = {
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

const SALE_FIELDS: Readonly<Record<SaleField, Presence>> = {
  sTxId: 'optional',
  mTxId: 'optional',
  authCode: 'optional',
};

/** A field added to the contract does not compile until it is listed here. */
const FIELDS: Readonly<Record<OperationId, Readonly<Record<string, Presence>>>> = {
  calculateFee: FEE_FIELDS,
  attachSale: SALE_FIELDS,
};
