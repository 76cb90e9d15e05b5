/** Turns an exchange into an entry of HAR 1.2. */
import type { Exchange } from '../exchange.ts';

/** @param exchange already masked */
export function toEntry(exchange: Exchange, startedAt: number) {
  const { request, response, duration, service = '', lacks = [] } = exchange;
  const { url = '', body = '' } = request;
  const sent = headersOf(request.rawHeaders, request.headers);
  const received = headersOf(response.rawHeaders, response.headers);
  const mimeType = headerOf(received, 'content-type');

  return {
    startedDateTime: toMoment(startedAt),
    time: duration,
    request: {
      method: request.method ?? '',
      url: `${service}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: sent,
      queryString: queryOf(url),
      ...(body !== '' && { postData: { mimeType: headerOf(sent, 'content-type'), ...contentOf(body) } }),
      headersSize: -1,
      bodySize: lacks.includes('request-body') ? (request.bodyLength ?? -1) : Buffer.byteLength(body),
    },
    response: {
      status: response.status,
      statusText: response.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: received,
      content: { size: Buffer.byteLength(response.body), mimeType, ...contentOf(response.body) },
      redirectURL: headerOf(received, 'location'),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: duration, receive: 0 },
    _resourceType: 'fetch',
    _tollgate: {
      id: exchange.id,
      service,
      lacks,
      ...(exchange.delivery !== undefined && { delivery: exchange.delivery }),
    },
  };
}

function queryOf(url: string): readonly HeaderLine[] {
  const at = url.indexOf('?');

  return at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** As they were sent, where that is known. */
function headersOf(raw: readonly string[] | undefined, headers: HeaderValues): readonly HeaderLine[] {
  if (raw === undefined)
    return Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => ({ name, value: each })),
    );

  return raw.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: raw[at + 1] ?? '' }] : []));
}

function headerOf(headers: readonly HeaderLine[], name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}

/** Control characters other than white space, which no text has. */
const BINARY = /[^\P{Cc}\s]/u;

function contentOf(body: string): { readonly text: string; readonly encoding?: 'base64' } {
  if (!BINARY.test(body) && body.isWellFormed()) return { text: body };

  return { text: Buffer.from(body).toString('base64'), encoding: 'base64' };
}

/** ISO 8601 with microseconds. */
function toMoment(time: number): string {
  const milliseconds = Math.floor(time);
  const micro = Math.floor((time - milliseconds) * 1000);

  return new Date(milliseconds).toISOString().replace('Z', `${String(micro).padStart(3, '0')}Z`);
}
