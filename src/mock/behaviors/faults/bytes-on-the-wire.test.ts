/** What faults put on the wire, read from a socket as it arrives. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASELINE, FEE } from '../../../../test/support/ask-mock.ts';
import { type RunningMock, startMock } from '../../index.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

interface Received {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
  /** The number of pieces in which it arrived. */
  readonly pieces: number;
  readonly isEnded: boolean;
}

/** Sends a fee call with this fault, and reads until the connection ends, or nothing arrives for 200 ms. */
async function callWith(fault: string): Promise<Received> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1').setNoDelay();
  const body = JSON.stringify(BASELINE);
  const head = [
    `POST ${FEE} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${mock.token()}`,
    'Content-Type: application/json',
    'X-Requested-With: xhr',
    `Content-Length: ${body.length}`,
    `Tollgate-Fault: ${fault}`,
  ];
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = once(socket, 'end').then(() => true);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  let isEnded = false;
  for (let seen = -1; !isEnded && (pieces.length > seen || pieces.length === 0); ) {
    seen = pieces.length;
    isEnded = await Promise.race([ended, pause(200, false)]);
  }
  socket.destroy();
  const bytes = Buffer.concat(pieces);
  const split = bytes.indexOf('\r\n\r\n');
  const text = bytes.toString('latin1', 0, split);

  return {
    status: Number(text.split(' ')[1]),
    head: text.toLowerCase(),
    body: bytes.subarray(split + 4),
    pieces: pieces.length,
    isEnded,
  };
}

const announced = ({ head }: Received) => Number(/^content-length: (\d+)$/m.exec(head)?.[1]);
const isFee = (body: Buffer) => JSON.parse(body.toString()).message === 'ok';

it('a truncated gzip is a valid response whose body cannot be decompressed', async () => {
  const received = await callWith('truncated-gzip');
  const decompressed = gunzipSync(received.body, { finishFlush: constants.Z_SYNC_FLUSH }).toString();

  expect(received.head).toMatch(/^content-encoding: gzip$/m);
  expect(announced(received)).toBe(received.body.length);
  expect(decompressed).toMatch(/^\{"transactionFee":[^}]*$/);
  expect(() => gunzipSync(received.body)).toThrow('unexpected end of file');
  expect(mock.journal().at(-1)?.answer.body).toMatchObject({ message: 'ok' });
});

it('a length that is too long makes the client wait', async () => {
  const received = await callWith('content-length=long');

  expect(isFee(received.body)).toBe(true);
  expect(announced(received)).toBe(received.body.length + 1);
  expect(received.isEnded).toBe(false);
});

it('a length that is too short makes the client read a part', async () => {
  const received = await callWith('content-length=short');

  expect(isFee(received.body)).toBe(true);
  expect(announced(received)).toBe(Math.floor(received.body.length / 2));
  expect(received.isEnded).toBe(true);
});

it('single bytes arrive one by one, and are a whole response', async () => {
  const received = await callWith('single-bytes');

  expect(isFee(received.body)).toBe(true);
  expect(announced(received)).toBe(received.body.length);
  // A busy machine may read several at once.
  expect(received.pieces).toBeGreaterThan(received.body.length / 4);
});

it('no content is a status without type, length and body, after which the connection is used again', async () => {
  const received = await callWith('no-content');

  expect([received.status, received.body.length, received.isEnded]).toEqual([204, 0, false]);
  expect(received.head).not.toMatch(/^content-/m);
});

it('a duplicate header is sent twice', async () => {
  const received = await callWith('duplicate-header');

  expect(received.head.match(/^content-type: application\/json$/gm)).toHaveLength(2);
  expect(isFee(received.body)).toBe(true);
});
