/** Turns one entry of a HAR file into an exchange, whatever tool wrote it. Entries of other addresses are left out. */
import type { JsonObject } from '../../text/json-object.ts';
import { remember } from '../../text/remember.ts';
import type { ExchangePart } from '../exchange.ts';
import { claimsOf, merchantOf } from '../merchant.ts';
import type { LeftOut, RecordedEvent, SeenExchange } from '../traffic-event.ts';
import {
  createHeaderReader,
  type HarAddress,
  type ReadHeaders,
  readAddress,
  readDuration,
  readTime,
  record,
  text,
} from './har-values.ts';
import { readRequestBody, readResponseBody } from './read-body.ts';

/** The event of an entry, and what finds its duplicates. */
export interface ReadEntry {
  readonly event: RecordedEvent;
  /** Whether a service worker stood between, so that the exchange may be recorded twice. */
  readonly hasWorker: boolean;
}

/** The file of an entry. */
export interface EntrySource {
  /** Such as `traffic.har entry 12`, for an exchange without a Request-Id. */
  readonly id: string;
  /** `creator.name` of the log. */
  readonly creator: string;
  /** Of the entry before, for an entry without a time. */
  readonly startedAt: number;
  readonly readers: EntryReaders;
}

/** Readers that cache what they read, for later entries. */
export interface EntryReaders {
  readonly headers: ReturnType<typeof createHeaderReader>;
  /** Takes an address, and a header Host for one without. */
  readonly address: (url: string, host: string | undefined) => HarAddress | undefined;
  /** Undefined for a placeholder. */
  readonly token: (authorization: string) => Token;
}

interface Token {
  readonly isPlaceholder: boolean;
  readonly merchant: string | undefined;
}

export function createEntryReaders(): EntryReaders {
  const ofUrl = remember((url) => ({ address: readAddress(url) }));

  return {
    headers: createHeaderReader(),
    address: (url, host) => (url.startsWith('/') ? readAddress(url, host) : ofUrl(url).address),
    token: remember((authorization) => ({
      isPlaceholder: isPlaceholder(authorization),
      merchant: merchantOf(authorization),
    })),
  };
}

/** The creator of the proxy's own recordings. Unlike browsers it leaves no header out. */
export const OWN_CREATOR = 'tollgate';

/** @returns undefined for preflights of browsers, and for what is not an entry */
export function readEntry(value: unknown, source: EntrySource): ReadEntry | undefined {
  const entry = record(value);
  const [request, response] = [record(entry['request']), record(entry['response'])];
  const method = text(request['method'])?.toUpperCase();
  const isOwn = source.creator === OWN_CREATOR;
  if (method === undefined || (method === 'OPTIONS' && !isOwn)) return undefined;
  const sent = source.readers.headers(request['headers']);
  const url = text(request['url']) ?? '';
  const address = source.readers.address(url, sent.headers['host']);
  if (address === undefined)
    return url === '' ? undefined : { event: readOther(method, url), hasWorker: false };
  const fetchType = text(entry['_fetchType']);
  const hasWorker =
    [entry, response].some((each) => each['_fetchedViaServiceWorker'] === true) ||
    fetchType === 'Service Worker';
  const received = source.readers.headers(response['headers']);
  const why = whyNotJudged(entry, response, isOwn ? {} : received.headers);
  if (why !== undefined) return { event: { kind: 'not-judged', why }, hasWorker };

  return {
    event: readExchange({ entry, request, response, method, sent, received, address }, source),
    hasWorker,
  };
}

/** @param url of another operation, or of no service at all, such as `data:` */
function readOther(method: string, url: string): LeftOut {
  const [, scheme = url.slice(0, url.indexOf(':') + 1) || 'no address', host = '', path = ''] =
    /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#]+)([^?#]*)/i.exec(url) ?? [];

  return { kind: 'left-out', address: `${scheme}${host}`.toLowerCase(), method, path };
}

interface EntryParts {
  readonly entry: JsonObject;
  readonly request: JsonObject;
  readonly response: JsonObject;
  readonly method: string;
  readonly sent: ReadHeaders;
  readonly received: ReadHeaders;
  readonly address: HarAddress;
}

