import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createDelivery } from './deliver.ts';

/** The response to a client that went away before there was an answer. */
async function responseToNobody(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  client.destroy();
  await once(response, 'close');

  return response;
}

it('keeps no response for a client that left before it was ready', async () => {
  const response = await responseToNobody();
  const { deliver } = createDelivery(() => {});
  const late = { delay: 600_000, sending: { kind: 'whole' } } as const;
  deliver(response, { status: 200, headers: {}, body: '{}', fault: late });

  expect(response.listenerCount('close')).toBe(0);
});
