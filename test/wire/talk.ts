/** Sends bytes to a server, and reads its answers as HTTP. */
import { connect } from 'node:net';

export interface Talk {
  /** All bytes received. */
  readonly heard: Buffer;
  /** How the connection ended, or `open` where it did not end within `patience`. */
  readonly end: 'ended' | 'broken' | 'open';
}

/** When the client closes its sending side. */
export type HalfClose = 'at once' | 'when it hears something' | 'never';

/** How long it waits for bytes, in milliseconds. */
const ATTENTION = 60;

/**
 * Sends bytes unchanged, and listens until the connection ends.
 *
 * @param patience in milliseconds
 */
export function talk(
  port: number,
  bytes: Buffer,
  {
    halfClose = 'never',
    patience = 20_000,
  }: { readonly halfClose?: HalfClose; readonly patience?: number } = {},
): Promise<Talk> {
  return new Promise((resolve) => {
    const heard: Buffer[] = [];
    let end: Talk['end'] = 'ended';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const impatience = setTimeout(() => {
      end = 'open';
      socket.destroy();
    }, patience);
    const done = () => {
      if (halfClose !== 'never') socket.end();
    };
    const inattention = setTimeout(done, ATTENTION);
    socket.on('data', (chunk) => {
      heard.push(chunk);
      done();
    });
    socket.on('error', () => {
      end = 'broken';
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(impatience);
      clearTimeout(inattention);
      resolve({ heard: Buffer.concat(heard), end });
    });
    if (halfClose === 'at once') socket.end(bytes);
    else socket.write(bytes);
  });
}

export interface Heard {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads the answers one after another; those to HEAD cannot be read. @throws Error */
export function answersIn(heard: Buffer): readonly Heard[] {
  const answers: Heard[] = [];
  let rest = heard;
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) throw new Error(`no end of the headers: ${rest.toString('latin1').slice(0, 200)}`);
    const [line = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/.exec(line)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no status line: ${line.slice(0, 200)}`);
    const headers = Object.fromEntries(lines.map(toHeader));
    const hasBody = status >= 200 && status !== 204;
    const length = hasBody ? Number(headers['content-length']) : 0;
    const bodyStart = headEnd + 4;
    if (!(bodyStart + length <= rest.length)) throw new Error(`not ${length} bytes after ${line}`);
    answers.push({ status, headers, body: rest.subarray(bodyStart, bodyStart + length).toString() });
    rest = rest.subarray(bodyStart + length);
  }

  return answers.filter(({ status }) => status >= 200);
}

function toHeader(line: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+): ([\x20-\x7e]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no header: ${line.slice(0, 200)}`);

  return [name.toLowerCase(), value];
}

// Byte sequences that are nearly requests, determined by a seed and a number.

