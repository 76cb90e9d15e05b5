import { EventEmitter, once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { MockResponse } from '../response.ts';
import { refuseConnectionErrors } from './connection-errors.ts';

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
