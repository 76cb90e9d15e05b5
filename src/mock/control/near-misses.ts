/** The control routes of near misses: refused requests, each with the one edit that makes it valid, and sent with it. */
import { exchangesIn, FILTERS, matcherOf } from '../../control/journal.ts';
import { ControlRefusal, countIn, reply } from '../../control/routes.ts';
import { requestJson } from '../../exchange/exchange.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { mapInTurns } from '../../exchange/journal/stream-entries.ts';
import { describeValue } from '../../text/describe.ts';
import { maskText } from '../../text/mask.ts';
import { maskValue } from '../../text/mask-json.ts';
import { withEdit } from '../mend/mend.ts';
import { type Edit, REFUSALS, type Refusal } from '../refusal.ts';
import { pathOfWorld } from '../worlds/worlds.ts';
import type { ControlContext, MockHandler } from './control.ts';

const DEFAULT_LIMIT = 20;

export const NEAR_MISS_QUERY: readonly string[] = [...FILTERS, 'limit'];

export const listNearMisses: MockHandler = async ({ query }, context) => {
  const matches = matcherOf(query);
  const limit = countIn(query, 'limit', { min: 1, max: 1_000 }) ?? DEFAULT_LIMIT;
  const missed = exchangesIn(context)
    .filter((exchange) => isMiss(exchange) && matches(exchange))
    .slice(-limit)
    .reverse();

  return reply({ nearMisses: await mapInTurns(missed, nearMissOf) });
};

/** Not where a header of the mock itself was malformed: nothing was said about the call. */
function isMiss({ refusal }: RecordedExchange): boolean {
  return refusal !== undefined && refusal.code !== 'malformed-fault' && refusal.code !== 'malformed-scenario';
}

export const readNearMiss: MockHandler = ({ parameters: { requestId } }, context) =>
  reply(nearMissOf(findRefused(requestId, context)));

/** Finds a refused request in the world of the address. @throws ControlRefusal */
function findRefused(requestId: string | undefined, context: ControlContext): RecordedExchange {
  const exchange = exchangesIn(context).find(({ id }) => id === requestId);
  if (exchange?.refusal !== undefined) return exchange;
  const expected = exchange === undefined ? 'one in the journal' : 'a refused one';
  throw new ControlRefusal('not-found', `request: expected ${expected}, got ${describeValue(requestId)}`);
}

/** With masked values. The edit is absent where no single one makes the request valid. */
function nearMissOf(exchange: RecordedExchange) {
  const { requestId, time, method, path, status, reasonCode, reason, violations, hints } = toEntry(exchange);
  const edit = editOf(exchange);
  const masked =
    edit !== undefined && 'op' in edit && edit.op !== 'remove'
      ? { ...edit, value: maskValue(edit.value, edit.path.slice(1)) }
      : edit;

  const { code, fix = REFUSALS[code].fix } = exchange.refusal as Refusal;

  return {
    requestId,
    time,
    method,
    path,
    status,
    reasonCode,
    reason,
    violations,
    hints,
    edit: masked,
    fix: maskText(fix),
  };
}

function editOf({ refusal }: RecordedExchange): Edit | undefined {
  return refusal?.edit as Edit | undefined;
}

export const sendMended: MockHandler = async ({ parameters: { requestId } }, context) => {
  const exchange = findRefused(requestId, context);
  const { registry, send, worldName } = context;
  const { request, merchant } = exchange;
  const { body = '' } = request;
  const edit = editOf(exchange);
  if (edit === undefined)
    throw new ControlRefusal('control-refused', 'no single edit makes the request valid');
  if (body === '')
    throw new ControlRefusal('control-refused', 'the mock did not read the body of the request');
  const path = 'path' in edit && !('op' in edit) ? edit.path : (request.url ?? '/');
  // A fault may suppress the response.
  const { status, headers } = await send({
    method: ('method' in edit ? edit.method : request.method) as 'POST',
    path: `${worldName === undefined ? '' : pathOfWorld(worldName)}${path}`,
    headers: {
      ...keptHeaders(exchange),
      ...('header' in edit && { [edit.header.toLowerCase()]: edit.value }),
      // A token of the merchant of the request, or of the default merchant. The control API never shows it.
      authorization: `Bearer ${registry.token(merchant)}`,
      // No client rule judges what the console sends.
      'tollgate-deliberate': '*',
    },
    body: 'op' in edit ? JSON.stringify(withEdit(requestJson(request), edit)) : body,
  });

  return reply({ requestId: String(headers['request-id'] ?? ''), status });
};

/** The journal does not keep secrets; the connection has a length of its own, and a fault is not asked for again. */
const LEFT_OUT =
  /^(?:authorization|proxy-authorization|cookie|connection|content-length|transfer-encoding|expect|upgrade|tollgate-.*)$/;

function keptHeaders({ request }: RecordedExchange): Readonly<Record<string, string>> {
  const kept = Object.entries(request.headers).filter(([name]) => !LEFT_OUT.test(name));

  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
