/** What is never shown of a request: what could be a card number (document 1.4), and what opens something. */

/** More than 8 digits of any script, set apart or not. */
const LONG_DIGITS = /\p{Nd}(?:[ -]?\p{Nd}){8,}/gu;

const TOKEN = /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)*/g;

/** Digits in disguise: percent-encoded as in addresses, escaped as in JSON. */
const DISGUISED = /(?:%3|\\u003)([0-9])/gi;

/** Of more than 8 digits in a row only the first six are left; of a token nothing. */
export function maskText(text: string): string {
  return text
    .replace(DISGUISED, '$1')
    .replace(TOKEN, '(a token)')
    .replace(LONG_DIGITS, (digits) => {
      const bare = digits.match(/\p{Nd}/gu) ?? [];

      return `${bare.slice(0, 6).join('')}…(${bare.length} digits)`;
    });
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
    return name === 'sTxId' && OWN_STXID.test(value) ? value : maskText(value);
  }
  if (typeof value === 'number') {
    const text = maskText(String(value));

    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => maskValue(item, name));
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [maskText(member), maskValue(inner, member)]),
  );
}

const SECRET_HEADER = /authorization|cookie|token|secret|password|api-?key/i;

export function maskHeader(name: string, value: string): string {
  return SECRET_HEADER.test(name) ? '(not shown)' : maskText(value);
}
