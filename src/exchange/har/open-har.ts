/** Opens a HAR file as a stream of bytes. A file of another kind is named by its first bytes. */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { describeUnreadable } from '../../text/unreadable.ts';

/** What a user must change: WHERE: expected X, got Y: do Z. */
export class NotHarError extends Error {
  override readonly name = 'NotHarError';
  readonly code = 'har';

  /** @param got what it is, and what to do */
  constructor(where: string, got: string) {
    super(`${where}: expected a HAR file, got ${got}`);
  }
}

/** A path, or bytes with the name that messages give them. */
export type HarSource = string | { readonly name: string; readonly bytes: AsyncIterable<Buffer> };

export interface OpenHar {
  readonly name: string;
  /** Without compression. Each chunk is valid until the next one is asked for. Fails where the compression or the device does. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Closes the file, also where its bytes were not read. */
  readonly close: () => Promise<unknown>;
}

/** In bytes. */
const CHUNK = 256 * 1024;

/**
 * @param signal ends a pipe that nothing is written to
 * @throws NotHarError if there is no such file, or its first bytes are not a JSON object
 */
export async function openHar(source: HarSource, signal?: AbortSignal): Promise<OpenHar> {
  const name = typeof source === 'string' ? source : source.name;
  const [file, bytes] = typeof source === 'string' ? [readPath(source, signal)] : [undefined, source.bytes];
  const close = async () => file?.return(undefined);
  try {
    const raw = await peek(name, file ?? bytes);
    if (!isCompressed(raw.first)) return { name, bytes: check(name, raw), close };
    const unzip = pipeline(copied(raw.bytes), createUnzip({ chunkSize: CHUNK }), () => undefined);

    return { name, bytes: check(name, await peek(name, unzip)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* readPath(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  if ((await stat(path)).isFIFO()) yield* readPipe(path, signal);
  else yield* readChunks(path);
}

/** Without waiting for a writer: a thread that waits for one would keep the process from ending. */
async function* readPipe(path: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd: file.fd, readable: true, writable: false });
  const end = () => void socket.destroy();
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (signal?.aborted !== true) yield* socket;
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    socket.destroy();
  }
}

/** Reads into one buffer; a stream would allocate one for each chunk. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const chunk = Buffer.allocUnsafeSlow(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(chunk);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** For a reader that keeps chunks. */
async function* copied(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

interface Peeked {
  readonly first: Buffer;
  /** All bytes, the first included. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** In bytes: enough for a byte order mark and white space before the first brace. */
const ENOUGH = 512;

async function peek(name: string, bytes: AsyncIterable<Buffer>): Promise<Peeked> {
  const iterator = bytes[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  try {
    while (first.length < ENOUGH) {
      const next = await iterator.next();
      if (next.done === true) break;
      first = Buffer.concat([first, next.value]);
    }
  } catch (error) {
    throw new NotHarError(name, describeUnreadable(error));
  }

  return { first, bytes: joined(first, iterator) };
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

const EXPORT = 'export the traffic as HAR 1.2';

/** By the first four bytes in hexadecimal and the text without a byte order mark: what it is, and what to do. */
const SIGNATURES: readonly (readonly [start: RegExp, got: string, action: string])[] = [
  [/^504b0[357]/, 'a ZIP archive', 'unpack it and name the HAR file in it'],
  [/^(?:fffe|feff|..00..00|00..00)/, 'UTF-16 text', 'save it as UTF-8'],
  [/^\S* \s*$/, 'an empty file', 'record it again'],
  [/^\S* \s*</, 'HTML or XML', EXPORT],
  [/^\S* \s*\[/, 'a JSON array', EXPORT],
  [/^\S* \s*[^\s{]/, 'no JSON object', EXPORT],
];

function check(name: string, { first, bytes }: Peeked): Peeked['bytes'] {
  const start = `${first.subarray(0, 4).toString('hex')} ${first.toString().replace(/^\ufeff/, '')}`;
  const found = SIGNATURES.find(([signature]) => signature.test(start));
  if (found !== undefined) throw new NotHarError(name, `${found[1]}: ${found[2]}`);

  return bytes;
}

/** gzip (RFC 1952) or zlib (RFC 1950), as `.har.gz` and `.zhar` have it. */
function isCompressed(first: Buffer): boolean {
  return /^(?:1f8b|78(?:01|5e|9c|da))/.test(first.subarray(0, 2).toString('hex'));
}
