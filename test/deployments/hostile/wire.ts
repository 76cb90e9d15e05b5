/** Conformant answers in invalid or unusual HTTP. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { listenRaw } from '../listen.ts';
import type { RawResponse } from '../reference.ts';
import { type Asked, type Hostile, headOf, listenBehind, ordinary } from './hostile.ts';

/** 20 MB of spaces in a few KiB. */
const BOMB = Buffer.alloc(2e7, ' ');

const RIGHT: readonly Hostile[] = [
  right('closes each connection behind an answer, and says so', async ({ socket, answer }) => {
    socket.end(ordinary(await answer(), ['connection: close']));
  }),
  right('closes each connection behind an answer without a word', async ({ socket, answer }) => {
    socket.write(ordinary(await answer()));
    setTimeout(() => socket.destroy(), 1);
  }),
  right('closes each connection in place of its 20th answer', async ({ socket, turn, answer }) => {
    if (turn === 20) socket.destroy();
    else socket.write(ordinary(await answer()));
  }),
  right('speaks HTTP/1.0 and closes', async ({ socket, answer }) => {
    const written = await answer();
    socket.end(headOf(written, [], '1.0') + written.text);
  }),
  right('speaks HTTP/1.0 and keeps the connection', async ({ socket, answer }) => {
    socket.write(ordinary(await answer(), ['connection: keep-alive'], '1.0'));
  }),
  right('has chunks with extensions, upper-case sizes and trailers', async ({ socket, answer }) => {
    const written = await answer();
    const bytes = Buffer.from(written.text);
    const size = bytes.length.toString(16).toUpperCase().padStart(6, '0');
    const chunks = [`${size};name=value;quoted="a;b"\r\n`, bytes, '\r\n0;last\r\nx-trailer: 1\r\n\r\n'];
    socket.write(headOf(written, ['transfer-encoding: chunked', 'trailer: x-trailer']));
    for (const chunk of chunks) socket.write(chunk);
  }),
  right('has a chunk for each byte', async ({ socket, answer }) => {
    const written = await answer();
    const chunks = [...Buffer.from(written.text)].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`);
    socket.write(
      Buffer.from(`${headOf(written, ['transfer-encoding: chunked'])}${chunks.join('')}0\r\n\r\n`, 'latin1'),
    );
  }),
  right('gives early hints first, twice', async ({ socket, answer }) => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n';
    socket.write(hints + hints + ordinary(await answer()));
  }),
  right('says that it is processing first', async ({ socket, answer }) => {
    socket.write(`HTTP/1.1 102 Processing\r\n\r\n${ordinary(await answer())}`);
  }),
  right('writes an answer byte by byte', async ({ socket, answer }) => {
    socket.setNoDelay(true);
    for (const byte of Buffer.from(ordinary(await answer()))) socket.write(Buffer.of(byte));
  }),
  right('sends 400 headers and ten cookies', async ({ socket, answer }) => {
    const many = Array.from({ length: 400 }, (_, n) => `x-${n}: ${n}`);
    const cookies = Array.from({ length: 10 }, (_, n) => `set-cookie: c${n}=${n}; Path=/; HttpOnly`);
    socket.write(ordinary(await answer(), [...many, ...cookies]));
  }),
  right('compresses with gzip unasked', compressed('gzip', gzipSync)),
  right('compresses with zstd unasked', compressed('zstd', zstdCompressSync)),
  right(
    'compresses twice',
    compressed('deflate, br', (text) => brotliCompressSync(deflateSync(text))),
  ),
  right('says that its answer is encoded as it is', compressed('identity', Buffer.from)),
  right('takes the character set for an encoding', compressed('utf-8', Buffer.from)),
];

const BROKEN: readonly Hostile[] = [
  cut('has a body shorter than it says, and closes', /cut-off/, async ({ socket, answer }) => {
    const written = await answer();
    socket.end(headOf(written, ['content-length: 9999']) + written.text);
  }),
  {
    ...cut('has a body shorter than it says in every 100th answer', /cut-off/, async (asked) => {
      const written = await asked.answer();
      if (asked.number % 100 > 0) asked.socket.write(ordinary(written));
      else asked.socket.end(headOf(written, ['content-length: 9999']) + written.text);
    }),
    effort: 'standard',
  },
  broken('has two lengths', /two lengths/, async ({ socket, answer }) => {
    socket.write(ordinary(await answer(), ['content-length: 7']));
  }),
  broken('has a length and chunks', /not HTTP/, async ({ socket, answer }) => {
    socket.write(ordinary(await answer(), ['transfer-encoding: chunked']));
  }),
  broken('has a chunk of no size', /No complete HTTP response/, async ({ socket, answer }) => {
    socket.write(`${headOf(await answer(), ['transfer-encoding: chunked'])}zz\r\n{}\r\n0\r\n\r\n`);
  }),
  broken('has a chunk larger than numbers go', /No complete HTTP response/, async ({ socket, answer }) => {
    socket.write(`${headOf(await answer(), ['transfer-encoding: chunked'])}${'f'.repeat(40)}\r\n{}`);
  }),
  cut('resets the connection in the middle of the body', /cut-off/, async ({ socket, answer }) => {
    const written = await answer();
    socket.write(headOf(written, ['content-length: 999']) + written.text.slice(0, 10), () =>
      socket.resetAndDestroy(),
    );
  }),
  broken('says 100 Continue unasked', /100/, async ({ socket, answer }) => {
    socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ordinary(await answer())}`);
  }),
  broken('switches protocols unasked', /another protocol/, ({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n');
  }),
  {
    name: 'compresses and does not say how',
    verdict: 'nonconformant',
    fails: ['fee-response/is-json-object'],
    start: () =>
      listenBehind(async ({ socket, answer }) => {
        socket.write(bytesOf(await answer(), gzipSync, []));
      }),
  },
  cut('says that it compresses and does not', /its Content-Encoding says/, async ({ socket, answer }) => {
    socket.write(ordinary(await answer(), ['content-encoding: gzip']));
  }),
  ...bombs(),
];

