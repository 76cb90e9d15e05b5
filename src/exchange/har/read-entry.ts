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

/** What is known of an entry beside it. */
interface EntryContext {
  /** Such as `traffic.har entry 12`, for an exchange without a Request-Id. */
  readonly id: string;
  /** `creator.name` of the log. */
  readonly creator: string;
  /** Of the entry before, for an entry without a time. */
  readonly startedAt: number;
}

/** The creator of the proxy's own recordings. Unlike browsers it leaves no header out. */
export const OWN_CREATOR = 'tollgate';

/** @returns a function that reads an entry; undefined for preflights of browsers, and for what is not an entry */
export function createEntryReader(): (value: unknown, context: EntryContext) => ReadEntry | undefined {
  const headersOf = createHeaderReader();
  const ofUrl = remember((url) => ({ address: readAddress(url) }));
  const tokenOf = remember((authorization) => ({
    isPlaceholder: isPlaceholder(authorization),
    merchant: merchantOf(authorization),
  }));

  return (value, context) => {
    const entry = record(value);
    const [request, response] = [record(entry['request']), record(entry['response'])];
    const method = text(request['method'])?.toUpperCase();
    const isOwn = context.creator === OWN_CREATOR;
    if (method === undefined || (method === 'OPTIONS' && !isOwn)) return undefined;
    const sent = headersOf(request['headers']);
    const url = text(request['url']) ?? '';
    const address = url.startsWith('/') ? readAddress(url, sent.headers['host']) : ofUrl(url).address;
    if (address === undefined)
      return url === '' ? undefined : { event: readOther(method, url), hasWorker: false };
    const hasWorker =
      [entry, response].some((each) => each['_fetchedViaServiceWorker'] === true) ||
      entry['_fetchType'] === 'Service Worker';
    const received = headersOf(response['headers']);
    // In other recordings the request may never have been sent.
    const isLost = isOwn && response['status'] === 0 && record(entry['_tollgate'])['delivery'] === 'lost';
    const why = isLost ? undefined : whyNotJudged(entry, response, isOwn ? {} : received.headers);
    if (why !== undefined) return { event: { kind: 'not-judged', why }, hasWorker };
    const { authorization } = sent.headers;
    const token = authorization === undefined ? undefined : tokenOf(authorization);
    const isShown = token !== undefined && (isOwn || !token.isPlaceholder);
    if (token !== undefined && !isShown) sent.headers['authorization'] = MASKED_TOKEN;
    const parts = { entry, request, response, method, sent, received, address };
    const merchant = isShown ? { merchant: token.merchant } : undefined;

    return { event: readExchange(parts, merchant, context), hasWorker };
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

/** @param token undefined where the recording shows none */
function readExchange(
  { entry, request, response, method, sent, received, address }: EntryParts,
  token: { readonly merchant: string | undefined } | undefined,
  context: EntryContext,
): SeenExchange {
  const isOwn = context.creator === OWN_CREATOR;
  const own = isOwn ? record(entry['_tollgate']) : {};
  const startedAt = readTime(text(entry['startedDateTime'])) ?? context.startedAt;
  const duration = readDuration(entry);
  // A recorded run keeps how a body was framed beside its headers.
  const isChunked = isOwn && record(record(entry['_run'])['how'])['isChunked'] === true;
  const headers = isChunked ? { ...sent.headers, 'transfer-encoding': 'chunked' } : sent.headers;
  const requestBody = readRequestBody(request, headers);
  const responseBody = readResponseBody(response, received.headers, method);
  const isCutOff = isOwn ? own['delivery'] === 'cut-off' : (text(response['_error']) ?? '') !== '';
  const hasHost = sent.isHttp2 || headers['host'] !== undefined;
  const isMissing: Readonly<Record<ExchangePart, boolean>> = {
    authorization: token === undefined,
    // Chrome shows provisional headers where it does not know what was sent.
    'request-headers': sent.count === 0 || (context.creator === 'WebInspector' && !hasHost),
    'request-body': requestBody.isMissing,
    'response-headers': received.count === 0,
    'response-body': responseBody.isMissing || isCutOff,
  };
  const stated: readonly unknown[] | undefined = Array.isArray(own['lacks']) ? own['lacks'] : undefined;
  const service = text(own['service']) ?? address.service;
  const id = isOwn ? text(own['id']) : received.headers['request-id'];

  return {
    kind: 'exchange',
    exchange: {
      service,
      lacks: PARTS.filter((part) => stated?.includes(part) ?? isMissing[part]),
      ...(isOwn ? { isWhole: true } : {}),
      ...{ id: id ?? context.id, world: undefined, merchant: token?.merchant },
      ...{ startedAt, endedAt: startedAt + duration, duration },
      request: {
        method,
        url: service === address.service ? address.url : (text(request['url']) ?? '').slice(service.length),
        headers,
        body: requestBody.text,
        ...(requestBody.length !== undefined && { bodyLength: requestBody.length }),
      },
      response: {
        ...{ status: Number(response['status']), statusText: text(response['statusText']) ?? '' },
        ...{ headers: received.headers, body: responseBody.text },
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

/** Why there is none is not known. */
export const NO_RESPONSE = 'no response was recorded';

const FROM_CACHE: ReadonlySet<unknown> = new Set(['Memory Cache', 'Disk Cache', 'Inspector Override']);

/** Why an entry is not judged; undefined for an exchange between client and service. */
function whyNotJudged(
  entry: JsonObject,
  response: JsonObject,
  headers: ReadHeaders['headers'],
): string | undefined {
  const status = Number(response['status']);
  if (!Number.isInteger(status) || status < 200 || status > 999) return NO_RESPONSE;
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
