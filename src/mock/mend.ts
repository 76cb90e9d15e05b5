/** Puts the one edit that makes the mock accept a refused request into the refusal, as a JSON Patch. */
import type { OperationId, PatchOperation, Violation } from '../contract/types.ts';
import { describeValue } from '../text/describe.ts';
import { maskValue } from '../text/mask.ts';
import type { Check, Visit } from './check.ts';
import type { Context } from './handler.ts';
import type { Edit } from './near-misses/edits.ts';
import { judgeBy } from './near-misses/judge.ts';
import { findMendingEdit, type Mending } from './near-misses/mending-edit.ts';
import type { Refusal } from './refusal.ts';

/** @param check the one that refused the request */
export type Mend<O extends OperationId> = (
  refusal: Refusal,
  visit: Visit,
  context: Context,
  check: Check<O>,
) => Promise<Refusal>;

/** A candidate is validated like a request, so that trying some of a larger body would take milliseconds. In bytes. */
const LARGEST_MENDED = 4 * 1024;
const MOST_VIOLATIONS = 10;

/** Whether one edit may mend the request: all that is wrong is at one place. */
export function isMendable({ code, violations }: Refusal, size: number): boolean {
  if (code !== 'content-refused' || size > LARGEST_MENDED || violations.length > MOST_VIOLATIONS)
    return false;

  return new Set(violations.map(placeOf)).size === 1;
}

export function createMend<O extends OperationId>(operation: O): Mend<O> {
  return async (refusal, visit, context, check) => {
    const judge = (tried: Visit) => judgeBy(operation, check, tried, context);
    // The state of a transaction, such as its sale, is nothing that an edit of the request mends.
    if ((await judge(visit)).length === 0) return refusal;
    const mending = await findMendingEdit(refusal.violations, visit, context, judge).catch(() => undefined);
    if (mending === undefined || isSecret(mending.edit)) return refusal;
    const { edit } = mending;

    return { ...refusal, fix: fixBy(mending), ...('op' in edit ? { patch: [toPatch(edit)] } : {}) };
  };
}

/** A field of the body by its name, or a header. */
function placeOf({ pointer }: Violation): string {
  return pointer.split('/')[1] ?? pointer;
}

/** A value that has to be masked, such as a card token, is not repeated. */
function isSecret(edit: Edit): boolean {
  if (!('value' in edit) || !('op' in edit)) return false;

  return JSON.stringify(maskValue(edit.value, edit.path.slice(1))) !== JSON.stringify(edit.value);
}

type BodyEdit = Extract<Edit, { readonly op: string }>;

function toPatch(edit: BodyEdit): PatchOperation {
  return edit.op === 'remove' ? { op: edit.op, path: edit.path } : { ...edit };
}

function fixBy({ edit, isExample }: Mending): string {
  if ('header' in edit) return `Send the header ${edit.header}: ${edit.value}.`;
  if (!('op' in edit)) return 'Correct the address.';
  const name = edit.path.slice(1);
  switch (edit.op) {
    case 'add':
      return `Add ${edit.path}, such as ${describeValue(edit.value, { name })}.`;
    case 'replace':
      return `Replace ${edit.path} with ${isExample ? 'a value such as ' : ''}${describeValue(edit.value, { name })}.`;
    case 'remove':
      return `Remove ${edit.path}.`;
  }
}
