/** Candidate edits for one violation: values derived from the request, or examples for missing fields. */
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { nearest } from '../../engine/reading/nearest.ts';
import { memberOf } from '../request.ts';

export type Edit =
  /** An operation of JSON Patch (RFC 6902) on the body. */
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly header: string; readonly value: string }
  | { readonly method: string }
  | { readonly path: string };

/** Values of the merchant to choose from. */
export interface Known {
  /** Names of processors of the merchant. */
  readonly processors: readonly string[];
  /** The newest sTxId of the merchant; undefined where there is none. */
  readonly sTxId: string | undefined;
  /** The numeric code of a country that the client sent in letters. */
  readonly country: string | undefined;
}

/** Edits at the pointer of a violation. */
export function editsFor({ pointer }: Violation, body: unknown, known: Known): readonly Edit[] {
  if (pointer.startsWith('header ')) return headerEdits(pointer.slice('header '.length));
  const [, field = '', ...deeper] = pointer.split('/');
  // The pointer to the whole body means that sTxId and mTxId are missing.
  const name = field === '' ? 'sTxId' : field;
  const got = memberOf(body, name);
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  const path = `/${name}`;
  const removed: readonly Edit[] = isThere ? [{ op: 'remove', path }] : [];
  const toEdit = (value: unknown): Edit => ({ op: isThere ? 'replace' : 'add', path, value });
  if (deeper.length > 0) return removed;
  const read = readings(name, got, body, known).map(toEdit);
  // An example in place of the client's amount would change the charge.
  const isAmount = name === 'amount' && isThere && got !== null;
  const examples = isAmount ? [] : examplesFor(name, body, known).map(toEdit);
  const isIdentifier = name === 'sTxId' || (name === 'mTxId' && typeof got === 'string');

  return got === null || isIdentifier
    ? [...removed, ...read, ...examples]
    : [...read, ...examples, ...removed];
}

/** Whether the value of an edit is an example, and not derived from the request. */
export function isExample(edit: Edit, body: unknown, known: Known): boolean {
  if (!('op' in edit) || edit.op === 'remove') return false;
  const name = edit.path.slice(1);
  const read = readings(name, memberOf(body, name), body, known);

  return !read.some((value) => JSON.stringify(value) === JSON.stringify(edit.value));
}

function headerEdits(header: string): readonly Edit[] {
  const value = Object.entries(REQUIRED_HEADERS).find(([name]) => name === header.toLowerCase())?.[1];

  return value === undefined ? [] : [{ header, value }];
}

/** Valid values. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  amount: 100,
  nicn: '424242',
  region: 'AZ',
  country: '840',
};

function examplesFor(name: string, body: unknown, { processors, sTxId }: Known): readonly unknown[] {
  const all =
    name === 'sTxId'
      ? [sTxId]
      : name === 'processor'
        ? processors
        : [...(name === 'amount' ? [memberOf(body, 'totalAmount')] : []), SAMPLES[name]];

  return all.filter((value) => value !== undefined);
}

/** Valid values derived from the client's value. */
function readings(name: string, got: unknown, body: unknown, known: Known): readonly unknown[] {
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

function textReadings(name: string, got: unknown, { processors, country }: Known): readonly unknown[] {
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
export function edited(body: unknown, edit: Edit): unknown {
  if (!('op' in edit) || typeof body !== 'object' || body === null) return body;
  const name = edit.path.slice(1);
  const others = Object.entries(body).filter(([member]) => member !== name);

  return Object.fromEntries(edit.op === 'remove' ? others : [...others, [name, edit.value]]);
}