const NOT_HTTP: readonly Hostile[] = [
  speaks('a mail server', /not HTTP/, '220 mail.example.com ESMTP\r\n'),
  speaks('a server of HTTP/0.9', /not HTTP/, '<html>hello</html>\r\n'),
  speaks(
    'a server that speaks HTTP/2 alone',
    /not HTTP/,
    Buffer.from('000006040000000000000300000064', 'hex'),
  ),
  speaks('a TLS server that is asked in plain', /not HTTP/, Buffer.from('15030100020246', 'hex')),
  speaks('a server of nothing but zeros', /not HTTP/, Buffer.alloc(100_000)),
];

export const WIRE: readonly Hostile[] = [
  ...RIGHT,
  ...BROKEN,
  ...NOT_HTTP,
  {
    name: 'has a body longer than it says',
    verdict: 'nonconformant',
    fails: ['fee-response/is-json-object'],
    start: () =>
      listenBehind(async ({ socket, answer }) => {
        const written = await answer();
        socket.write(headOf(written, ['content-length: 30']) + written.text);
      }),
  },
];

function right(name: string, write: (asked: Asked) => void | Promise<void>): Hostile {
  return { name, verdict: 'conformant', fails: [], start: () => listenBehind(write) };
}

function broken(name: string, says: RegExp, write: (asked: Asked) => void | Promise<void>): Hostile {
  return { name, verdict: 'inconclusive', says, start: () => listenBehind(write) };
}

function cut(...given: Parameters<typeof broken>): Hostile {
  return { ...broken(...given), verdict: 'nonconformant', fails: ['robustness/answers-in-time'] };
}

function speaks(name: string, says: RegExp, bytes: string | Buffer): Hostile {
  return { name, verdict: 'inconclusive', says, start: () => listenRaw((socket) => socket.write(bytes)) };
}

function compressed(encoding: string, compress: (text: string) => Buffer) {
  return async ({ socket, answer }: Asked) =>
    void socket.write(bytesOf(await answer(), compress, [`content-encoding: ${encoding}`]));
}

function bytesOf(written: RawResponse, compress: (text: string) => Buffer, lines: readonly string[]): Buffer {
  const body = compress(written.text);

  return Buffer.concat([Buffer.from(headOf(written, [...lines, `content-length: ${body.length}`])), body]);
}

function bombs(): readonly Hostile[] {
  const kinds: readonly [name: string, encoding: string, compress: () => Buffer][] = [
    ['gzip', 'gzip', () => gzipSync(BOMB)],
    ['brotli', 'br', () => brotliCompressSync(BOMB)],
    ['zstd', 'zstd', () => zstdCompressSync(BOMB)],
    ['gzip in gzip', 'gzip, gzip', () => gzipSync(gzipSync(BOMB))],
    ['twenty encodings', Array(20).fill('gzip').join(', '), () => gzipSync('{}')],
  ];

  return kinds.map(([name, encoding, compress]) => ({
    name: `sends a bomb of ${name}`,
    verdict: 'inconclusive',
    says: /decompressed|longer than/,
    start: () => {
      const body = compress();
      const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`;
      const answer = Buffer.concat([Buffer.from(head), body]);

      return listenRaw((socket) => socket.write(answer));
    },
  }));
}
