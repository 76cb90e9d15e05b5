/** The edits of one place that may mend a request: from what is wrong with it, those that people most likely meant. */
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { nearest } from '../../engine/reading/nearest.ts';
import { memberOf } from '../journal/raw.ts';

export type Edit =
  /** An operation of JSON Patch (RFC 6902) on the body. */
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly header: string; readonly value: string }
  | { readonly method: string }
  | { readonly path: string };

/** What there is to choose from. */
export interface Known {
  /** Names of processors of the merchant. */
  readonly processors: readonly string[];
  /** An sTxId of the merchant, the newest, where there is one. */
  readonly sTxId: string | undefined;
}

/** Edits of the place that a violation points at. */
export function editsFor({ pointer }: Violation, body: unknown, known: Known): readonly Edit[] {
  if (pointer.startsWith('header ')) return headerEdits(pointer.slice('header '.length));
  const [, field = '', ...deeper] = pointer.split('/');
  // Neither sTxId nor mTxId is there: what is wrong is the body as a whole.
  const name = field === '' ? 'sTxId' : field;
  const got = memberOf(body, name);
  const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, name);
  const path = `/${name}`;
  const values = deeper.length > 0 ? [] : meantBy(name, got, body, known);
  const removed: readonly Edit[] = isThere ? [{ op: 'remove', path }] : [];
  const set = values.map((value): Edit => ({ op: isThere ? 'replace' : 'add', path, value }));

  return got === null || name === 'mTxId' ? [...removed, ...set] : [...set, ...removed];
}

function headerEdits(header: string): readonly Edit[] {
  const value = Object.entries(REQUIRED_HEADERS).find(([name]) => name === header.toLowerCase())?.[1];

  return value === undefined ? [] : [{ header, value }];
}

/** Ordinary values, for fields that are missing. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  amount: 100,
  nicn: '424242',
  region: 'AZ',
  country: '840',
};

function meantBy(name: string, got: unknown, body: unknown, known: Known): readonly unknown[] {
  const all = [
    ...namesMeant(name, got, known),
    ...(name === 'totalAmount' ? [memberOf(body, 'amount')] : []),
    ...(name === 'amount' && memberOf(body, 'totalAmount') !== undefined
      ? [memberOf(body, 'totalAmount')]
      : []),
    ...(typeof got === 'string' ? textsMeant(name, got) : []),
    ...(typeof got === 'number' ? [String(got), Math.abs(got)] : []),
    SAMPLES[name],
  ];

  return all.filter((value) => value !== undefined && value !== got);
}

function namesMeant(name: string, got: unknown, { processors, sTxId }: Known): readonly unknown[] {
  if (name === 'sTxId') return [sTxId];

  return name === 'processor' ? [nearest(got, processors), ...processors] : [];
}

function textsMeant(name: string, got: string): readonly unknown[] {
  const trimmed = got.trim();
  const digits = trimmed.replace(/\D/g, '');

  return [
    ...(trimmed !== '' && Number.isFinite(Number(trimmed)) && /mount$/.test(name) ? [Number(trimmed)] : []),
    ...(trimmed === '' ? [] : [trimmed, trimmed.toUpperCase(), [got]]),
    // Never more than the first 8 digits (document 1.4).
    ...(name === 'nicn' && digits.length >= 6 ? [digits.slice(0, 8), digits.slice(0, 6)] : []),
  ];
}

/** The body with an edit made. */
export function edited(body: unknown, edit: Edit): unknown {
  if (!('op' in edit) || typeof body !== 'object' || body === null) return body;
  const name = edit.path.slice(1);
  const others = Object.entries(body).filter(([member]) => member !== name);

  return Object.fromEntries(edit.op === 'remove' ? others : [...others, [name, edit.value]]);
}
