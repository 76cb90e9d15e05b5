/** What two parsers may read differently is refused, or passed on with the same meaning. */
import { describe, expect, test } from 'vitest';
import { readMessages } from './messages.ts';
import { REQUEST_SHAPES, RESPONSE_SHAPES, type Shape } from './smuggling.ts';
import { converse, type Step, startFront } from './wire.ts';

const HEAD: Step = { until: '\r\n\r\n' };
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const ASK = 'POST /v1/ch HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';

describe('a request with', () => {
  test.concurrent.each(REQUEST_SHAPES)('$name is $treatment', async ({ bytes, treatment }) => {
    const { client, service } = await talk(treatment === 'refused' ? [bytes, 'ended'] : [bytes, HEAD], [
      HEAD,
      { pause: 40 },
      OK,
    ]);
    const answer = client.received.toString('latin1');
    if (treatment === 'refused') {
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nTollgate-Proxy: request-refused\r\n/s);
      expect(service.map(({ received }) => received.toString('latin1')).join('')).toBe('');
      expect(client.end).toBe('ended');
    } else {
      expect(answer).toBe(OK);
      expect(messagesOf(service[0]?.received)).toEqual(messagesOf(Buffer.from(bytes, 'latin1')));
    }
  });

  test.concurrent.each(REQUEST_SHAPES.filter(isBroken))(
    '$name never ends when its body comes late',
    async ({ bytes }) => {
      const [head = '', ...body] = bytes.split('\r\n\r\n');
      const { service } = await talk(
        [`${head}\r\n\r\n`, { pause: 60 }, body.join('\r\n\r\n'), HEAD],
        [HEAD, 'ended'],
      );
      // On a busy machine the body may come before the head is passed on: then there is no message.
      const messages = service.flatMap(({ received }) => messagesOf(received));
      expect(messages.filter(({ isWhole }) => isWhole)).toEqual([]);
      expect(messages.length).toBeLessThanOrEqual(1);
    },
  );
});

describe('a response with', () => {
  test.concurrent.each(RESPONSE_SHAPES)('$name is refused', async ({ bytes }) => {
    const { client } = await talk([ASK, HEAD], [HEAD, bytes]);
    expect(client.received.toString('latin1')).toMatch(
      /^HTTP\/1\.1 502 .*\r\nTollgate-Proxy: service-not-http\r\n/s,
    );
    expect(client.end).toBe('ended');
  });

  test.concurrent('a second response behind it is not taken for that of the next request', async () => {
    const second = 'HTTP/1.1 200 OK\r\nX-Injected: 1\r\nContent-Length: 0\r\n\r\n';
    const { client } = await talk(
      [ASK, HEAD, { pause: 40 }, ASK, 'ended'],
      [HEAD, OK + second, { pause: 200 }],
    );
    expect(client.received.toString('latin1')).toBe(OK);
  });
});

/** Whether it is the framing of the body that is broken. */
function isBroken({ name, treatment, bytes }: Shape): boolean {
  return (
    treatment === 'refused' &&
    /chunk (?:size|extension|that)|behind a chunk|last chunk/.test(name) &&
    bytes.includes('chunked')
  );
}

function talk(client: readonly Step[], service: readonly Step[]) {
  return converse({ client, service }, async (port) => startFront(`http://127.0.0.1:${port}`));
}

function messagesOf(bytes: Buffer = Buffer.alloc(0)) {
  return readMessages(bytes, { isEnded: false });
}
