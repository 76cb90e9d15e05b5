/** Finds the one edit that makes the mock accept a refused request: for its refusal, and later for the journal. Each is tried first. */
import { OPERATIONS, type OperationRoute, pathOf } from '../../contract/operations.ts';
import type { PatchOperation, Violation } from '../../contract/types.ts';
import { requestJson, splitUrl } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { nearest } from '../../reading/nearest.ts';
import { describeValue } from '../../text/describe.ts';
import { maskValue } from '../../text/mask.ts';
import type { Refusal } from '../refusal.ts';
import {
  type HandlerContext,
  type MerchantCall,
  type MockRequest,
  memberOf,
  type ParsedRequest,
} from '../request.ts';
import { parseRequest } from '../stages/parse.ts';
import type { PreviewViolations } from '../stages/validate.ts';
import {
  type Candidate,
  candidatesFor,
  edited,
  type MendingEdit,
  type MerchantValues,
  namesTransaction,
} from './edits.ts';

/** In bytes. Each candidate is validated like a request, which takes milliseconds for a larger body. */
const LARGEST_MENDED = 4 * 1024;

/**
 * @param request before behaviors read it
 * @param preview with the behaviors that refused the request
 * @returns the refusal unchanged where no single edit mends the request
 */
export async function mend(
  refusal: Refusal,
  { operation, request: parsed, context }: MerchantCall,
  request: MockRequest,
  preview: PreviewViolations,
): Promise<Refusal> {
  if (!isMendable(refusal, request.body?.length ?? 0)) return refusal;
  const violationsOf = (tried: MerchantCall['request']) => preview(operation, tried, context);
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
function isSecret(edit: MendingEdit): boolean {
  if (!('value' in edit) || !('op' in edit)) return false;

  return JSON.stringify(maskValue(edit.value, edit.path.slice(1))) !== JSON.stringify(edit.value);
}

/** A field that a behavior left out, such as null of an optional field, is replaced. */
function toPatch(edit: Exclude<MendingEdit, { header: string }>, request: MockRequest): PatchOperation {
  if (edit.op === 'remove') return edit;
  const sent = parseRequest(request);
  const isSent = sent.kind === 'parsed' && memberOf(sent.body, edit.path.slice(1)) !== undefined;

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

/** The mock does not read a request whose method or path is wrong. */
export type MendedEdit = MendingEdit | { readonly method: string } | { readonly path: string };

/** Of a recorded request; undefined where no single edit mends it. */
export async function findEdit(
  { request, refusal, merchant }: RecordedExchange,
  {
    merchantContexts,
    preview,
  }: {
    /** The default merchant first. */
    readonly merchantContexts: () => readonly HandlerContext[];
    readonly preview: PreviewViolations;
  },
): Promise<MendedEdit | undefined> {
  const contexts = merchantContexts();
  const context = contexts.find((one) => one.merchant.name === merchant) ?? contexts[0];
  const { path } = splitUrl(request);
  const meant = routeMeant(path);
  if (meant === undefined || context === undefined) return undefined;
  const { operation, method } = meant;
  const [isPath, isMethod] = [path === meant.path, request.method === method];
  if (!isPath && !isMethod) return undefined;
  const addressEdit = isPath ? (isMethod ? undefined : { method }) : { path: meant.path };
  const parsed: ParsedRequest = { kind: 'parsed', headers: request.headers, body: requestJson(request) };
  const violationsOf = (tried: ParsedRequest) => preview(operation, tried, context);
  const violations = await violationsOf(parsed);
  if (addressEdit !== undefined) {
    // The mock does not read the body of a request with a wrong path or method.
    const isMended = request.body === undefined ? !lacksHeaders(parsed, violations) : violations.length === 0;

    return isMended ? addressEdit : undefined;
  }
  const needsToken = refusal?.code === 'unauthorized';
  if (needsToken && violations.length === 0)
    return { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' };

  return needsToken ? undefined : (await findMendingEdit(violations, parsed, context, violationsOf))?.edit;
}

/** The operation with the most similar path. */
function routeMeant(path: string | undefined): OperationRoute | undefined {
  const paths = OPERATIONS.map(({ operation }) => pathOf(operation));
  const meant = nearest(path?.replace(/\/+$/, ''), paths);

  return OPERATIONS.find((route) => route.path === meant);
}

function lacksHeaders({ headers }: ParsedRequest, violations: readonly Violation[]): boolean {
  return (
    headers.authorization === undefined || violations.some(({ pointer }) => pointer.startsWith('header '))
  );
}

/** One mistake has few violations. */
const MOST_VIOLATIONS = 10;

/** How many of the newest transactions are searched for one without a sale. */
const NEWEST = 20;

/** Of headers or body. @param violationsOf the violations of an edited request */
async function findMendingEdit(
  violations: readonly Violation[],
  request: ParsedRequest,
  context: HandlerContext,
  violationsOf: (request: ParsedRequest) => Promise<readonly Violation[]>,
): Promise<Candidate | undefined> {
  const tried = violations.slice(0, MOST_VIOLATIONS);
  const known: MerchantValues = {
    processors: context.merchant.processors.map(({ name }) => name),
    sTxId: tried.some(namesTransaction) ? await newestStxid(context) : undefined,
    country: await countryIn(request.body),
  };
  for (const violation of tried) {
    for (const candidate of candidatesFor(violation, request.body, known)) {
      const left = await violationsOf(withEdit(request, candidate.edit));
      if (left.length === 0) return candidate;
    }
  }

  return undefined;
}

function withEdit(request: ParsedRequest, edit: MendingEdit): ParsedRequest {
  if ('header' in edit) {
    return { ...request, headers: { ...request.headers, [edit.header.toLowerCase()]: edit.value } };
  }

  return { ...request, body: edited(request.body, edit) };
}

async function newestStxid({ merchant, ledger }: HandlerContext): Promise<string | undefined> {
  const newest = (await ledger.list?.(merchant.name, NEWEST)) ?? [];
  const unsold = newest.find(({ sale }) => sale === undefined) ?? newest[0];

  return unsold?.sTxId;
}

async function countryIn(body: unknown): Promise<string | undefined> {
  const country = memberOf(body, 'country');
  if (typeof country !== 'string' || !/^\s*[a-z]{2,3}\s*$/i.test(country)) return undefined;
  // Loaded here: few requests need it.
  const { countryNumber } = await import('../../engine/regions/country-codes.ts');

  return countryNumber(country.trim());
}
