/** Finds the one edit that makes the mock accept a refused request: for its refusal, and later for the journal. Each is tried first. */
import { OPERATIONS, type OperationRoute, pathOf } from '../../contract/operations.ts';
import type { PatchOperation, Violation } from '../../contract/types.ts';
import { requestJson, splitUrl } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { nearest } from '../../reading/nearest.ts';
import { describeValue } from '../../text/describe.ts';
import { maskValue } from '../../text/mask-json.ts';
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

/** One mistake has few violations. */
const MOST_VIOLATIONS = 10;

/** How many of the newest transactions are searched for one without a sale. */
const NEWEST = 20;

/** A request, and the merchant that it is for. */
type MendableCall = Pick<MerchantCall, 'operation' | 'request' | 'context'>;

/**
 * @param request before behaviors read it
 * @param preview with the behaviors that refused the request
 * @returns the refusal unchanged where no single edit mends the request
 */
export async function mend(
  refusal: Refusal,
  call: MendableCall,
  request: MockRequest,
  preview: PreviewViolations,
): Promise<Refusal> {
  if (refusal.code !== 'content-refused' || (request.body?.length ?? 0) > LARGEST_MENDED) return refusal;
  const found = await search(call, preview).catch(() => undefined);
  if (found === undefined || isSecret(found.edit)) return refusal;
  const { edit } = found;
  if (!('op' in edit)) return { ...refusal, fix: `Send the header ${edit.header}: ${edit.value}.` };
  const patch = toPatch(edit, request);

  return { ...refusal, fix: fixBy(patch, found.isExample), patch: [patch] };
}

/** The first edit with which the mock has nothing to refuse. */
async function search(
  { operation, request, context }: MendableCall,
  preview: PreviewViolations,
): Promise<Candidate | undefined> {
  const violations = await preview(operation, request, context);
  // None where the state of a transaction refuses the request, such as its sale: no edit mends that.
  const [first] = violations;
  const isOnePlace = new Set(violations.map(({ pointer }) => pointer.split('/')[1] ?? pointer)).size === 1;
  if (first === undefined || !isOnePlace || violations.length > MOST_VIOLATIONS) return undefined;
  const known: MerchantValues = {
    processors: context.merchant.processors.map(({ name }) => name),
    sTxId: namesTransaction(first) ? await newestStxid(context) : undefined,
    country: await countryIn(request.body),
  };
  for (const candidate of candidatesFor(first, request.body, known)) {
    const left = await preview(operation, withEdit(request, candidate.edit), context);
    if (left.length === 0) return candidate;
  }

  return undefined;
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
  const parsed: ParsedRequest = { kind: 'parsed', headers: request.headers, body: requestJson(request) };
  const [isPath, isMethod] = [path === meant.path, request.method === method];
  if (isPath && isMethod && refusal?.code !== 'unauthorized')
    return (await search({ operation, request: parsed, context }, preview))?.edit;
  const violations = await preview(operation, parsed, context);
  // The mock does not read the body of a request with a wrong path or method.
  const isUnread = request.body === undefined && !(isPath && isMethod);
  if (isUnread ? lacksHeaders(parsed, violations) : violations.length > 0) return undefined;
  if (isPath) return isMethod ? { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' } : { method };

  return isMethod ? { path: meant.path } : undefined;
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
