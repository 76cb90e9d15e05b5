/** Whether a call is one that a rule is about. */
import type { FaultCondition, FieldValue } from '../../engine/faults/fault.ts';

/** As much of a call as rules can ask about. */
export interface Call {
  readonly path: string;
  /** Undefined where the token names none. */
  readonly merchant: string | undefined;
  /** What the body says; undefined where it is no JSON. */
  readonly body: unknown;
}

export function fits({ path, merchant, amount, body = {} }: FaultCondition, call: Call): boolean {
  return (
    (path === undefined || path === call.path) &&
    (merchant === undefined || merchant === call.merchant) &&
    (amount === undefined || isAmount(fieldOf(call.body, 'amount'), amount)) &&
    Object.entries(body).every(([name, value]) => isOrHas(fieldOf(call.body, name), value))
  );
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function isAmount(got: unknown, wanted: string | number): boolean {
  const isText = typeof got === 'string' && got.trim() !== '';

  return (isText || typeof got === 'number') && Number(got) === Number(wanted);
}

function isOrHas(got: unknown, wanted: FieldValue): boolean {
  if (Array.isArray(got)) return got.some((item) => isSame(item, wanted));

  return isSame(got, wanted);
}

/** On a command line everything is a text. */
function isSame(got: unknown, wanted: FieldValue): boolean {
  if (typeof got === 'number') return wanted !== '' && typeof wanted !== 'boolean' && got === Number(wanted);

  return (typeof got === 'string' || typeof got === 'boolean') && String(got) === String(wanted);
}
