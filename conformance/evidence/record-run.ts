/** Records a run as HAR 1.2: each exchange when it ends, with all that a judge needs to judge the run again. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createHarFile, type HarWriteError } from '../../src/exchange/har/har-writer.ts';
import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { remember } from '../../src/text/remember.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { OutgoingRequest } from '../rule/http-result.ts';
import { commonHeaders, headersOf } from '../runner/client/transport.ts';
import { sha256 } from './digests.ts';
import { maskDeployment } from './masked-deployment.ts';
import type { RecordedEntry } from './recording.ts';
import type { Event, Witness } from './world.ts';

export interface RecordOptions {
  readonly path: string;
  /** Called once, when writing fails: nothing is recorded after that. */
  readonly onError: (error: HarWriteError) => void;
}

export interface RunRecorder extends Witness {
  /** Waits until all is written; what is delivered after that is not recorded. */
  readonly close: () => Promise<void>;
}

interface Pending {
  readonly exchange: RequestExchange;
  readonly sentAt: number;
  readonly how: RecordedEntry['_run']['how'];
}

/** In milliseconds. */
const BATCH = 100;

/** @throws HarWriteError if the file exists or cannot be created */
export function recordRun(
  { path, onError }: RecordOptions,
  head: { readonly tool: string; readonly startedAt: string },
  deployment: Deployment,
): RunRecorder {
  const mask = maskDeployment(deployment);
  const maskText = remember(mask.text);
  const read = requestReader(deployment, mask.whole);
  const pending = new Map<number, Pending>();
  const startedAt = Date.parse(head.startedAt);
  /** Events other than ends since the last entry. */
  let before: Exclude<Event, { kind: 'end' }>[] = [];
  let isClosed = false;
  const file = createHarFile(path, {
    version: head.tool,
    head: { _run: { ...head, deployment: mask.deployment } },
    tail: () => ({ _run_end: { before } }),
    ...{ onError, batch: BATCH },
  });

  return {
    sent(number, request, at) {
      if (isClosed) return;
      pending.set(number, { ...read(request), sentAt: at });
    },
    delivered(event) {
      if (isClosed) return;
      if (event.kind !== 'end') return void before.push(event);
      const sent = pending.get(event.of);
      pending.delete(event.of);
      if (sent === undefined) return;
      const others = before;
      before = [];
      file.append(() => toRunEntry(event, sent, others, startedAt, maskText));
    },
    close() {
      isClosed = true;

      return file.close();
    },
  };
}

/** Longer bodies are left out: their digest shows that they are the same. */
const LONGEST_BODY = 4 * 1024;

/** What a recording holds of a request, beside what HAR has. */
function howOf({ body, isChunked, charset, spelling, connection, method }: OutgoingRequest): Pending['how'] {
  const isWhole = body.length <= LONGEST_BODY && body.isWellFormed();

  return {
    ...(isChunked && { isChunked }),
    ...(charset && { charset }),
    // Of the others, headers and body have all.
    ...(spelling === 'segments' && { spelling }),
    ...(connection && { connection }),
    // JSON keeps what UTF-8 has no bytes for.
    ...(!isWhole && method !== 'GET' && { body: sha256(JSON.stringify(body)) }),
  };
}

type RequestExchange = Pick<Exchange, 'request' | 'service' | 'lacks'>;

/** Reads requests as they are recorded. */
export function requestReader(
  { url, headers }: Pick<Deployment, 'url' | 'headers'>,
  mask: (text: string) => string,
): (request: OutgoingRequest) => Pick<Pending, 'exchange' | 'how'> {
  const common = commonHeaders(headers);
  const maskHeader = remember(mask);

  return (request) => {
    const { method = 'POST', path, target, body } = request;
    const how = howOf(request);
    const isLeftOut = how.body !== undefined;
    const all = Object.entries(headersOf(request, common)).map(([name, value]) => [name, maskHeader(value)]);
    const exchange: RequestExchange = {
      // A redirect leads to a path of the origin.
      service: target === undefined ? url.href.replace(/\/$/, '') : url.origin,
      request: {
        method,
        url: mask(target ?? path),
        headers: Object.fromEntries(all),
        body: method === 'GET' || isLeftOut ? '' : mask(body),
        bodyLength: Buffer.byteLength(body),
      },
      lacks: isLeftOut ? ['request-body'] : [],
    };

    return { exchange, how };
  };
}

function toRunEntry(
  { of, at, result }: Extract<Event, { kind: 'end' }>,
  { exchange: sent, sentAt, how }: Pending,
  before: NonNullable<RecordedEntry['_run']['before']>,
  startedAt: number,
  maskText: (text: string) => string,
): RecordedEntry {
  const answered = result.kind === 'answered' ? result : undefined;
  const exchange: Exchange = {
    ...{ id: '', world: undefined, merchant: undefined, ...sent },
    ...{ startedAt: 0, endedAt: 0, duration: result.ms },
    response: {
      status: answered?.status ?? 0,
      headers: Object.fromEntries(
        Object.entries(answered?.headers ?? {}).map(([name, value]) => [
          name,
          // Cookies are secrets of the server.
          name === 'set-cookie' ? 'masked' : maskText(value),
        ]),
      ),
      body: maskText(answered?.text ?? ''),
    },
    ...(answered === undefined && { delivery: 'lost' }),
  };

  return {
    ...toEntry(exchange, startedAt + sentAt),
    ...(result.kind === 'unanswered' && { _error: `${result.cause}: ${result.detail}` }),
    _run: {
      ...{ number: of, at, how },
      ...(before.length > 0 && { before }),
      ...(result.kind === 'unanswered' && { lost: { cause: result.cause, detail: result.detail } }),
    },
  };
}
