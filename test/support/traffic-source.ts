/** Traffic of a service and its clients: recorded from a mock in this process, or told exchange by exchange. */

import { checkTraffic } from '../../conformance/index.ts';
import type { TrafficReport } from '../../conformance/report/report.ts';
import type { CheckTrafficOptions } from '../../conformance/traffic/check-traffic.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { SeenExchange, TrafficEvent } from '../../src/exchange/traffic-event.ts';
import type { Mock } from '../../src/mock/index.ts';
import { headersFor } from './ask-mock.ts';

const SERVICE = 'https://fees.example.com';

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
      Object.entries({ ...headersFor(token), ...options.headers }).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
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

// Makes the traffic of a service and its clients, exchange by exchange, and judges it.

export const TOKEN = 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvbmUifQ.c2lnbmF0dXJl';

export const FEE = { amount: 100, nicn: '424242', region: '85004' };

export interface ExchangeOptions {
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly query?: string;
  readonly status?: number;
  readonly type?: string | undefined;
  readonly date?: string | undefined;
  readonly lacks?: NonNullable<Exchange['lacks']>;
  readonly service?: string;
  /** The header Location of a redirect. */
  readonly location?: string;
}

export interface Teller {
  /** A fee call with the body of its response; a string is sent unchanged. */
  readonly fee: (fields: unknown, answer: unknown, options?: ExchangeOptions) => void;
  readonly sale: (fields: unknown, answer: unknown, options?: ExchangeOptions) => void;
  /** Lets time pass, in milliseconds. */
  readonly wait: (ms: number) => void;
  /** Repeats every exchange so far. */
  readonly repeat: () => void;
}

export type Story = (teller: Teller) => void;

/** The body of an accepted fee call. */
export function ok(sTxId: unknown, transactionFee: unknown = 2.43) {
  return { transactionFee, sTxId, message: 'ok' };
}

export function tell(story: Story): readonly SeenExchange[] {
  const events: SeenExchange[] = [];
  let now = 1_800_000_000_000;
  const send = (path: string, fields: unknown, answer: unknown, options: ExchangeOptions = {}) => {
    const { status = 200, method = 'POST', query = '', lacks = [], service = SERVICE } = options;
    const date = 'date' in options ? options.date : new Date(now).toUTCString();
    const type = 'type' in options ? options.type : 'application/json';
    const headers = {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: TOKEN,
      ...options.headers,
    };
    const startedAt = now;
    now += 100;
    events.push({
      kind: 'exchange',
      exchange: {
        service,
        lacks,
        ...{ id: `x-${now}`, world: undefined, startedAt, endedAt: now - 50, duration: 50 },
        merchant: headers.authorization,
        request: {
          ...{ method, url: path + query },
          headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          body: typeof fields === 'string' ? fields : JSON.stringify(fields),
        },
        response: {
          status,
          headers: {
            ...(type === undefined ? {} : { 'Content-Type': type }),
            ...(date === undefined ? {} : { Date: date }),
            ...(options.location === undefined ? {} : { Location: options.location }),
          },
          body: typeof answer === 'string' ? answer : JSON.stringify(answer),
        },
      },
    });
    now += 900;
  };
  story({
    fee: (fields, answer, options) => send('/v1/ch', fields, answer, options),
    sale: (fields, answer, options) => send('/v1/ch/sale', fields, answer, options),
    wait: (ms) => {
      now += ms;
    },
    repeat: () => {
      events.push(...events);
    },
  });

  return events;
}

export async function judge(
  events: readonly TrafficEvent[],
  options: Partial<Pick<CheckTrafficOptions, 'pricing' | 'sides' | 'tolerated' | 'isComplete'>> = {},
): Promise<TrafficReport> {
  async function* inOrder() {
    yield* events;
  }

  return checkTraffic({ events: inOrder(), target: 'recording', sides: ['service'], ...options });
}

export function failedIn({ sides }: TrafficReport): readonly string[] {
  return sides.flatMap(({ rules }) => rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id));
}
