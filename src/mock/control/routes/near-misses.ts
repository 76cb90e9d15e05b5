/** The control routes of near misses: refused requests, each with the one edit that makes it valid. */

import { toEntry } from '../../../exchange/journal/entry.ts';
import type { RecordedExchange } from '../../../exchange/journal/recorded-exchange.ts';
import { mapInTurns } from '../../../exchange/journal/stream-entries.ts';
import { maskValue } from '../../../text/mask.ts';
import { exchangesIn, FILTERS, readFilter } from '../journal-query.ts';
import { type Edit, findEdit, findRefused } from '../near-miss.ts';
import { readCount } from '../parameters.ts';
import { type ControlContext, type ControlRoute, ok } from '../route.ts';

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

    return ok({ nearMisses: await mapInTurns(missed, (exchange) => nearMissOf(exchange, context)) });
  },
};

export const nearMiss: ControlRoute = {
  method: 'GET',
  path: '/near-misses/:requestId',
  query: [],
  needsJournal: true,
  summary: 'Returns one refused request with the one edit that makes it valid, where there is one.',

  async answer({ parameters: { requestId = '' } }, context) {
    const exchange = findRefused(requestId, context);

    return exchange.kind === 'refused' ? exchange : ok(await nearMissOf(exchange.exchange, context));
  },
};

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
function maskEdit(edit: Edit): Edit {
  return 'op' in edit && edit.op !== 'remove'
    ? { ...edit, value: maskValue(edit.value, edit.path.slice(1)) }
    : edit;
}
