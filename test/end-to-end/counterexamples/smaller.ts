/** Every case that is smaller by one part: a field, a step, a character, or 1 in a number. */

import { isScript } from '../../../conformance/rule/script.ts';
import { replay } from '../../../conformance/runner/replay.ts';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { FEE_FIELDS } from '../../support/ask-mock.ts';
import type { Found } from './audit.ts';
import type { Broken } from './broken.ts';

/** Longer texts are tried only without their first, middle or last character. */
const LONGEST = 24;

export function* removals(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* ofArray(value);
  else if (typeof value === 'object' && value !== null) yield* ofObject(value as Record<string, unknown>);
  else if (typeof value === 'string') yield* ofText(value);
}

function* ofArray(items: readonly unknown[]): Generator<unknown> {
  for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries())
    for (const less of removals(item)) yield items.with(index, less);
}

/** Numbers that count something. Others are amounts, which do not get simpler by 1. */
const COUNTS = ['others', 'transactions', 'times', 'mebibytes'];

/** The description of an edit and its request, which do not affect the rule. */
const DERIVED = ['edit', 'base'];

/** Removable fields besides those of a fee request (section 2.3). All else in a case is instructions to the rule. */
const NAMED = ['mTxId', 'sTxId', 'authCode'];

/** Texts of free choice. A part of any other text is a different value, not a smaller one. */
const FREE = ['campaign', 'data', 'mTxId', 'authCode', 'one', 'other', 'raw'];

function* ofObject(fields: Readonly<Record<string, unknown>>): Generator<unknown> {
  const names = Object.keys(fields).filter((name) => !DERIVED.includes(name));
  for (const name of names) if ([...FEE_FIELDS, ...NAMED].includes(name)) yield leaving(fields, name);
  for (const name of names) {
    const field = fields[name];
    if (COUNTS.includes(name) && typeof field === 'number' && field > 0)
      yield { ...fields, [name]: field - 1 };
    const isOfTexts = [field].flat().every((part) => typeof part === 'string');
    if (isOfTexts && !FREE.includes(name)) continue;
    for (const less of removals(field)) yield { ...fields, [name]: less };
  }
}

function leaving(fields: Readonly<Record<string, unknown>>, name: string) {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** A placeholder of an identifier stays whole. */
function* ofText(text: string): Generator<unknown> {
  const parts = text.match(/\{[mn]\d+\}|./gsu) ?? [];
  const places = parts.length > LONGEST ? [0, Math.floor(parts.length / 2), parts.length - 1] : parts.keys();
  for (const index of places) if ((parts[index]?.length ?? 0) < 3) yield parts.toSpliced(index, 1).join('');
}

// Searches for a smaller counterexample.

/** A service may refuse a list without texts or with an empty one, and an update without a required field. */
function isBeyondTheSafeDomain(value: unknown): boolean {
  const calls = isScript(value) ? value.calls : [];
  const isPartial = calls.some(({ operation, body }) => {
    const fields = Object.keys(body);

    return (
      operation === 'calculateFee' &&
      'sTxId' in body &&
      !REQUIRED_FIELDS.every((name) => fields.includes(name))
    );
  });

  return isPartial || /"(?:campaign|data)":\[(?:""|\])/.test(JSON.stringify(value) ?? '');
}

/** A smaller case that also fails; undefined where there is none. */
export async function smallerThan(broken: Broken, { rule, counterexample }: Found): Promise<unknown> {
  for (const less of removals(counterexample.value)) {
    if (isBeyondTheSafeDomain(less) || !(await breaks(less, broken.start))) continue;
    // A case that fails without the defect too is invalid.
    if (!(await breaks(less, broken.startSound))) return less;
  }

  return undefined;

  async function breaks(value: unknown, start: Broken['start']): Promise<boolean> {
    await using standing = await start();
    try {
      return (await replay(rule, value, standing.deployment)).kind === 'reproduced';
    } catch {
      // A rule may not support a case with a missing part.
      return false;
    }
  }
}
