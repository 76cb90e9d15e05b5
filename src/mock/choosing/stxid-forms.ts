/**
 * The forms of an sTxId. A ledger names its transactions by 32 hexadecimal digits; each form is another way to write
 * those, tells its own texts from all others, and so needs no memory, whatever ledger it is and however old.
 */
import type { OptionOf } from '../../contract/choices.ts';

export type StxidForm = OptionOf<'stxid-form'>;

interface Form {
  /** From the ledger's own name of a transaction. */
  readonly write: (hex: string) => string;
  /** Back again; undefined where the text is not of this form. */
  readonly read: (text: string) => string | undefined;
}

const DIGITS_OF_BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REPEATED = 8;

export const STXID_FORMS: Readonly<Record<StxidForm, Form>> = {
  hex: form(
    /^[0-9a-f]{32}$/,
    (hex) => hex,
    (text) => text,
  ),
  uuid: form(
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    (text) => text.replaceAll('-', ''),
  ),
  ulid: form(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, toBase32, fromBase32),
  base64url: form(
    /^[\w-]{22}$/,
    (hex) => Buffer.from(hex, 'hex').toString('base64url'),
    (text) => Buffer.from(text, 'base64url').toString('hex'),
  ),
  digits: form(
    /^[0-9]{39}$/,
    (hex) => BigInt(`0x${hex}`).toString().padStart(39, '0'),
    (text) => toHex(BigInt(text)),
  ),
  prefixed: form(
    /^ch_[0-9a-f]{32}$/,
    (hex) => `ch_${hex}`,
    (text) => text.slice(3),
  ),
  long: form(
    /^[0-9a-f]{32}(?:\.[0-9a-f]{32}){7}$/,
    (hex) => Array.from({ length: REPEATED }, () => hex).join('.'),
    (text) => text.slice(0, 32),
  ),
};

/** The form that a text is of; undefined where it is none. */
export function formOf(text: string): StxidForm | undefined {
  return (Object.keys(STXID_FORMS) as StxidForm[]).find((name) => STXID_FORMS[name].read(text) !== undefined);
}

/** A text that reads as something and is not how that is written, such as one that is too large, is not of the form. */
function form(pattern: RegExp, write: Form['write'], read: (text: string) => string): Form {
  return {
    write,
    read(text) {
      const hex = pattern.test(text) ? read(text) : undefined;

      return hex?.length === 32 && write(hex) === text ? hex : undefined;
    },
  };
}

function toBase32(hex: string): string {
  let rest = BigInt(`0x${hex}`);
  let text = '';
  for (let count = 0; count < 26; count += 1) {
    text = `${DIGITS_OF_BASE32[Number(rest % 32n)]}${text}`;
    rest /= 32n;
  }

  return text;
}

function fromBase32(text: string): string {
  return toHex([...text].reduce((value, digit) => value * 32n + BigInt(DIGITS_OF_BASE32.indexOf(digit)), 0n));
}

function toHex(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
