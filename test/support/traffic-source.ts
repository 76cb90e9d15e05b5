/** Sends calls to a mock in this process and records them as traffic. */

import type { Exchange } from '../../src/exchange/exchange.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import type { Mock } from '../../src/mock/index.ts';

export const SERVICE = 'https://fees.example.com';

export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
  /** The default merchant unless given. */
  readonly merchant?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly lacks?: NonNullable<Exchange['lacks']>;
  readonly method?: 'POST' | 'GET' | 'PUT';
}

export interface TrafficSource {
  readonly fee: (fields: unknown, options?: CallOptions) => Promise<Fields>;
  readonly sale: (fields: unknown, options?: CallOptions) => Promise<Fields>;
  /** In the order in which they ended. */
  readonly events: SeenExchange[];
}

/** The server's clock advances by a second with each call. */
export function recordMock(mock: Mock): TrafficSource {
  const events: SeenExchange[] = [];
  const tokens = new Map<string, string>();
  let seconds = 0;
  let ticks = 0;
  const send = async (path: string, fields: unknown, options: CallOptions = {}): Promise<Fields> => {
    const { merchant = mock.merchants[0] ?? '', lacks = [], method = 'POST' } = options;
    const token = tokens.get(merchant) ?? mock.token(merchant);
    tokens.set(merchant, token);
    const headers = Object.fromEntries(
      Object.entries({
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
        ...options.headers,
      }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    );
    const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
    const sentAt = ++ticks;
    const answer = await mock.inject({ method, path, headers, body });
    const endedAt = ++ticks;
    const date = new Date(1_800_000_000_000 + ++seconds * 1000);
    events.push({
      kind: 'exchange',
      exchange: {
        service: SERVICE,
        lacks,
        id: `x-${endedAt}`,
        world: undefined,
        merchant: headers['authorization'] === undefined ? undefined : merchant,
        startedAt: date.getTime(),
        ...{ endedAt, duration: endedAt - sentAt },
        request: { method, url: path, headers, body },
        response: {
          status: answer.status,
          headers: {
            ...Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
            ),
            date: date.toUTCString(),
          },
          body: answer.text,
        },
      },
    });
    try {
      return answer.json() as Fields;
    } catch {
      return {};
    }
  };

  return {
    fee: (fields, options) => send('/v1/ch', fields, options),
    sale: (fields, options) => send('/v1/ch/sale', fields, options),
    events,
  };
}
