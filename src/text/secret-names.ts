/** Recognises names of headers, parameters and fields that hold credentials or card data. */

/** Matches anywhere in a name, without case and separators: `X-Session-Id`, `card_number`, `accessToken`. */
const ANYWHERE =
  /authorization|cookie|token|secret|password|passwd|passphrase|signature|session|credential|jwt|cvv|cvc|cardnumber|cardnum|ccnum|creditcard|securitycode|accountnumber|apikey|accesskey|privatekey|signingkey|trackdata|track[12]/;

/** Match whole words only, since other words contain them: `company`, `shipping`. */
const WORDS: ReadonlySet<string> = new Set(['pan', 'pin', 'pwd', 'csc', 'otp', 'cardno']);

/** Match the last word only: `authCode` is a field of the document and not a credential. */
const LAST_WORDS: ReadonlySet<string> = new Set(['auth', 'pass']);

/** The rest of a longer name is ignored. */
const MAX_LENGTH = 200;

/** In each secret name without separators: most names have none of these, and need no division into words. */
const STEMS = new RegExp(`${[...WORDS, ...LAST_WORDS].join('|')}|${ANYWHERE.source}`);

export function isSecretName(name: string): boolean {
  const text = name.slice(0, MAX_LENGTH);
  const letters = text.toLowerCase().replaceAll(/[^a-z\d]+/g, '');
  // For example Access-Control-Allow-Credentials.
  if (!STEMS.test(letters) || /^access-control-/i.test(text)) return false;
  const words = text
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

  return (
    ANYWHERE.test(letters) ||
    words.some((word) => WORDS.has(word)) ||
    LAST_WORDS.has(words.at(-1) ?? '') ||
    WORDS.has(letters)
  );
}
