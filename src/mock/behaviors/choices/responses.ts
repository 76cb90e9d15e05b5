/** Choices about accepted responses: their status, fields, layout and media type. */

import type { OperationId } from '../../../contract/types.ts';
import { isJsonObject } from '../../../text/json-object.ts';
import type { Fields } from '../../request.ts';
import { withType } from '../../response.ts';
import { accepted, type ChoiceBehaviors } from './choice.ts';

export const RESPONSE_CHOICES = {
  'success-status': (status) => accepted(() => ({ status: Number(status) }), 'calculateFee'),
  'sale-status': (status) => accepted(() => ({ status: Number(status) }), 'attachSale'),

  // No field contradicts those of the document.
  'extra-response-fields': {
    flat: withBody((body, operation) =>
      operation === 'calculateFee'
        ? { status: 'calculated', ...body, currency: 'USD', feeVersion: 3, success: true }
        : { status: 'attached', ...body, message: 'ok', success: true },
    ),
    nested: withBody((body) => ({
      ...body,
      error: null,
      errors: [],
      links: [{ rel: 'self', href: '/v1/transactions' }],
      details: { message: 'nothing to add', sTxId: null, amount: { value: 0, currency: 'USD' } },
    })),
  },

  'number-form': {
    'two-decimals': withFee((usd) => withDecimals(usd, 2)),
    'six-decimals': withFee((usd) => withDecimals(usd, 6)),
    exponent: withFee((usd) => usd.toExponential()),
  },

  'field-order': {
    reversed: inOrder((members) => members.toReversed()),
    alphabetical: inOrder((members) => members.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  },

  'json-layout': {
    indented: accepted(({ body }) => ({ body: indent(body) })),
    escaped: accepted(({ body }) => ({ body: escapeLetters(body) })),
  },

  'response-media-type': {
    'json-charset': accepted((response) => withType(response, 'application/json; charset=utf-8')),
    'json-suffix': accepted((response) => withType(response, 'application/vnd.tollgate.fees+json')),
    'text-plain': accepted((response) => withType(response, 'text/plain; charset=utf-8')),
    none: accepted((response) => withType(response, undefined)),
  },
} satisfies Partial<ChoiceBehaviors>;

function withBody(change: (body: Fields, operation: OperationId) => Fields) {
  return accepted(({ body }, operation) => {
    const fields: unknown = body === '' ? undefined : JSON.parse(body);

    return isJsonObject(fields) ? { body: JSON.stringify(change(fields, operation)) } : {};
  });
}

function inOrder(
  order: (members: readonly (readonly [string, unknown])[]) => Iterable<readonly [string, unknown]>,
) {
  return withBody((body) => Object.fromEntries(order(Object.entries(body))));
}

/** @param write from US dollars to a JSON number */
function withFee(write: (usd: number) => string) {
  return accepted(
    ({ body }) => ({ body: body.replace(FEE, (_, name, usd) => name + write(Number(usd))) }),
    'calculateFee',
  );
}

const FEE = /("transactionFee":)(-?\d[\d.e+-]*)/;

/** A merchant's rounding may leave more decimals; then the number is unchanged. */
function withDecimals(usd: number, decimals: number): string {
  const text = usd.toFixed(decimals);

  return Number(text) === usd ? text : String(usd);
}

/** Since Node 21, which TypeScript does not know: writes a number as it is. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Keeps how each number is written. */
function indent(json: string): string {
  const raw = (_: string, value: unknown, { source }: { readonly source: string }) =>
    typeof value === 'number' ? rawJSON(source) : value;

  return JSON.stringify(JSON.parse(json, raw as never), null, 2);
}

function escapeLetters(json: string): string {
  return json.replaceAll(/"(?:\\.|[^"\\])*"/g, (text) =>
    text.replaceAll(/\\u[\da-f]{4}|\\.|[a-z]/g, (part) => (part.length > 1 ? part : toEscape(part))),
  );
}

function toEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
