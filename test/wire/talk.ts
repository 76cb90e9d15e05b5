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
