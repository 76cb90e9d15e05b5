/** Reads an entry of a client's recording back as the exchange that the mock observed. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { readTime } from '../../src/exchange/har/har-values.ts';
import type { RecordedClientExchange } from './recording.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** A text of HAR, which may be base64. */
export interface HarContent {
  readonly text?: string;
  readonly encoding?: 'base64';
}

export interface HarResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly content: HarContent;
}

export interface ClientEntry extends RecordedClientExchange {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly postData?: HarContent;
  };
  readonly response: HarResponse;
  readonly _tollgate: {
    readonly id: string;
    readonly service: string;
    readonly delivery?: 'lost' | 'cut-off';
  };
}

export function exchangeOf(entry: ClientEntry): Exchange {
  const { request, response, time, _run, _tollgate } = entry;
  const { merchant, endedAt, bodyLength, staysOpen } = _run;
  const { id, service, delivery } = _tollgate;
  const url = request.url.slice(service.length);

  return {
    ...{ id, world: undefined, merchant, endedAt, duration: time },
    startedAt: readTime(entry.startedDateTime) ?? 0,
    request: {
      // Empty for what was no HTTP.
      method: request.method === '' ? undefined : request.method,
      url: url === '' ? undefined : url,
      headers: headersOf(request.headers),
      body: request.postData && textOf(request.postData),
      ...(bodyLength !== undefined && { bodyLength }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      body: textOf(response.content),
    },
    ...(delivery !== undefined && { delivery }),
    ...(staysOpen !== undefined && { staysOpen }),
  };
}

export function headersOf(headers: readonly Header[]): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

export function textOf({ text = '', encoding }: HarContent): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}
