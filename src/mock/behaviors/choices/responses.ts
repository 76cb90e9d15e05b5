/** Choices about accepted responses: their status, fields, layout and media type. */
import { byOption, type ChoiceBehaviors, formatted } from './choice.ts';

export const RESPONSE_CHOICES = {
  'success-status': byOption('success-status', (status) => formatted({ feeStatus: Number(status) })),

  'sale-status': byOption('sale-status', (status) => formatted({ saleStatus: Number(status) })),

  // No field contradicts those of the document.
  'extra-response-fields': {
    flat: formatted({
      extend: (body, operation) =>
        operation === 'calculateFee'
          ? { status: 'calculated', ...body, currency: 'USD', feeVersion: 3, success: true }
          : { status: 'attached', ...body, message: 'ok', success: true },
    }),
    nested: formatted({
      extend: (body) => ({
        ...body,
        error: null,
        errors: [],
        links: [{ rel: 'self', href: '/v1/transactions' }],
        details: { message: 'nothing to add', sTxId: null, amount: { value: 0, currency: 'USD' } },
      }),
    }),
  },

  'number-form': {
    'two-decimals': formatted({ fee: (usd) => withDecimals(usd, 2) }),
    'six-decimals': formatted({ fee: (usd) => withDecimals(usd, 6) }),
    exponent: formatted({ fee: (usd) => usd.toExponential() }),
  },

  'field-order': {
    reversed: formatted({ order: (names) => names.toReversed() }),
    alphabetical: formatted({ order: (names) => names.toSorted() }),
  },

  'json-layout': {
    indented: formatted({ layout: indent }),
    escaped: formatted({ layout: escapeLetters }),
  },

  'response-media-type': {
    'json-charset': formatted({ mediaType: 'application/json; charset=utf-8' }),
    'json-suffix': formatted({ mediaType: 'application/vnd.tollgate.fees+json' }),
    'text-plain': formatted({ mediaType: 'text/plain; charset=utf-8' }),
    none: formatted({ mediaType: undefined }),
  },
} satisfies Partial<ChoiceBehaviors>;

/** A merchant's rounding may leave more decimals; then the number is unchanged. */
function withDecimals(usd: number, decimals: number): string {
  const text = usd.toFixed(decimals);

  return Number(text) === usd ? text : String(usd);
}

/** Token by token: parsing the JSON would lose how its numbers are written. */
function indent(json: string): string {
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;

  return json.replaceAll(/"(?:\\.|[^"\\])*"|[[\]{},:]/g, (token) => {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return `${token}${newLine()}`;
      case '}':
      case ']':
        depth -= 1;
        return `${newLine()}${token}`;
      case ',':
        return `,${newLine()}`;
      case ':':
        return ': ';
      default:
        return token;
    }
  });
}

function escapeLetters(json: string): string {
  return json.replaceAll(/"(?:\\.|[^"\\])*"/g, (text) =>
    text.replaceAll(/\\u[\da-f]{4}|\\.|[a-z]/g, (part) => (part.length > 1 ? part : toEscape(part))),
  );
}

function toEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
