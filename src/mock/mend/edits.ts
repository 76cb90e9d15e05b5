/** Candidate edits for one violation: values derived from the request, or examples for missing fields. */
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { nearest } from '../../reading/nearest.ts';
import { memberOf, VALID_FEE_REQUEST } from '../request.ts';

/** An operation of JSON Patch (RFC 6902) on the body. */
export type BodyEdit =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

export type MendingEdit = BodyEdit | { readonly header: string; readonly value: string };

export interface Candidate {
  readonly edit: MendingEdit;
  /** Whether its value is an example, and not derived from the request. */
  readonly isExample: boolean;
}

/** Values of the merchant to choose from. */
export interface MerchantValues {
  /** Names of processors of the merchant. */
  readonly processors: readonly string[];
  /** The newest sTxId of the merchant; undefined where there is none, or none is needed. */
  readonly sTxId: string | undefined;
  /** The numeric code of a country that the client sent in letters. */
  readonly country: string | undefined;
}

/** Whether an sTxId may mend this violation. It points at the whole body where sTxId and mTxId are missing. */
export function namesTransaction({ pointer }: Violation): boolean {
  return pointer === '' || pointer === '/sTxId';
}

/** Edits at the pointer of a violation. */
export function candidatesFor(
  violation: Violation,
  body: unknown,
  known: MerchantValues,
): readonly Candidate[] {
  const { pointer } = violation;
  if (pointer.startsWith('header ')) return headerEdits(pointer.slice('header '.length));
  const [, field = '', ...deeper] = pointer.split('/');
  const name = namesTransaction(violation) ? 'sTxId' : field;
  const got = memberOf(body, name);
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  const path = `/${name}`;
  const removed: readonly Candidate[] = isThere ? [{ edit: { op: 'remove', path }, isExample: false }] : [];
  if (deeper.length > 0) return removed;
  const put =
    (isExample: boolean) =>
    (value: unknown): Candidate => ({ edit: { op: isThere ? 'replace' : 'add', path, value }, isExample });
  const read = readings(name, got, body, known).map(put(false));
  // An example in place of the client's amount would change the charge.
  const isAmount = name === 'amount' && isThere && got !== null;
  const examples = isAmount ? [] : examplesFor(name, body, known).map(put(true));
  const isIdentifier = name === 'sTxId' || (name === 'mTxId' && typeof got === 'string');

  return got === null || isIdentifier
    ? [...removed, ...read, ...examples]
    : [...read, ...examples, ...removed];
}

function headerEdits(header: string): readonly Candidate[] {
  const value = Object.entries(REQUIRED_HEADERS).find(([name]) => name === header.toLowerCase())?.[1];

  return value === undefined ? [] : [{ edit: { header, value }, isExample: false }];
}

/** Valid values. */
const EXAMPLES: Readonly<Record<string, unknown>> = { ...VALID_FEE_REQUEST, country: '840' };

function examplesFor(name: string, body: unknown, { processors, sTxId }: MerchantValues): readonly unknown[] {
  const all =
    name === 'sTxId'
      ? [sTxId]
      : name === 'processor'
        ? processors
        : [...(name === 'amount' ? [memberOf(body, 'totalAmount')] : []), EXAMPLES[name]];

  return all.filter((value) => value !== undefined);
}

/** Valid values derived from the client's value. */
function readings(name: string, got: unknown, body: unknown, known: MerchantValues): readonly unknown[] {
  const isAmount = name === 'amount' || name === 'totalAmount';
  const read = isAmount ? amountReadings(name, got, body) : textReadings(name, got, known);

  return read.filter((value) => value !== undefined && value !== got);
}

/** Dollars as people write them: `"1,250.50"`, `"250 USD"`, `"$5"`. */
const DOLLARS = /^(?:USD|US\$|\$)?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,3})?\s*(?:USD|US\$|\$)?$/i;

function amountReadings(name: string, got: unknown, body: unknown): readonly unknown[] {
  if (typeof got === 'number') {
    const other = memberOf(body, name === 'amount' ? 'totalAmount' : 'amount');
    const isPartOverTotal =
      typeof other === 'number' && (name === 'amount' ? got > other : other > got && got > 0);

    return isPartOverTotal ? [other] : [];
  }
  const [, whole, fraction = ''] = DOLLARS.exec(typeof got === 'string' ? got.trim() : '') ?? [];

  return whole === undefined || whole.length > 15 ? [] : [Number(whole.replaceAll(',', '') + fraction)];
}

function textReadings(
  name: string,
  got: unknown,
  { processors, country }: MerchantValues,
): readonly unknown[] {
  const text = typeof got === 'number' && Number.isSafeInteger(got) ? String(got) : got;
  if (typeof text !== 'string') return [];
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const upper = trimmed.toUpperCase();
  const digits = trimmed.replace(/\D/g, '');

  switch (name) {
    case 'processor':
      return [trimmed, nearest(trimmed, processors), ...(processors.length === 1 ? processors : [])];
    case 'region':
      return [trimmed, upper];
    case 'country':
      return [trimmed, country];
    case 'nicn':
      // At most the first 8 digits (section 1.4).
      return [trimmed, ...(digits.length >= 6 ? [digits.slice(0, 8), digits.slice(0, 6)] : [])];
    case 'campaign':
    case 'data':
      return [[text]];
    default:
      return [trimmed];
  }
}

/** The body after the edit. */
export function edited(body: unknown, edit: BodyEdit): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const name = edit.path.slice(1);
  const others = Object.entries(body).filter(([member]) => member !== name);

  return Object.fromEntries(edit.op === 'remove' ? others : [...others, [name, edit.value]]);
}
