/** Reads a JWK set from an http(s) address or a file. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface KeySetSource {
  readonly url: URL;
  /** How long after a read an unknown key does not cause another read, in milliseconds. */
  readonly coolDown: number;
  /** The JSON value. @throws KeysUnavailable */
  readonly read: (signal?: AbortSignal | null) => Promise<unknown>;
}

/** The keys cannot be read; the token may be valid. The message says why, after "the JWK set: ". */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** In milliseconds: short for a file, which is cheap to read and which people edit. */
const COOL_DOWN = { server: 30_000, file: 1000 } as const;

/**
 * @param from an http(s) address, or the path or `file:` address of a file
 * @returns undefined for an invalid address
 */
export function createKeySetSource(from: string | URL): KeySetSource | undefined {
  const text = String(from);
  const isPath = !/^(?:https?|file):/i.test(text);
  const url = isPath ? pathToFileURL(text) : URL.canParse(text) ? new URL(text) : undefined;
  // `fetch` refuses an address with a name or password.
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  const isFile = url.protocol === 'file:';

  return {
    url,
    coolDown: isFile ? COOL_DOWN.file : COOL_DOWN.server,
    async read(signal) {
      let set: unknown;
      try {
        set = JSON.parse(
          isFile ? await readFile(fileURLToPath(url), 'utf8') : await get(url, signal ?? null),
        );
      } catch (cause) {
        throw cause instanceof KeysUnavailable ? cause : new KeysUnavailable(describe(cause), { cause });
      }
      if (typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys)) return set;
      throw new KeysUnavailable('expected an object with a list of keys');
    },
  };
}

/** Follows no redirects: their sender could substitute other keys. */
async function get(url: URL, signal: AbortSignal | null): Promise<string> {
  const headers = { accept: 'application/json, application/jwk-set+json' };
  const response = await fetch(url, { signal, redirect: 'manual', headers });
  if (response.status === 200) return readKeys(response.body ?? []);
  await response.body?.cancel();
  throw new KeysUnavailable(`expected status 200, got ${response.status}`);
}

/** Of the keys, in bytes, as they are once they are decompressed. */
const LONGEST = 2 ** 20;

/** Reads the body of a response. @throws KeysUnavailable where it is too long */
async function readKeys(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > LONGEST) throw new KeysUnavailable(`expected at most ${LONGEST} bytes, got more`);
    pieces.push(piece);
  }

  return Buffer.concat(pieces).toString();
}

function describe(cause: unknown): string {
  if (cause instanceof SyntaxError) return 'it is not JSON';
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'no response in time';
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? ` (${inner.code})` : '';

  return `it cannot be read${code}`;
}
