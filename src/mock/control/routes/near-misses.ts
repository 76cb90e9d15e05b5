/** The control route of near misses: refused requests, each with the one edit that makes it valid. */
import { OPERATIONS, type OperationRoute, pathOf } from '../../../contract/operations.ts';
import type { Violation } from '../../../contract/types.ts';
import { nearest } from '../../../engine/reading/nearest.ts';
import { maskValue } from '../../../text/mask.ts';
import { requestJson, splitUrl } from '../../../traffic/exchange.ts';
import { toEntry } from '../../../traffic/journal/entry.ts';
import type { RecordedExchange } from '../../../traffic/journal/recorded-exchange.ts';
import { mapInTurns } from '../../../traffic/journal/stream-entries.ts';
import type { Edit as RequestEdit } from '../../mend/edits.ts';
import { findMendingEdit } from '../../mend/mending-edit.ts';
import type { PreviewViolations } from '../../mend/preview-violations.ts';
import type { HandlerContext, ParsedRequest } from '../../request.ts';
import { exchangesIn, FILTERS, readFilter } from '../journal-query.ts';
import { readCount } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

/** The mock does not read a request whose method or path is wrong. */
type Edit = RequestEdit | { readonly method: string } | { readonly path: string };

const DEFAULT_LIMIT = 20;

export const nearMisses: ControlRoute = {
  method: 'GET',
  path: '/near-misses',
  query: [...FILTERS, 'limit'],
  needsJournal: true,
  summary:
    'Lists the last refused requests, the newest first, each with the one edit that makes it valid, where there is one. ?limit=N (default 20) and the filters of the journal.',

  async answer({ query }, context) {
    const matches = readFilter(query);
    const limit = readCount(query, 'limit', { min: 1, max: 1_000 }) ?? DEFAULT_LIMIT;
    const missed = exchangesIn(undefined, context)
      .filter((exchange) => exchange.refusal !== undefined && matches(exchange))
      .slice(-limit)
      .reverse();
    const contexts = context.handlerContexts();
    const found = await mapInTurns(missed, (exchange) => {
      const own = contexts.find(({ merchant }) => merchant.name === exchange.merchant) ?? contexts[0];

      return nearMissOf(exchange, context.previewViolations, own);
    });

    return ok({ nearMisses: found });
  },
};

/** @param context of the merchant of the request, or of the default merchant */
async function nearMissOf(exchange: RecordedExchange, preview: PreviewViolations, context: HandlerContext) {
  const { requestId, time, method, path, status, reasonCode, reason, violations, hints } = toEntry(exchange);
  const edit = await findEdit(exchange, preview, context);

  return {
    ...{ requestId, time, method, path, status, reasonCode, reason, violations, hints },
    /** Absent where no single edit makes the request valid. */
    edit: edit && maskEdit(edit),
  };
}

async function findEdit(
  { request, refusal }: RecordedExchange,
  preview: PreviewViolations,
  context: HandlerContext,
): Promise<Edit | undefined> {
  const { path } = splitUrl(request);
  const meant = routeMeant(path);
  if (meant === undefined) return undefined;
  const addressEdit = editOfAddress(meant, path, request.method);
  if (addressEdit === 'several') return undefined;
  const parsed: ParsedRequest = { kind: 'parsed', headers: request.headers, body: requestJson(request) };
  const violations = await preview(meant.operation, parsed, context);
  // The mock does not read the body of a request with a wrong path or method.
  if (addressEdit !== undefined && request.body === undefined)
    return lacksHeaders(parsed, violations) ? undefined : addressEdit;
  const needsToken = refusal?.code === 'unauthorized';

  if (violations.length === 0) {
    if (addressEdit !== undefined) return addressEdit;
    return needsToken ? { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' } : undefined;
  }
  if (addressEdit !== undefined || needsToken) return undefined;
  const violationsOf = (edited: ParsedRequest) => preview(meant.operation, edited, context);
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

/** Masks values that the edit takes over from the request. */
function maskEdit(edit: Edit): Edit {
  return 'op' in edit && edit.op !== 'remove'
    ? { ...edit, value: maskValue(edit.value, edit.path.slice(1)) }
    : edit;
}
