/** Tells from the name of a header, a parameter or a field whether its value is a secret: a credential, or card data. */

/** Anywhere in a name, however it is written: `X-Session-Id`, `card_number`, `accessToken`. */
const TELLING =
  /authorization|cookie|token|secret|password|passwd|passphrase|signature|session|credential|jwt|cvv|cvc|cardnumber|cardnum|ccnum|creditcard|securitycode|accountnumber|apikey|accesskey|privatekey|signingkey|trackdata|track[12]/;

/** Only as a word of their own, since other words have these letters: `company`, `shipping`. */
const WORDS: ReadonlySet<string> = new Set(['pan', 'pin', 'pwd', 'csc', 'otp', 'cardno']);

/** Only as the last word: `authCode` is a field of the document, and no credential. */
const LAST_WORDS: ReadonlySet<string> = new Set(['auth', 'pass']);

/** Longer ones are no names. */
const LONGEST_NAME = 200;

export function isSecretName(name: string): boolean {
  // CORS has one that says whether credentials are allowed.
  if (/^access-control-/i.test(name)) return false;
  const words = name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

  return (
    TELLING.test(words.join('')) ||
    words.some((word) => WORDS.has(word)) ||
    LAST_WORDS.has(words.at(-1) ?? '') ||
    WORDS.has(words.join(''))
  );
}
