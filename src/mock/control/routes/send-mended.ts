/** The control route that sends a refused request again, mended: with its one edit and a token of its merchant. */

import { requestJson } from '../../../exchange/exchange.ts';
import type { RecordedExchange } from '../../../exchange/journal/recorded-exchange.ts';
import { truncateNesting } from '../../../text/json-object.ts';
import { edited } from '../../mend/edits.ts';
import { MockError } from '../../mock-error.ts';
import { type Refusal, refuseBecause } from '../../refusal.ts';
import { pathOfWorld } from '../../worlds/world-path.ts';
import { type Edit, findEdit, findRefused } from '../near-miss.ts';
import { type ControlContext, type ControlRoute, ok } from '../route.ts';

export const sendMended: ControlRoute = {
  method: 'POST',
  path: '/near-misses/:requestId',
  query: [],
  needsJournal: true,
  summary:
    'Sends the request with that edit and a token of its merchant. Returns the Request-Id and the status of the response.',

  async answer({ parameters: { requestId = '' } }, context) {
    const found = findRefused(requestId, context);
    if (found.kind === 'refused') return found;
    const { exchange } = found;
    const edit = await findEdit(exchange, context);
    if (edit === undefined) return refuseBecause('control-refused', 'no single edit makes the request valid');
    const obstacle = obstacleOf(exchange);
    if (obstacle !== undefined) return refuseBecause('control-refused', obstacle);
    const token = tokenFor(exchange, context);
    if (typeof token !== 'string') return token;
    try {
      const { status, headers } = await context.send({
        ...mended(exchange, edit, context.world.name),
        headers: { ...headersOf(exchange, edit), authorization: `Bearer ${token}` },
      });

      return ok({ requestId: String(headers['request-id'] ?? ''), status });
    } catch (error) {
      return refusalOf(error);
    }
  },
};

/** A fault may suppress the response. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof MockError) return refuseBecause('control-refused', error.message);
  throw error;
}

/** Why the journal lacks what the request needs. */
function obstacleOf({ request }: RecordedExchange): string | undefined {
  if (request.bodyLength !== undefined) return 'the journal has only the beginning of the body';
  if (request.body === undefined || request.body === '')
    return 'the mock did not read the body of the request';
  if (truncateNesting(request.body) !== request.body) return 'the body of the request is nested too deeply';

  return undefined;
}

/** A token of the merchant of the request, or of the default merchant. The control API never shows it. */
function tokenFor({ merchant }: RecordedExchange, { registry }: ControlContext): string | Refusal {
  try {
    return registry.token(merchant);
  } catch (error) {
    return refusalOf(error);
  }
}

function mended({ request }: RecordedExchange, edit: Edit, world: string | undefined) {
  const method = ('method' in edit ? edit.method : request.method) as 'POST';
  const path = 'path' in edit && !('op' in edit) ? edit.path : (request.url ?? '/');
  const body = 'op' in edit ? JSON.stringify(edited(requestJson(request), edit)) : request.body;

  return { method, path: `${world === undefined ? '' : pathOfWorld(world)}${path}`, body };
}

/** The journal does not keep secrets; the connection has a length of its own, and a fault is not asked for again. */
const LEFT_OUT =
  /^(?:authorization|proxy-authorization|cookie|connection|content-length|transfer-encoding|expect|upgrade|tollgate-.*)$/;

function headersOf({ request }: RecordedExchange, edit: Edit): Readonly<Record<string, string>> {
  const kept = Object.entries(request.headers).filter(([name]) => !LEFT_OUT.test(name));
  const own = 'header' in edit ? { [edit.header.toLowerCase()]: edit.value } : {};

  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...own,
    // No client rule judges what the console sends.
    'tollgate-deliberate': '*',
  };
}
