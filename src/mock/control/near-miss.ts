/** Finds a refused request in the journal, and the one edit that makes it valid. */
import { OPERATIONS, type OperationRoute, pathOf } from '../../contract/operations.ts';
import type { Violation } from '../../contract/types.ts';
import { requestJson, splitUrl } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { nearest } from '../../reading/nearest.ts';
import { describeValue } from '../../text/describe.ts';
import type { Edit as RequestEdit } from '../mend/edits.ts';
import { findMendingEdit } from '../mend/mending-edit.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import type { ParsedRequest } from '../request.ts';
import { exchangesIn } from './journal-query.ts';
import type { ControlContext } from './route.ts';

/** The mock does not read a request whose method or path is wrong. */
export type Edit = RequestEdit | { readonly method: string } | { readonly path: string };

/** Finds a refused request in the world of the address. */
export function findRefused(
  requestId: string,
  context: ControlContext,
): { readonly kind: 'found'; readonly exchange: RecordedExchange } | Refusal {
  const exchange = exchangesIn(undefined, context).find(({ id }) => id === requestId);
  if (exchange?.refusal !== undefined) return { kind: 'found', exchange };
  const expected = exchange === undefined ? 'one in the journal' : 'a refused one';

  return refuseBecause('not-found', `request: expected ${expected}, got ${describeValue(requestId)}`);
}

/** The one edit that makes the mock accept a refused request; undefined where there is none. */
export async function findEdit(
  { request, refusal, merchant }: RecordedExchange,
  { handlerContexts, previewViolations }: ControlContext,
): Promise<Edit | undefined> {
  const contexts = handlerContexts();
  const context = contexts.find((one) => one.merchant.name === merchant) ?? contexts[0];
  const { path } = splitUrl(request);
  const meant = routeMeant(path);
  if (meant === undefined) return undefined;
  const addressEdit = editOfAddress(meant, path, request.method);
  if (addressEdit === 'several') return undefined;
  const parsed: ParsedRequest = { kind: 'parsed', headers: request.headers, body: requestJson(request) };
  const violations = await previewViolations(meant.operation, parsed, context);
  // The mock does not read the body of a request with a wrong path or method.
  if (addressEdit !== undefined && request.body === undefined)
    return lacksHeaders(parsed, violations) ? undefined : addressEdit;
  const needsToken = refusal?.code === 'unauthorized';

  if (violations.length === 0) {
    if (addressEdit !== undefined) return addressEdit;
    return needsToken ? { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' } : undefined;
  }
  if (addressEdit !== undefined || needsToken) return undefined;
  const violationsOf = (edited: ParsedRequest) => previewViolations(meant.operation, edited, context);
  const mending = await findMendingEdit(violations, parsed, context, violationsOf);

  return mending?.edit;
}

/** The operation with the most similar path. */
function routeMeant(path: string | undefined): OperationRoute | undefined {
  const paths = OPERATIONS.map(({ operation }) => pathOf(operation));
  const meant = nearest(path?.replace(/\/+$/, ''), paths);

  return OPERATIONS.find((route) => route.path === meant);
}

/** The edit of path or method that the request needs; `several` where it needs both. */
function editOfAddress(
  meant: OperationRoute,
  path: string | undefined,
  method: string | undefined,
): Edit | 'several' | undefined {
  const isMethod = method === meant.method;
  if (path === meant.path) return isMethod ? undefined : { method: meant.method };

  return isMethod ? { path: meant.path } : 'several';
}

function lacksHeaders({ headers }: ParsedRequest, violations: readonly Violation[]): boolean {
  return (
    headers.authorization === undefined || violations.some(({ pointer }) => pointer.startsWith('header '))
  );
}
