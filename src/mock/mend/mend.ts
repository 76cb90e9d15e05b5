/** Adds to a refusal the one edit that makes the mock accept the request, as a JSON Patch. */
import type { PatchOperation, Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import { maskValue } from '../../text/mask.ts';
import type { Refusal } from '../refusal.ts';
import { type Call, isFields, type MockRequest } from '../request.ts';
import { parseRequest } from '../stages/parse.ts';
import type { BodyEdit, Edit } from './edits.ts';
import { findMendingEdit } from './find-edit.ts';
import type { PreviewViolations } from './preview-violations.ts';

/** In bytes. Each candidate is validated like a request, which takes milliseconds for a larger body. */
const LARGEST_MENDED = 4 * 1024;
const MOST_VIOLATIONS = 10;

/**
 * @param request before behaviors read it
 * @param preview with the behaviors that refused the request
 * @returns the refusal unchanged where no single edit mends the request
 */
export async function mend(
  refusal: Refusal,
  { operation, request: parsed, context }: Call,
  request: MockRequest,
  preview: PreviewViolations,
): Promise<Refusal> {
  if (!isMendable(refusal, request.body?.length ?? 0)) return refusal;
  const violationsOf = (tried: Call['request']) => preview(operation, tried, context);
  // No edit of the request mends the state of a transaction, such as its sale.
  if ((await violationsOf(parsed)).length === 0) return refusal;
  const found = await findMendingEdit(refusal.violations, parsed, context, violationsOf).catch(
    () => undefined,
  );
  if (found === undefined || isSecret(found.edit)) return refusal;
  const { edit } = found;
  if (!('op' in edit)) return { ...refusal, fix: `Send the header ${edit.header}: ${edit.value}.` };
  const patch = toPatch(edit, request);

  return { ...refusal, fix: fixBy(patch, found.isExample), patch: [patch] };
}

/** Whether one edit may mend the request: all violations are at one place. */
function isMendable({ code, violations }: Refusal, size: number): boolean {
  if (code !== 'content-refused' || size > LARGEST_MENDED || violations.length > MOST_VIOLATIONS)
    return false;

  return new Set(violations.map(placeOf)).size === 1;
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

/** A field that a behavior left out, such as null of an optional field, is replaced. */
function toPatch(edit: BodyEdit, request: MockRequest): PatchOperation {
  if (edit.op === 'remove') return { op: edit.op, path: edit.path };
  const sent = parseRequest(request);
  const isSent =
    sent.kind === 'parsed' && isFields(sent.body) && Object.hasOwn(sent.body, edit.path.slice(1));

  return { ...edit, op: isSent ? 'replace' : edit.op };
}

function fixBy({ op, path, value }: PatchOperation, isExample: boolean): string {
  const shown = describeValue(value, { name: path.slice(1) });
  switch (op) {
    case 'add':
      return `Add ${path}, such as ${shown}.`;
    case 'replace':
      return `Replace ${path} with ${isExample ? 'a value such as ' : ''}${shown}.`;
    case 'remove':
      return `Remove ${path}.`;
  }
}
