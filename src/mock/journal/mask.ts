/** What is never shown of a request: what could be a card number (document 1.4), and what opens something. */

/** More than 8 digits of any script, set apart or not. */
const LONG_DIGITS = /\p{Nd}(?:[ -]?\p{Nd}){8,}/gu;

/** The same, set apart by anything but what stands between the numbers of times, lists and JSON. */
const SCATTERED_DIGITS = /\p{Nd}(?:[^\p{L}\p{Nd}:,;"'()[\]{}…]{0,3}\p{Nd}){8,}/gu;

/** An amount such as 1234567.89 and no card, which has at least 12 digits. */
const AMOUNT = /^(?=.{1,12}$)\p{Nd}+\.\p{Nd}+$/u;

const TOKEN = /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)*/g;

/** Digits in disguise: percent-encoded as in addresses, escaped as in JSON. */
const DISGUISED = /(?:%3|\\u003)([0-9])/gi;

/** Of more than 8 digits, however they are set apart, only the first six are left; of a token nothing. */
export function maskText(text: string): string {
  const masked = text
    .replace(DISGUISED, '$1')
    .replace(TOKEN, '(a token)')
    .replace(SCATTERED_DIGITS, (digits) => (AMOUNT.test(digits) ? digits : firstOf(digits)));

  return maskRuns(masked);
}

/** Leaves versions and addresses of machines as they are, which have dots in them. */
function maskRuns(text: string): string {
  return text.replace(DISGUISED, '$1').replace(TOKEN, '(a token)').replace(LONG_DIGITS, firstOf);
}

function firstOf(digits: string): string {
  const bare = digits.match(/\p{Nd}/gu) ?? [];

  return `${bare.slice(0, 6).join('')}…(${bare.length} digits)`;
}

const CARD_TOKEN = /("cardToken"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^"\s,}\]][^,}\]]*)/gs;

/** A body that is no JSON, or only the beginning of one. */
export function maskBodyText(text: string): string {
  return maskText(text.replace(CARD_TOKEN, '$1"(a card token)"'));
}

/** Of a parameter whose name says that it opens something the value is not shown. */
export function maskQuery(query: string): string {
  const shown = query.replace(/([^&=]+)=[^&]*/g, (whole, name: string) =>
    SECRET_NAME.test(name) ? `${name}=(not shown)` : whole,
  );

  return maskText(shown);
}

/** The form of the mock's own sTxIds, in which there may be many digits in a row. */
const OWN_STXID = /^(?=.*[a-f])[0-9a-f]{32}$/;

/**
 * A value as JSON has it, with its texts, numbers and names masked.
 *
 * @throws RangeError where it is nested too deep
 */
export function maskValue(value: unknown, name = ''): unknown {
  if (name === 'cardToken' && value !== null && value !== undefined) return '(a card token)';
  if (typeof value === 'string') {
    // Where a card belongs, whatever stands between the digits.
    if (name === 'nicn' && (value.match(/\p{Nd}/gu)?.length ?? 0) > 8) return firstOf(value);
    return name === 'sTxId' && OWN_STXID.test(value) ? value : maskText(value);
  }
  if (typeof value === 'number') {
    const text = maskRuns(String(value));

    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => maskValue(item, name));
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [maskText(member), maskValue(inner, member)]),
  );
}

const SECRET_NAME = /authorization|cookie|token|secret|password|api-?key/i;

export function maskHeader(name: string, value: string): string {
  return SECRET_NAME.test(name) ? '(not shown)' : maskRuns(value);
}
