/** Makes exchanges of a client with a conformant service, to test the rules for clients. */
import { expect } from 'vitest';
import {
  type ObserveClientOptions,
  type ObservedClient,
  observeClient,
} from '../../conformance/clients/observe-client.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createExchangeMasker } from '../../src/exchange/mask/mask-exchange.ts';

/** Header and payload are `{"alg":"HS256"}` and `{}`. */
export const TOKEN = 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl';

export const FEE = { amount: 100, nicn: '424242', region: 'AZ' };

export interface Sent {
  readonly path?: string;
  readonly method?: string;
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A string is sent unchanged. */
  readonly body?: unknown;
  readonly merchant?: string;
  readonly status?: number;
  readonly response?: unknown;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly delivery?: Exchange['delivery'];
  /** Whether the source leaves nothing out. */
  readonly isWhole?: true;
  /** In milliseconds. */
  readonly sentAt?: number;
  readonly endedAt?: number;
}

/** Makes an exchange, one millisecond after the previous one unless its times are given. */
export function createExchanges() {
  let time = 0;

  return (sent: Sent): Exchange => {
    const {
      path = '/v1/ch',
      method = 'POST',
      headers = {},
      body,
      merchant = 'one',
      delivery,
      isWhole,
    } = sent;
    time += 2;
    const { sentAt = time, endedAt = sentAt + 1, status = 200, response = {}, answerHeaders = {} } = sent;
    const all = {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: TOKEN,
      host: '127.0.0.1:4010',
      ...headers,
    };

    return {
      ...{ id: `r-${time}`, world: undefined, merchant, startedAt: 0, endedAt, duration: endedAt - sentAt },
      request: {
        ...{
          method,
          url: path,
          headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
        },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      },
      response: {
        ...{ status, headers: answerHeaders },
        body: typeof response === 'string' ? response : JSON.stringify(response),
      },
      ...(delivery === undefined ? {} : { delivery }),
      ...(isWhole === undefined ? {} : { isWhole }),
    };
  };
}

export interface ClientUnderTest {
  readonly observed: ObservedClient;
  readonly send: (sent: Sent) => void;
  /** A fee call that is accepted with this sTxId. */
  readonly fee: (fields: object, sTxId: string, more?: Sent) => void;
  /** A fee call or a sale that is refused. */
  readonly refused: (path: string, fields: object, more?: Sent) => void;
  /** A sale that is accepted with this sTxId. */
  readonly sale: (fields: object, sTxId: string, more?: Sent) => void;
  /** The rules that the client has violated so far. */
  readonly violated: () => readonly ClientRuleId[];
}

export const SALE = '/v1/ch/sale';

export function clientUnderTest(options: Partial<ObserveClientOptions> = {}): ClientUnderTest {
  const observe = () =>
    observeClient({ source: 'mock', severalProcessors: (name) => name === 'several', ...options });
  const [observed, observedMasked] = [observe(), observe()];
  const exchange = createExchanges();
  const mask = createExchangeMasker();
  const send = (sent: Sent) => {
    const real = exchange(sent);
    observed.observe(real);
    observedMasked.observe({ ...mask.exchange(real), merchant: real.merchant });
  };
  const violatedIn = ({ findings }: ObservedClient) => [...new Set(findings().map(({ rule }) => rule.id))];

  return {
    observed,
    send,
    fee: (fields, sTxId, more) =>
      send({ body: fields, response: { transactionFee: 2.4, sTxId, message: 'ok' }, ...more }),
    refused: (path, fields, more) => send({ path, body: fields, status: 422, ...more }),
    sale: (fields, sTxId, more) => send({ path: SALE, body: fields, response: { sTxId }, ...more }),
    violated: () => {
      const violated = violatedIn(observed);
      // In every test, the recording is judged as the traffic was.
      expect(violatedIn(observedMasked)).toEqual(violated);

      return violated;
    },
  };
}

// Stories of clients, and the rules on the flow that they violate.

export const S1 = '4f3a91c2d7e84b06a5c3f1e2d3b4a596';
export const S2 = '00aa91c2d7e84b06a5c3f1e2d3b4a5ff';

export type Story = (client: ClientUnderTest) => void;

export function violatedBy(story: Story, options: Partial<ObserveClientOptions> = {}) {
  const client = clientUnderTest(options);
  story(client);

  return client.violated();
}
