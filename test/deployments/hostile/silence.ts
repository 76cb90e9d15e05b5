/** Deployments that never begin or never end an answer. */
import type { Socket } from 'node:net';
import { listenRaw } from '../listen.ts';
import { listenBehind } from './behind.ts';
import type { Hostile } from './hostile.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const FEE = '{"transactionFee":1,"sTxId":"a","message":"ok"}';

export const SILENCE: readonly Hostile[] = [
  raw('hangs', /No response came/, () => {}),
  raw('hangs behind the status line', /No response came/, (socket) => socket.write('HTTP/1.1 200 OK\r\n')),
  raw('hangs behind the header', /No response came/, (socket) =>
    socket.write(`${OK}content-length: 40\r\n\r\n`),
  ),
  raw('hangs in the middle of the body', /No response came/, (socket) =>
    socket.write(`${OK}content-length: ${FEE.length}\r\n\r\n${FEE.slice(0, 20)}`),
  ),
  raw('drips its header', /No response came/, (socket) => drip(socket, `${OK}content-length: 2\r\n\r\n{}`)),
  raw('drips its body', /No response came/, (socket) => {
    socket.write(`${OK}content-length: ${FEE.length}\r\n\r\n`);
    drip(socket, FEE);
  }),
  raw('has a body without end, in chunks', /longer than/, (socket) => {
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    pour(socket, `10000\r\n${' '.repeat(0x10000)}\r\n`);
  }),
  raw('has a body without end, and no length', /longer than/, (socket) => {
    socket.write(`${OK}\r\n`);
    pour(socket, ' '.repeat(0x10000));
  }),
  raw('has a header without end', /header/, (socket) => {
    socket.write(OK);
    pour(socket, `x-more: ${'y'.repeat(8000)}\r\n`);
  }),
  raw('has a header line of 10 MB', /header/, (socket) =>
    socket.write(`${OK}x-long: ${'y'.repeat(10_000_000)}\r\ncontent-length: 2\r\n\r\n{}`),
  ),
  raw('has early hints without end', /No response came/, (socket) =>
    drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(100)),
  ),
  {
    name: 'dies after 30 answers and is never heard of again',
    verdict: 'nonconformant',
    says: /no answer|none/,
    start: () => {
      let isDead = false;

      return listenBehind(async ({ socket, number, answer }) => {
        isDead ||= number > 30;
        if (isDead) return socket.destroy() && undefined;
        const { text } = await answer();
        socket.write(`${OK}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
      });
    },
  },
];

function raw(name: string, says: RegExp, answer: (socket: Socket) => void): Hostile {
  const isToBeWaitedFor = says.test('No response came');

  return {
    name,
    verdict: 'inconclusive',
    says,
    start: () => listenRaw(answer),
    ...(isToBeWaitedFor ? { timeout: 150 } : {}),
  };
}

/** Sends a byte now and then. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(
    () => (at < text.length ? socket.write(text.charAt(at++)) : clearInterval(timer)),
    30,
  );
  socket.on('close', () => clearInterval(timer));
}

function pour(socket: Socket, piece: string): void {
  const go = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', go);
  go();
}
