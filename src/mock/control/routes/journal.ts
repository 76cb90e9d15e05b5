/** The control routes of the journal: read, follow, clear, one exchange and its fee. */
import { pathOf } from '../../../contract/operations.ts';
import { dayOf, type QuoteRequest } from '../../../engine/index.ts';
import { requestJson, splitUrl } from '../../../exchange/exchange.ts';
import { toEntry } from '../../../exchange/journal/entry.ts';
import type { RecordedExchange } from '../../../exchange/journal/recorded-exchange.ts';
import { mapInTurns, TOO_MANY_STREAMS } from '../../../exchange/journal/stream-entries.ts';
import { describeValue } from '../../../text/describe.ts';
import { maskText } from '../../../text/mask.ts';
import { type Refusal, refuseBecause } from '../../refusal.ts';
import { memberOf } from '../../request.ts';
import { type ExplainedFee, explainFee } from '../explain-fee.ts';
import { droppedIn, exchangesIn, FILTERS, isIn, readFilter, readWorld } from '../journal-query.ts';
import { InvalidControlRequest, readCount } from '../parameters.ts';
import { type ControlContext, type ControlRoute, ok } from '../route.ts';

const path = '/journal';

export const readJournal: ControlRoute = {
  method: 'GET',
  path,
  query: [...FILTERS, 'since', 'limit', 'follow', 'world'],
  needsJournal: true,
  summary:
    'Lists the last requests with their responses and violations, the oldest first. Filters: ?path= method= status=4xx merchant= rule= body.FIELD=VALUE world= since=REQUESTID limit=N. ?follow=true streams later requests, too, as lines of JSON.',

  async answer({ query }, context) {
    const matches = readFilter(query);
    const limit = readCount(query, 'limit', { min: 0, max: 1_000_000 });
    const world = readWorld(query, context);
    const isFollowed = readFollow(query);
    const matched = after(query.get('since'), exchangesIn(world, context)).filter(matches);
    const last = limit === undefined ? matched : matched.slice(Math.max(0, matched.length - limit));
    if (isFollowed) {
      const { worlds, closing } = context;
      const isShown = (exchange: RecordedExchange) => isIn(world, exchange, context) && matches(exchange);
      const lines = worlds.streams.open({ backlog: last, matches: isShown, closing });

      return lines === undefined
        ? refuseBecause('unavailable', TOO_MANY_STREAMS, { 'Retry-After': '10' })
        : { kind: 'streamed', lines };
    }
    const counts = { matched: matched.length, ...droppedIn(world, context) };

    return ok({ ...counts, entries: await mapInTurns(last, toEntry) });
  },
};

export const clearJournal: ControlRoute = {
  method: 'DELETE',
  path,
  query: [],
  summary: 'Clears the journal.',
  answer(_, { world }) {
    world.journal.clear();

    return ok();
  },
};

export const readEntry: ControlRoute = {
  method: 'GET',
  path: '/journal/:requestId',
  query: [],
  needsJournal: true,
  summary:
    'Returns one request by the header Request-Id of its response, which is the instance of a problem.',

  answer({ parameters: { requestId = '' } }, context) {
    const exchange = find(requestId, context);

    return exchange === undefined ? refuseUnknownId(requestId) : ok(toEntry(exchange));
  },
};

export const explainEntry: ControlRoute = {
  method: 'GET',
  path: '/journal/:requestId/fee',
  query: [],
  needsJournal: true,
  summary: 'Explains the fee of one response line by line, even if the transaction was updated since.',

  async answer({ parameters: { requestId = '' } }, context) {
    const exchange = find(requestId, context);
    if (exchange === undefined) return refuseUnknownId(requestId);
    const fee = feeOf(exchange);
    if (fee === undefined)
      return refuseBecause('not-found', `the response of ${requestId}: expected one with a fee, got none`);

    return ok({ requestId, transactionFee: fee, ...(await explainExchange(exchange, fee, context)) });
  },
};

/** The fee in the response, in US dollars. */
function feeOf({ request, response }: RecordedExchange): number | undefined {
  if (splitUrl(request).path !== pathOf('calculateFee')) return undefined;
  const body = requestJson(response);
  const fee = memberOf(body, 'transactionFee');

  return typeof fee === 'number' && memberOf(body, 'message') === 'ok' ? fee : undefined;
}

/** From the request alone: the transaction in the ledger has the fee of its last call. */
async function explainExchange(
  { request, merchant, startedAt }: RecordedExchange,
  fee: number,
  { handlerContexts, previewViolations }: ControlContext,
): Promise<ExplainedFee> {
  if (request.bodyLength !== undefined)
    return { unexplained: 'the journal kept only the beginning of the request' };
  const own = handlerContexts().find((one) => one.merchant.name === merchant);
  if (own === undefined) return { unexplained: `the mock has no merchant ${merchant} any more` };
  const body = requestJson(request);
  const parsed = { kind: 'parsed', headers: request.headers, body } as const;
  const day = dayOf(new Date(startedAt));
  // Identifiers may be unknown by now, and do not change the fee; neither do headers.
  const violations = await previewViolations('calculateFee', parsed, { ...own, today: () => day });
  const wrong = violations.find(({ pointer }) => !/^(?:header .*|\/[sm]TxId)$/.test(pointer));
  if (wrong === undefined) return explainFee(own, { request: body as QuoteRequest, fee, day });
  const { pointer, expected, got } = wrong;

  return {
    unexplained: `the mock changed the request before it calculated the fee (${pointer}: expected ${expected}, got ${maskText(got)})`,
  };
}

/** Searches the world of the address, or all worlds where the address names none. */
function find(requestId: string, context: ControlContext): RecordedExchange | undefined {
  const world = context.world.name === undefined ? '*' : undefined;

  return exchangesIn(world, context).find(({ id }) => id === requestId);
}

function refuseUnknownId(requestId: string): Refusal {
  return refuseBecause('not-found', `the journal has no request ${describeValue(requestId)}`);
}

/** @throws InvalidControlRequest */
function readFollow(query: URLSearchParams): boolean {
  const follow = query.get('follow');
  if (follow !== null && follow !== 'true' && follow !== 'false')
    throw new InvalidControlRequest('the query, follow', 'true or false', follow);

  return follow === 'true';
}

/** The exchanges after the one with this id; all where the journal has dropped it. */
function after(id: string | null, exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  return id === null ? exchanges : exchanges.slice(exchanges.findIndex((one) => one.id === id) + 1);
}