function readExchange(parts: EntryParts, source: EntrySource): SeenExchange {
  const { entry, request, response, method, sent, received, address } = parts;
  const isOwn = source.creator === OWN_CREATOR;
  const own = record(entry['_tollgate']);
  const startedAt = readTime(text(entry['startedDateTime'])) ?? source.startedAt;
  const duration = readDuration(entry);
  const requestBody = readRequestBody(request, sent.headers);
  const responseBody = readResponseBody(response, received.headers, method);
  const { headers } = sent;
  const { authorization } = headers;
  const token = authorization === undefined ? undefined : source.readers.token(authorization);
  const hasToken = token !== undefined && (isOwn || !token.isPlaceholder);
  if (!hasToken && token !== undefined) headers['authorization'] = MASKED_TOKEN;
  const isCutOff = isOwn ? own['delivery'] === 'cut-off' : (text(response['_error']) ?? '') !== '';
  const hasHost = sent.isHttp2 || headers['host'] !== undefined;
  const isMissing: Readonly<Record<ExchangePart, boolean>> = {
    authorization: !hasToken,
    // Chrome shows provisional headers where it does not know what was sent.
    'request-headers': sent.count === 0 || (source.creator === 'WebInspector' && !hasHost),
    'request-body': requestBody.isMissing,
    'response-headers': received.count === 0,
    'response-body': responseBody.isMissing || isCutOff,
  };
  const stated: readonly unknown[] | undefined =
    isOwn && Array.isArray(own['lacks']) ? own['lacks'] : undefined;
  const lacks = PARTS.filter((part) => stated?.includes(part) ?? isMissing[part]);
  const service = (isOwn ? text(own['service']) : undefined) ?? address.service;
  const id = isOwn ? text(own['id']) : received.headers['request-id'];

  return {
    kind: 'exchange',
    exchange: {
      service,
      lacks,
      ...(isOwn ? { isWhole: true } : {}),
      id: id ?? source.id,
      world: undefined,
      merchant: hasToken ? token.merchant : undefined,
      startedAt,
      endedAt: startedAt + duration,
      duration,
      request: {
        method,
        url: service === address.service ? address.url : (text(request['url']) ?? '').slice(service.length),
        headers,
        body: requestBody.text,
        ...(requestBody.length !== undefined && { bodyLength: requestBody.length }),
      },
      response: {
        status: Number(response['status']),
        headers: received.headers,
        statusText: text(response['statusText']) ?? '',
        body: responseBody.text,
      },
      ...(own['delivery'] === 'lost' ? { delivery: 'lost' } : isCutOff ? { delivery: 'cut-off' } : {}),
    },
  };
}

const PARTS: readonly ExchangePart[] = [
  'authorization',
  'request-headers',
  'request-body',
  'response-headers',
  'response-body',
];

const FROM_CACHE: ReadonlySet<unknown> = new Set(['Memory Cache', 'Disk Cache', 'Inspector Override']);

/** Why an entry is not judged; undefined for an exchange between client and service. */
function whyNotJudged(
  entry: JsonObject,
  response: JsonObject,
  headers: ReadHeaders['headers'],
): string | undefined {
  const status = Number(response['status']);
  if (!Number.isInteger(status) || status < 200 || status > 999) return 'no response was recorded';
  if (
    entry['_fromCache'] !== undefined ||
    response['_fromCache'] !== undefined ||
    FROM_CACHE.has(entry['_fetchType'])
  )
    return 'the response came from a cache of the client';
  const origin =
    entry['_serviceWorkerResponseSource'] ?? response['_serviceWorkerResponseSource'] ?? 'network';
  if (origin !== 'network') return 'the response came from a service worker';
  // Chrome's redirect to HTTPS by HSTS. A service that sends this header in another response is judged.
  const isMade = status === 307 && headers['non-authoritative-reason'] !== undefined;

  return isMade ? 'the browser made the response itself' : undefined;
}

/** In place of any placeholder. */
const MASKED_TOKEN = 'Bearer (not shown)';

const PLACEHOLDER = /redact|mask|hidden|remov|filter|saniti|strip|xxx|\*\*|\.\.\.|…|^[^\w]*$/i;

/** Recorders and people replace tokens by placeholders. */
function isPlaceholder(authorization: string): boolean {
  const token = authorization.replace(/^\s*bearer\s*/i, '');

  return PLACEHOLDER.test(token) && claimsOf(token) === undefined;
}
