/**
 * The forms of an sTxId. A ledger identifies its transactions by 32 hexadecimal digits; each form writes these digits in
 * another way and recognises its own texts, so that no memory is needed and any ledger can be used.
 */
import type { OptionOf } from '../../../contract/choices.ts';
import { type Identifiers, type Ledger, type Transaction, wrapLedger } from '../../../ledger/ledger.ts';

export type StxidForm = OptionOf<'stxid-form'>;

interface WrittenForm {
  /** From the ledger's sTxId. */
  readonly write: (hex: string) => string;
  /** Back to the ledger's sTxId; undefined where the text has another form. */
  readonly read: (text: string) => string | undefined;
}

const BASE32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REPEATED = 11;

export const STXID_FORMS: Readonly<Record<StxidForm, WrittenForm>> = {
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
    /^([A-Za-z0-9+/]{22}==)(?:\.\1){10}$/,
    (hex) => Array.from({ length: REPEATED }, () => Buffer.from(hex, 'hex').toString('base64')).join('.'),
    (text) => Buffer.from(text.slice(0, 24), 'base64').toString('hex'),
  ),
};

/** The form of a text; undefined where it has none of them. */
export function formOf(text: string): StxidForm | undefined {
  return (Object.keys(STXID_FORMS) as StxidForm[]).find((name) => STXID_FORMS[name].read(text) !== undefined);
}

interface LedgerForm extends Pick<WrittenForm, 'read'> {
  /** @param isNew whether the transaction was just opened */
  readonly write: (hex: string, isNew: boolean) => string;
}

/** No transaction of a ledger has this sTxId. */
const UNKNOWN = '';

/** A ledger that shows and accepts sTxIds in another form. */
export function withStxidForm(ledger: Ledger, { read, write }: LedgerForm): Ledger {
  const toInner = <By extends Identifiers>(by: By): By =>
    by.sTxId === undefined ? by : { ...by, sTxId: read(by.sTxId) ?? UNKNOWN };
  const toOuter = <R extends { readonly kind: string; readonly transaction?: Transaction }>(
    by: Identifiers,
    result: R,
  ): R => {
    const { kind, transaction } = result;
    if (transaction === undefined) return result;
    const isNew = kind === 'opened';
    const sTxId = (isNew ? undefined : by.sTxId) ?? write(transaction.sTxId, isNew);

    return { ...result, transaction: { ...transaction, sTxId } };
  };
  const shown = (transactions: readonly Transaction[]) =>
    transactions.map((transaction) => ({ ...transaction, sTxId: write(transaction.sTxId, false) }));
  const { list } = ledger;

  return wrapLedger(ledger, {
    ...(list !== undefined && { list: async (merchant, limit) => shown(await list(merchant, limit)) }),
    record: async (merchant, by, calculation) =>
      toOuter(by, await ledger.record(merchant, toInner(by), calculation)),
    attach: async (merchant, by, sale) => toOuter(by, await ledger.attach(merchant, toInner(by), sale)),
    find: async (merchant, by) => toOuter(by, await ledger.find(merchant, toInner(by))),
  });
}

/** A text that matches the pattern is of the form only if it is written exactly so: a number may be too large. */
function form(pattern: RegExp, write: WrittenForm['write'], read: (text: string) => string): WrittenForm {
  return {
    write,
    read(text) {
      const hex = pattern.test(text) ? read(text) : undefined;

      return hex?.length === 32 && write(hex) === text ? hex : undefined;
    },
  };
}

function toBase32(hex: string): string {
  const digits = BigInt(`0x${hex}`).toString(32).padStart(26, '0');

  return [...digits].map((digit) => BASE32_DIGITS[Number.parseInt(digit, 32)]).join('');
}

function fromBase32(text: string): string {
  return toHex([...text].reduce((value, digit) => value * 32n + BigInt(BASE32_DIGITS.indexOf(digit)), 0n));
}

function toHex(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
