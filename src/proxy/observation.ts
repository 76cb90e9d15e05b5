/** Captures the forwarded exchanges, queues them for the observer, and keeps them in the journal. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createMetrics, type Metrics } from '../control/metrics.ts';
import type { Hint } from '../exchange/client-observer.ts';
import { createJournals, type Journal } from '../exchange/journal/journal.ts';
import { createEntryStreams, type EntryStreams } from '../exchange/journal/stream-entries.ts';
import { merchantOf } from '../exchange/merchant.ts';
import type { TrafficEvent } from '../exchange/traffic-event.ts';
import { remember } from '../text/remember.ts';
import { captureBody, type Passed, toEvent } from './capture.ts';
import type { Operation } from './destination.ts';
import { createEventQueue, type EventQueue, type QueueBounds } from './event-queue.ts';
import type { ForwardEvents } from './forward.ts';

type Hints = readonly Hint[] | undefined;

export interface ObservationOptions {
  /** Receives every exchange of the API, unmasked, beside the traffic. The journal shows the hints that it returns. */
  readonly onEvent: (event: TrafficEvent) => Hints | Promise<Hints>;
  /** Receives what the observer throws. */
  readonly onError?: (error: unknown) => void;
  readonly queue?: QueueBounds;
}

export interface Observation {
  /** Captures an exchange from its request on. @param isLooped whether the proxy itself answers on this connection */
  readonly begin: (
    request: IncomingMessage,
    operation: Operation,
    isLooped: (socket: Socket) => boolean,
  ) => ForwardEvents;
  readonly journal: Journal;
  readonly metrics: Metrics;
  /** Counts the open exchanges as not judged. */
  readonly abandon: (why: string) => void;
  readonly streams: EntryStreams;
  readonly drained: EventQueue['drained'];
}

const LOOPED = 'the proxy answered itself: --to leads back to it';

/** In exchanges. */
const JOURNAL_SIZE = 1000;

export function createObservation({ onEvent, onError = () => {}, queue }: ObservationOptions): Observation {
  const streams = createEntryStreams();
  const metrics = createMetrics();
  const journal = createJournals(JOURNAL_SIZE, (exchange) => {
    metrics.count(exchange);
    streams.publish(exchange);
  })();
  const observe = async (event: TrafficEvent) => {
    let hints: Hints;
    try {
      hints = await onEvent(event);
    } finally {
      if (event.kind === 'exchange')
        journal.record({ ...event.exchange, overlooked: [], choices: {}, hints: hints ?? [] });
    }
  };
  const events = createEventQueue(observe, onError, queue);
  const nextId = createIds();
  const merchantIn = createMerchants();
  const open = new Set<string>();

  return {
    begin(request, operation, isLooped) {
      const id = nextId();
      open.add(id);
      const seen = {
        ...{ ...operation, id, request, requestBody: captureBody(request) },
        ...{ merchant: merchantIn(request), startedAt: Date.now(), begun: performance.now() },
      };
      let answer: Pick<Passed, 'response' | 'responseBody'> | undefined;

      return {
        onResponse(response) {
          answer = { response, responseBody: captureBody(response) };
        },
        onEnd(isDelivered) {
          if (!open.delete(id) || answer === undefined) return;
          if (isLooped(answer.response.socket)) return events.addNotJudged(LOOPED);
          const passed = { ...seen, ...answer, ended: performance.now(), isDelivered };
          events.add(() => toEvent(passed), bytesOf(passed));
        },
        onNoResponse(why) {
          if (open.delete(id)) events.addNotJudged(why);
        },
      };
    },
    journal,
    metrics,
    abandon(why) {
      for (const _ of open) events.addNotJudged(why);
      open.clear();
    },
    streams,
    drained: events.drained,
  };
}

/** What an exchange holds in memory, roughly. */
function bytesOf({ request, requestBody, response, responseBody }: Passed): number {
  const fields = request.rawHeaders.length + response.rawHeaders.length;

  return 4096 + 64 * fields + sizeOf(requestBody.pieces) + sizeOf(responseBody.pieces);
}

function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function createIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;

  return () => `${start}-${(count++).toString(36)}`;
}

/** Caches the merchant of each token: clients repeat tokens, and reading one takes longer than forwarding it. */
function createMerchants(): (request: IncomingMessage) => string | undefined {
  const merchantIn = remember(merchantOf);

  return ({ headers: { authorization } }) =>
    authorization === undefined ? undefined : merchantIn(authorization);
}
