/** Adds to a refusal the one edit that makes the mock accept the request, as a JSON Patch. */
import type { PatchOperation, Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import { maskValue } from '../../text/mask.ts';
import type { Refusal } from '../refusal.ts';
import { type Call, isFields } from '../request.ts';
import type { Edit } from './edits.ts';
import type { Judge } from './judge.ts';
import { findMendingEdit, type Mending } from './mending-edit.ts';

/** In bytes. Each candidate is validated like a request, which takes milliseconds for a larger body. */
const LARGEST_MENDED = 4 * 1024;
const MOST_VIOLATIONS = 10;

/** Whether one edit may mend the request: all violations are at one place. */
export function isMendable({ code, violations }: Refusal, size: number): boolean {
  if (code !== 'content-refused' || size > LARGEST_MENDED || violations.length > MOST_VIOLATIONS)
    return false;

  return new Set(violations.map(placeOf)).size === 1;
}

/**
 * @param judge the one whose behaviors refused the request
 * @param sent the body of the request, before behaviors read it
 */
export async function mend(refusal: Refusal, call: Call, judge: Judge, sent: unknown): Promise<Refusal> {
  const { operation, request, context } = call;
  const judgeRequest = (tried: Call['request']) => judge(operation, tried, context);
  // No edit of the request mends the state of a transaction, such as its sale.
  if ((await judgeRequest(request)).length === 0) return refusal;
  const mending = await findMendingEdit(refusal.violations, request, context, judgeRequest).catch(
    () => undefined,
  );
  if (mending === undefined || isSecret(mending.edit)) return refusal;
  const { edit } = mending;

  return { ...refusal, fix: fixBy(mending), ...('op' in edit ? { patch: [toPatch(edit, sent)] } : {}) };
}

/** A field of the body by its name, or a header. */
function placeOf({ pointer }: Violation): string {
  return pointer.split('/')[1] ?? pointer;
}

/** Whether the value is masked elsewhere, such as a card token: a refusal does not repeat it. */
function isSecret(edit: Edit): boolean {
  if (!('value' in edit) || !('op' in edit)) return false;

  return JSON.stringify(maskValue(edit.value, edit.path.slice(1))) !== JSON.stringify(edit.value);
}

type BodyEdit = Extract<Edit, { readonly op: string }>;

/** A field that a behavior left out, such as null of an optional field, is replaced. */
function toPatch(edit: BodyEdit, sent: unknown): PatchOperation {
  if (edit.op === 'remove') return { op: edit.op, path: edit.path };
  const isSent = isFields(sent) && Object.hasOwn(sent, edit.path.slice(1));

  return { ...edit, op: isSent ? 'replace' : edit.op };
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
