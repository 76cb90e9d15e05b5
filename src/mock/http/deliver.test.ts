import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDelivery } from './deliver.ts';

/** A response that is not sent yet, with the socket of its client. */
async function openResponse(): Promise<{ readonly response: ServerResponse; readonly client: Socket }> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];

  return { response, client };
}

it('keeps no response for a client that left before it was ready', async () => {
  const { response, client } = await openResponse();
  client.destroy();
  await once(response, 'close');
  const { deliver } = createDelivery(() => {});
  const late = { delay: 600_000 };
  deliver(response, { status: 200, headers: {}, body: '{}', fault: late });

  expect(response.listenerCount('close')).toBe(0);
});

it('sends the responses of one turn of the event loop at its end, also where a test fakes timers', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const opened = [await openResponse(), await openResponse()];
  const { deliver } = createDelivery(() => {});
  for (const { response } of opened) deliver(response, { status: 200, headers: {}, body: '{}' });
  expect(opened.map(({ response }) => response.headersSent)).toEqual([false, false]);
  await Promise.all(opened.map(({ response }) => once(response, 'finish')));

  expect(opened.map(({ response }) => response.headersSent)).toEqual([true, true]);
});

it.each([undefined, { delay: 0, pieces: [Buffer.from('{'), 'cut'] } as const, { delay: 1 }])(
  'reports a response that cannot be sent, and ends its connection: fault %j',
  async (fault) => {
    const { response, client } = await openResponse();
    const errors: unknown[] = [];
    const { deliver } = createDelivery((error, requestId) => errors.push([error, requestId]));
    const headers = { 'request-id': 'id-1', invalid: 'two\nlines' };
    deliver(response, { status: 200, headers, body: '{}', ...(fault && { fault }) });
    await once(client.resume(), 'close');

    expect(errors).toEqual([[expect.objectContaining({ code: 'ERR_INVALID_CHAR' }), 'id-1']]);
  },
);
