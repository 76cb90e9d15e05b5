/** Observes the traffic of a proxy on another thread: gives each exchange to a judge, and answers the control routes. */
import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { version } from '../contract/version.ts';
import { JOURNAL_QUERY, type JournalContext, readEntry, readJournal } from '../control/journal.ts';
import { createMetrics, type Metrics, metricsRoute } from '../control/metrics.ts';
import { ControlRefusal, findHandler, index, invalid, type Route, reply, route } from '../control/routes.ts';
import type { Hint } from '../exchange/client-observer.ts';
import { createJournals } from '../exchange/journal/journal.ts';
import { createEntryStreams } from '../exchange/journal/stream-entries.ts';
import type { TrafficEvent } from '../exchange/traffic-event.ts';
import { answerCalls, type Handlers } from './calls.ts';
import { type Copy, createCopyReader } from './capture.ts';
import { type OwnResponse, ownResponse, problemResponse } from './problem.ts';

type Hints = readonly Hint[] | undefined;

export interface ObserverOptions {
  /** Receives every exchange of the API, unmasked. The journal shows the hints that it returns. */
  readonly onEvent: (event: TrafficEvent) => Hints | Promise<Hints>;
  /** Receives what it throws; the exchange counts as not judged. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** For `GET /_tollgate/verdict`. */
  readonly verdict?: (() => object) | undefined;
}

/** Exchanges that passed, and the numbers of those that are not judged by their reasons. */
interface Batch {
  readonly copies: readonly Copy[];
  readonly notJudged: ReadonlyMap<string, number>;
}

export interface ControlCall {
  readonly method: string;
  readonly url: string;
  /** What is served, and how much has passed. */
  readonly health: { readonly to: string; readonly exchanges: number; readonly others: number };
}

/** A response of a control route; it has a stream in place of the body where its client follows the journal. */
export type ControlAnswer = OwnResponse & { readonly lines?: ReadableStream };

/** What a proxy calls. */
export type ObserverCalls = {
  readonly take: (batch: Batch) => Promise<void>;
  readonly control: (call: ControlCall) => Promise<ControlAnswer>;
  /** Ends the streams of the journal. */
  readonly endStreams: (_: undefined) => void;
};

const FAILED = 'the judge failed';

/** In exchanges. */
const JOURNAL_SIZE = 1000;

/** Answers the calls of a proxy on the port, and others that the owner of both threads adds. */
export function serveObserver(
  port: MessagePort,
  { onEvent, onError = () => {}, verdict }: ObserverOptions,
  others: Handlers = {},
): void {
  const streams = createEntryStreams();
  const metrics = createMetrics();
  const closing = new AbortController();
  const journal = createJournals(JOURNAL_SIZE, (exchange) => {
    metrics.count(exchange);
    streams.publish(exchange);
  })();
  const read = createCopyReader();
  const context = { journal, metrics, streams, closing: closing.signal, verdict, worldName: undefined };

  const observe = async (event: TrafficEvent) => {
    let hints: Hints = [];
    try {
      hints = await onEvent(event);
    } catch (error) {
      onError(error);
      if (event.kind === 'exchange') await observe({ kind: 'not-judged', why: FAILED });
    }
    if (event.kind === 'exchange')
      journal.record({ ...event.exchange, overlooked: [], choices: {}, hints: hints ?? [] });
  };

  answerCalls(port, {
    async take({ copies, notJudged }: Batch) {
      for (const copy of copies) await observe(read(copy));
      for (const [why, count] of notJudged)
        for (let left = count; left > 0; left--) await observe({ kind: 'not-judged', why });
    },
    control: (call: ControlCall) => answer(call, context),
    endStreams: () => closing.abort(),
    ...others,
  } satisfies ObserverCalls);
}

interface Context extends JournalContext, Pick<ObserverOptions, 'verdict'>, Pick<ControlCall, 'health'> {
  readonly metrics: Metrics;
}

const ROUTES: readonly Route<Context>[] = [
  route('GET /', 'Lists the control routes.', (_, { health: { to } }) => index(ROUTES, '', { to })),
  route('GET /health', 'Returns what the proxy serves, and how much has passed.', (_, { health }) =>
    reply({ status: 'ok', version: version(), ...health }),
  ),
  metricsRoute,
  route(
    'GET /journal',
    'Lists the last exchanges, the oldest first. Filters: ?path= method= status=4xx merchant= rule= body.FIELD=VALUE since=REQUESTID limit=N. ?follow=true streams later ones, too, as lines of JSON.',
    readJournal,
    JOURNAL_QUERY,
  ),
  route('GET /journal/:requestId', 'Returns one exchange.', readEntry),
  route(
    'GET /verdict',
    'Returns the verdict on both sides so far, as report.schema.json describes it.',
    (_, { verdict }) => {
      if (verdict !== undefined) return reply(verdict());
      throw new ControlRefusal('not-found', 'this proxy judges no exchanges');
    },
  ),
];

async function answer(
  call: ControlCall,
  context: Omit<Context, 'health' | 'journalsOf'>,
): Promise<ControlAnswer> {
  try {
    const handler = findHandler(ROUTES, call);
    const {
      status,
      headers = {},
      text,
      lines,
    } = await (typeof handler !== 'function'
      ? handler
      : handler(undefined, {
          ...{ ...context, health: call.health },
          journalsOf(world) {
            // The console asks a mock for the exchanges of all worlds. A proxy has one.
            if (world === '*') return [context.journal];
            throw invalid('the query, world', '*', world);
          },
        }));
    if (lines === undefined) return ownResponse(status, text, Object.entries(headers).flat());

    return { ...{ status, body: '', lines: Readable.toWeb(lines) }, headers: Object.entries(headers).flat() };
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;

    return refusalOf(error);
  }
}

const STATUS: Readonly<Record<ControlRefusal['code'], number>> = {
  'control-forbidden': 403,
  'control-refused': 422,
  'method-not-allowed': 405,
  'not-found': 404,
  unavailable: 503,
  'unsupported-media-type': 415,
};

function refusalOf({ code, message, headers }: ControlRefusal): OwnResponse {
  const problem = problemResponse(STATUS[code], code, message);

  return { ...problem, headers: [...problem.headers, ...Object.entries(headers).flat()] };
}
