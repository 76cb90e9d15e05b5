/** Where a JWK set is read from: an http(s) address or a file. What cannot be had is not asked for again at once. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface KeySource {
  readonly url: URL;
  /** How long to wait, after it was read, before an unknown key makes it read again. In milliseconds. */
  readonly coolDown: number;
  /** The JSON that is there. @throws KeysUnavailable */
  readonly read: (signal?: AbortSignal | null) => Promise<unknown>;
}

/** Asks for what is at an address; redirects are for nobody to follow: whoever can send one could send other keys. */
export type AskForKeys = (
  url: URL,
  signal: AbortSignal | null,
) => Promise<{ readonly status: number; readonly text: string }>;

/** The keys cannot be had, which says nothing about the token. The message says why, after "the JWK set: ". */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Servers are asked rarely; a file is cheap, and people edit it. In milliseconds. */
const COOL_DOWN = { server: 30_000, file: 1000 } as const;

/** For how long a failure stands for the next ones, in milliseconds. */
const FAILURE_STANDS = 1000;

/**
 * @param from an http(s) address, or the path or `file:` address of a file
 * @param now in milliseconds, as `Date.now` gives it
 * @returns undefined for a broken address
 */
export function createKeySource(
  from: string | URL,
  now: () => number,
  ask: AskForKeys = byFetch,
): KeySource | undefined {
  const url = toUrl(from);
  if (url === undefined) return undefined;
  const isFile = url.protocol === 'file:';
  let failed = { at: Number.NEGATIVE_INFINITY, error: new KeysUnavailable() };

  return {
    url,
    coolDown: isFile ? COOL_DOWN.file : COOL_DOWN.server,
    async read(signal) {
      const age = now() - failed.at;
      if (age >= 0 && age < FAILURE_STANDS) throw failed.error;
      try {
        return parse(
          isFile ? await readFile(fileURLToPath(url), 'utf8') : await get(url, ask, signal ?? null),
        );
      } catch (cause) {
        const error = new KeysUnavailable(describe(cause), { cause });
        failed = { at: now(), error };
        throw error;
      }
    },
  };
}

function toUrl(from: string | URL): URL | undefined {
  const text = String(from);
  if (!/^(?:https?|file):/i.test(text)) return pathToFileURL(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;

  // A fetch refuses names and passwords in an address.
  return url?.username === '' && url.password === '' ? url : undefined;
}

async function get(url: URL, ask: AskForKeys, signal: AbortSignal | null): Promise<string> {
  const { status, text } = await ask(url, signal);
  if (status === 200) return text;
  throw new KeysUnavailable(`expected status 200, got ${status}`);
}

const byFetch: AskForKeys = async (url, signal) => {
  const answer = await fetch(url, { signal, redirect: 'manual', headers: KEYS_ARE_JSON });
  if (answer.status === 200) return { status: 200, text: await answer.text() };
  await answer.body?.cancel();

  return { status: answer.status, text: '' };
};

export const KEYS_ARE_JSON = { accept: 'application/json, application/jwk-set+json' } as const;

function parse(text: string): unknown {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch {
    throw new KeysUnavailable('it is not JSON');
  }
  if (typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys)) return set;
  throw new KeysUnavailable('expected an object with a list of keys');
}

function describe(cause: unknown): string {
  if (cause instanceof KeysUnavailable) return cause.message;
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time';
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? ` (${inner.code})` : '';

  return `it cannot be read${code}`;
}
