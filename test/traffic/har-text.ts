/** Writes exchanges as a browser exports them: HAR 1.2, unmasked. */
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';

export interface HarOptions {
  /** Names of request headers that the export leaves out, as Chrome does with `authorization`. */
  readonly without?: readonly string[];
  /** The address of the service in place of the recorded one. */
  readonly service?: string;
}

export function harText(events: readonly SeenExchange[], options: HarOptions = {}): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries: events.map((event) => toEntry(event, options)),
    },
  });
}

function toEntry({ exchange }: SeenExchange, { without = [], ...options }: HarOptions): object {
  const { request, response, startedAt, duration, service = '' } = exchange;
  const url = new URL((options.service ?? service) + request.url);
  const pseudo = {
    ':authority': url.host,
    ':method': request.method,
    ':path': url.pathname,
    ':scheme': 'https',
  };
  const headers = toHeaders({ ...pseudo, ...request.headers }).filter(
    ({ name }) => !without.includes(name.toLowerCase()),
  );
  const body = request.body === undefined ? {} : { postData: toContent(request.body) };

  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'http/2.0',
      headers,
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...body,
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'http/2.0',
      headers: toHeaders(response.headers),
      cookies: [],
      content: { size: response.body.length, ...toContent(response.body) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { blocked: 0, dns: -1, connect: -1, send: 0, wait: duration, receive: 0, ssl: -1 },
  };
}

function toContent(text: string): object {
  return { mimeType: 'application/json', text };
}

function toHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  );
}
