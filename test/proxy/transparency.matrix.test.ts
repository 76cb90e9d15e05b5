/** The proxy changes nothing: the corpus with and without it. */
import { expect, test } from 'vitest';
import { sampled } from '../support/sampled.ts';
import { type Case, CORPUS } from './corpus.ts';
import { readMessages } from './messages.ts';
import { converse, type Seen, startFront } from './wire.ts';

test('the corpus is large, and each case has a name of its own', () => {
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
  expect(CORPUS.length).toBeGreaterThanOrEqual(60);
});

test.concurrent.each(sampled(CORPUS, 40))('$name', async (one) => {
  const direct = readable(await converse(one, async (port) => ({ port, close: async () => {} })));
  const proxied = readable(await throughProxy(one));

  expect(proxied.client).toEqual(direct.client);
  if (one.differs === undefined) expect(proxied.service).toEqual(direct.service);
  else expect(requestsOf(direct)).toEqual(expect.arrayContaining(requestsOf(proxied)));
});

function throughProxy(one: Case): Promise<Seen> {
  return converse(one, (port) => startFront(`http://127.0.0.1:${port}`));
}

function requestsOf({ service }: ReturnType<typeof readable>) {
  return service.flatMap(({ messages }) => messages);
}

/** What both ends saw, as messages. */
function readable({ client, service }: Seen) {
  const received = service.map(({ received, end }) => ({
    messages: readMessages(received, { isEnded: end !== 'open' }),
    end,
  }));
  const requests = received.flatMap(({ messages }) => messages);
  const isBodiless = (at: number) => requests[at]?.line.startsWith('HEAD ') === true;

  return {
    client: {
      messages: readMessages(client.received, { isBodiless, isEnded: client.end !== 'open' }),
      end: client.end,
    },
    service: received,
  };
}