export interface Chance {
  /** A whole number from 0 to below this. */
  readonly below: (end: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
}

/** mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed | 0;
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;

    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };

  return { below, pick: (items) => items[below(items.length)] as never };
}

const CRLF = '\r\n';
/** Not HEAD, whose answers have no body, which a reader of the answers alone cannot know. */
const METHODS = 'GET PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND QUERY PRI BREW post'.split(' ');
const TARGETS = [
  ...'* / // /v1/ch? /v1/ch#a /v1/%zz /v1/%00 /../v1/ch http://a/v1/ch a:443 http://'.split(' '),
  ...['', '/v1/ch /x', '/v1/\xff', '/\0', `/${'x'.repeat(20_000)}`],
];
const VERSIONS = [
  '',
  'HTTP/1.1 x',
  ...'HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/1.2 HTTP/11 http/1.1 HTP/1.1'.split(' '),
];
const HEADERS = [
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 2000000',
  'Content-Length: 5, 5',
  'Content-Length:',
  'Content-Length: 0x10',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: a',
  'Connection: close',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: \0',
  'Host: b',
  'Host:',
  'Content-Type: text/plain',
  'Content-Type: application/json; charset=utf-16',
  'Content-Encoding: gzip',
  'Authorization: Bearer x.y.z',
  'Authorization: \xff\xfe',
  'Prefer: code=99',
  'Tollgate-Fault: status=9;;',
  'Tollgate-Fault: 503',
  ' folded',
  ': nameless',
  'nothing',
  'A\0B: c',
  `Long: ${'x'.repeat(20_000)}`,
];
const CHUNKS = [
  'zz\r\n',
  'fffffffffffffffff\r\n',
  '-1\r\n',
  '5\r\n',
  '5;a="b\r\n',
  '5\nabc',
  '0\r\n',
  '0\r\nA: b\r\n\r\n',
  '1\r\nab\r\n',
  ' 5\r\nabcde\r\n0\r\n\r\n',
];
const PIECES = [
  ...'\0 : { " 0 \r \n \t HTTP/1.1'.split(' '),
  ' ',
  CRLF,
  CRLF + CRLF,
  '\xff\xfe',
  '\xc3\x28',
  '\x16\x03\x01',
];

/** The parts of a request. */
interface Parts {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

function toText({ line, headers, body }: Parts): string {
  return [line, ...headers, '', body].join(CRLF);
}

function right(token: string, chance: Chance): Parts {
  const path = chance.pick(['/v1/ch', '/v1/ch/sale']);
  const json = chance.pick(['{"amount":100,"nicn":"424242","region":"AZ"}', '{"sTxId":"unknown"}', '{}']);
  const headers = [
    'Host: a',
    'Content-Type: application/json',
    'X-Requested-With: xhr',
    `Authorization: Bearer ${token}`,
  ];
  const isChunked = chance.below(4) === 0;

  return {
    line: `POST ${path} HTTP/1.1`,
    headers: [...headers, isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${json.length}`],
    body: isChunked ? `${json.length.toString(16)}${CRLF}${json}${CRLF}0${CRLF}${CRLF}` : json,
  };
}

type Mangle = (text: Parts, chance: Chance, token: string) => string;

const withByte = (text: string, at: number, byte: string, over: number) =>
  `${text.slice(0, at)}${byte}${text.slice(at + over)}`;

const MANGLES: readonly Mangle[] = [
  (parts) => toText(parts),
  (parts, { pick }) => toText({ ...parts, line: parts.line.replace('POST', pick(METHODS)) }),
  (parts, { pick }) => toText({ ...parts, line: parts.line.replace(/ \S+ /, ` ${pick(TARGETS)} `) }),
  (parts, { pick }) => toText({ ...parts, line: parts.line.replace('HTTP/1.1', pick(VERSIONS)) }),
  (parts, { pick, below }) =>
    toText({ ...parts, headers: parts.headers.toSpliced(below(6), below(2), pick(HEADERS)) }),
  (parts, { pick }) => toText({ ...parts, headers: [...parts.headers, pick(HEADERS), pick(HEADERS)] }),
  (parts, { pick }) =>
    toText({
      ...parts,
      headers: [...parts.headers.slice(0, -1), 'Transfer-Encoding: chunked'],
      body: pick(CHUNKS),
    }),
  (parts, { below }) => toText({ ...parts, body: parts.body.slice(0, below(parts.body.length)) }),
  (parts, { below, pick }) => toText({ ...parts, body: withByte(parts.body, below(40), pick(PIECES), 1) }),
  (parts, { below }) => {
    const text = toText(parts);

    return text.slice(0, below(text.length));
  },
  (parts, chance) => {
    let text = toText(parts);
    for (let left = 1 + chance.below(4); left > 0; left -= 1) {
      const byte = chance.below(2) === 0 ? chance.pick(PIECES) : String.fromCharCode(chance.below(256));
      text = withByte(text, chance.below(text.length), byte, chance.below(3));
    }

    return text;
  },
  (parts, { below }) => {
    const text = toText(parts);
    const [from, to] = [below(text.length), below(text.length)];

    return `${text.slice(0, from)}${text.slice(to)}`;
  },
  (parts, { below }) => toText(parts).replaceAll(CRLF, below(2) === 0 ? '\n' : '\r'),
  (_parts, { below }) => Array.from({ length: below(300) }, () => String.fromCharCode(below(256))).join(''),
  (parts, chance, token) =>
    `${toText(parts)}${toText(right(token, chance))}${chance.pick(MANGLES)(right(token, chance), chance, token)}`,
];

/** @param token of a merchant, so that the server accepts some requests */
export function mangled(chance: Chance, token: string): Buffer {
  const text = chance.pick(MANGLES)(right(token, chance), chance, token);

  return Buffer.from(text, 'latin1');
}
