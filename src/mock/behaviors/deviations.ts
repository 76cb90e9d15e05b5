/** Deviations of requests that several behaviors share: no token or X-Requested-With, nulls, unknown fields, parts of cents. */

import { FIELD_TYPES, REQUIRED_FIELDS } from '../../contract/fields.gen.ts';
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import { toToken } from '../../reading/problem-text.ts';
import { describeValue } from '../../text/describe.ts';
import { isJsonObject } from '../../text/json-object.ts';
import type { Behavior } from '../behavior.ts';
import type { Fields, ParsedRequest } from '../request.ts';

/** Changes a parsed request before it is validated. */
export type Reading = (request: ParsedRequest, operation: OperationId) => ParsedRequest;

/** Accepts a request without a token as one of the default merchant. */
export const acceptMissingToken: NonNullable<Behavior['authenticate']> = async (
  authorization,
  next,
  { principalOf },
) => (authorization === undefined ? principalOf(undefined) : next(authorization));

/** Adds the header where it is missing; another value stays. */
export function withRequestedWith<R extends Pick<ParsedRequest, 'headers'>>(request: R): R {
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

/** The request with other fields; unchanged where its body is not a JSON object. */
export function mapFields(request: ParsedRequest, map: (fields: Fields) => Fields): ParsedRequest {
  return isJsonObject(request.body) ? { ...request, body: map(request.body) } : request;
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
    .filter((name) => !Object.hasOwn(FIELD_TYPES[operation], name))
    .map((name) => ({
      section: operation === 'calculateFee' ? '2.1' : '2.3',
      pointer: pointerTo(name),
      expected: 'only fields of the document',
      got: describeValue(fields[name], { name }),
    }));
}

/** The client chose the name, so it is shortened and masked as a value is. */
function pointerTo(name: string): string {
  const shown = describeValue(toToken(name));

  return `/${shown.replace(/^"/, '').replace(/"$/, '')}`;
}

function isOptional(name: string, operation: OperationId): boolean {
  const isRequired = operation === 'calculateFee' && REQUIRED_FIELDS.includes(name);

  return Object.hasOwn(FIELD_TYPES[operation], name) && !isRequired;
}
