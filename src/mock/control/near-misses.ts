/** The control routes of near misses: refused requests, each with the one edit that makes it valid, and sent with it. */
import { exchangesIn, FILTERS, matcherOf } from '../../control/journal.ts';
import { ControlRefusal, countIn, reply } from '../../control/routes.ts';
import { requestJson } from '../../exchange/exchange.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { mapInTurns } from '../../exchange/journal/stream-entries.ts';
import { describeValue } from '../../text/describe.ts';
import { truncateNesting } from '../../text/json-object.ts';
import { maskValue } from '../../text/mask-json.ts';
import { edited } from '../mend/edits.ts';
import { findEdit, type MendedEdit } from '../mend/mend.ts';
import { pathOfWorld } from '../worlds/world-address.ts';
import { type ControlContext, type MockHandler, refusing } from './context.ts';

const DEFAULT_LIMIT = 20;

export const NEAR_MISS_QUERY: readonly string[] = [...FILTERS, 'limit'];

export const listNearMisses: MockHandler = async ({ query }, context) => {
  const matches = matcherOf(query);
  const limit = countIn(query, 'limit', { min: 1, max: 1_000 }) ?? DEFAULT_LIMIT;
  const missed = exchangesIn(context)
    .filter((exchange) => exchange.refusal !== undefined && matches(exchange))
    .slice(-limit)
    .reverse();

  return reply({ nearMisses: await mapInTurns(missed, (exchange) => nearMissOf(exchange, context)) });
};

export const readNearMiss: MockHandler = async ({ parameters: { requestId } }, context) =>
  reply(await nearMissOf(findRefused(requestId, context), context));

/** Finds a refused request in the world of the address. @throws ControlRefusal */
function findRefused(requestId: string | undefined, context: ControlContext): RecordedExchange {
  const exchange = exchangesIn(context).find(({ id }) => id === requestId);
  if (exchange?.refusal !== undefined) return exchange;
  const expected = exchange === undefined ? 'one in the journal' : 'a refused one';
  throw new ControlRefusal('not-found', `request: expected ${expected}, got ${describeValue(requestId)}`);
}

async function nearMissOf(exchange: RecordedExchange, context: ControlContext) {
  const { requestId, time, method, path, status, reasonCode, reason, violations, hints } = toEntry(exchange);
  const edit = await findEdit(exchange, context);

  return {
    ...{ requestId, time, method, path, status, reasonCode, reason, violations, hints },
    /** Absent where no single edit makes the request valid. */
    edit: edit && maskEdit(edit),
  };
}

/** Masks values that the edit takes over from the request. */
function maskEdit(edit: MendedEdit): MendedEdit {
  return 'op' in edit && edit.op !== 'remove'
    ? { ...edit, value: maskValue(edit.value, edit.path.slice(1)) }
    : edit;
}

export const sendMended: MockHandler = async ({ parameters: { requestId } }, context) => {
  const exchange = findRefused(requestId, context);
  const { registry, send, worldName } = context;
  const edit = await findEdit(exchange, context);
  const obstacle = edit === undefined ? 'no single edit makes the request valid' : obstacleOf(exchange);
  if (edit === undefined || obstacle !== undefined)
    throw new ControlRefusal('control-refused', obstacle ?? '');
  // A fault may suppress the response.
  const { status, headers } = await refusing(() =>
    send({
      ...mended(exchange, edit, worldName),
      // A token of the merchant of the request, or of the default merchant. The control API never shows it.
      headers: {
        ...headersOf(exchange, edit),
        authorization: `Bearer ${registry.token(exchange.merchant)}`,
      },
    }),
  );

  return reply({ requestId: String(headers['request-id'] ?? ''), status });
};

/** Why the journal lacks what the request needs. */
function obstacleOf({ request }: RecordedExchange): string | undefined {
  if (request.bodyLength !== undefined) return 'the journal has only the beginning of the body';
  if (request.body === undefined || request.body === '')
    return 'the mock did not read the body of the request';
  if (truncateNesting(request.body) !== request.body) return 'the body of the request is nested too deeply';

  return undefined;
}

function mended({ request }: RecordedExchange, edit: MendedEdit, world: string | undefined) {
  const method = ('method' in edit ? edit.method : request.method) as 'POST';
  const path = 'path' in edit && !('op' in edit) ? edit.path : (request.url ?? '/');
  const body = 'op' in edit ? JSON.stringify(edited(requestJson(request), edit)) : request.body;

  return { method, path: `${world === undefined ? '' : pathOfWorld(world)}${path}`, body };
}

/** The journal does not keep secrets; the connection has a length of its own, and a fault is not asked for again. */
const LEFT_OUT =
  /^(?:authorization|proxy-authorization|cookie|connection|content-length|transfer-encoding|expect|upgrade|tollgate-.*)$/;

function headersOf({ request }: RecordedExchange, edit: MendedEdit): Readonly<Record<string, string>> {
  const kept = Object.entries(request.headers).filter(([name]) => !LEFT_OUT.test(name));
  const own = 'header' in edit ? { [edit.header.toLowerCase()]: edit.value } : {};

  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...own,
    // No client rule judges what the console sends.
    'tollgate-deliberate': '*',
  };
}
