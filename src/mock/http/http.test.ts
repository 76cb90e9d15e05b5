import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MockResponse } from '../response.ts';
import { refuseConnectionErrors } from './connection-errors.ts';
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

function connectionErrors() {
  const server = new EventEmitter();
  const recorded: MockResponse[] = [];
  const follow = refuseConnectionErrors(server as Server, {
    deliver: () => {},
    nextId: () => 'id',
    record: (_request, response) => recorded.push(response),
  });

  return { server, recorded, follow };
}

it('records a refused request once, though its parser fails twice', () => {
  const { server, recorded } = connectionErrors();
  const socket = new PassThrough();
  for (const code of ['HPE_INVALID_METHOD', 'HPE_INVALID_EOF_STATE'])
    server.emit('clientError', Object.assign(new Error(), { code }), socket);
  socket.destroy();

  expect(recorded).toMatchObject([{ status: 400 }]);
});

it('records nothing where the client is gone', () => {
  const { server, recorded } = connectionErrors();
  server.emit('clientError', Object.assign(new Error(), { code: 'ECONNRESET' }), new PassThrough().destroy());

  expect(recorded).toEqual([]);
});

it('records nothing where the client leaves before the turn of its refusal', async () => {
  const { server, recorded, follow } = connectionErrors();
  const socket = new PassThrough();
  const open = Object.assign(new EventEmitter(), { req: { socket, complete: true } });
  follow(open as unknown as ServerResponse);
  server.emit('clientError', new Error(), socket);
  socket.destroy();
  await once(socket, 'close');
  open.emit('close');

  expect(recorded).toEqual([]);
});

it('keeps only the last two responses of a connection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { follow } = connectionErrors();
  const socket = new PassThrough();
  const followed = Array.from({ length: 10 }, () => {
    const response = { req: { socket, complete: true } } as unknown as ServerResponse;
    follow(response);

    return new WeakRef(response);
  });
  // A WeakRef keeps its object until the end of the turn.
  await nextTurn();
  collectGarbage();

  expect(followed.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(2);
  // The connection is still open.
  socket.destroy();
});
