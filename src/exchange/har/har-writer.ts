/** Writes a HAR file while traffic passes: after every exchange the file is complete. */
import { closeSync, ftruncateSync, openSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Exchange } from '../exchange.ts';
import { createExchangeMasker } from '../mask/mask-exchange.ts';
import type { TrafficEvent } from '../traffic-event.ts';
import { OWN_CREATOR } from './read-entry.ts';
import { toEntry } from './write-entry.ts';

export interface HarWriter {
  /** Takes an unmasked event; tokens and card numbers are masked. Returns at once and never throws. */
  readonly write: (event: TrafficEvent) => void;
  /** Waits until all is written. */
  readonly close: () => Promise<void>;
  /** Exchanges in the file, once it is closed. */
  readonly count: () => number;
}

export interface HarWriterOptions {
  /** Of tollgate. */
  readonly version: string;
  /** Called once, when writing fails: nothing is recorded after that, and the file keeps what it has. */
  readonly onError: (error: HarWriteError) => void;
  /** Names of known merchants, which stay in tokens. */
  readonly merchants?: readonly string[] | undefined;
}

/** WHERE: expected X, got Y: do Z. */
export class HarWriteError extends Error {
  override readonly name = 'HarWriteError';
}

/** The most characters that wait to be written while the disk is slower than the traffic. */
const MOST_WAITING = 32 * 1024 * 1024;

/**
 * Creates the file, which only its owner may read. It never overwrites a file: a recording cannot be made again.
 *
 * @throws HarWriteError if the file exists or cannot be created
 */
export function createHarWriter(path: string, { version, onError, merchants }: HarWriterOptions): HarWriter {
  const format = createFormat(version, merchants);
  const { file, position } = create(path, format);
  /** The position of the next entry, which overwrites the ending of the file. */
  let end = position;
  let waiting = '';
  let isStopped = false;
  let written = 0;
  let unwritten = 0;
  let writing: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  const writeWaiting = async () => {
    while (waiting !== '') {
      const entries = Buffer.from(waiting);
      const added = unwritten;
      waiting = '';
      unwritten = 0;
      await writeAll(file, Buffer.concat([entries, format.ending()]), end);
      end += entries.length;
      written += added;
    }
  };
  const start = () => {
    writing ??= writeWaiting()
      .catch(stop)
      .finally(() => {
        writing = undefined;
        if (waiting !== '') start();
      });
  };
  const stop = (error: unknown) => {
    isStopped = true;
    waiting = '';
    restore(file, end, format.ending());
    onError(explain(path, error));
  };

  const finish = async () => {
    while (writing !== undefined) await writing;
    if (!isStopped) await writeAll(file, format.ending(), end).catch(stop);
    isStopped = true;
    closeSync(file);
  };

  return {
    write(event) {
      if (isStopped) return;
      if (event.kind === 'not-judged') return format.count(event.why);
      if (waiting.length > MOST_WAITING) return format.count('the disk was too slow to record it');
      try {
        waiting += format.entry(event.exchange);
        unwritten += 1;
      } catch {
        return format.count('it could not be masked');
      }
      start();
    },
    close() {
      closing ??= finish();

      return closing;
    },
    count: () => written,
  };
}

/** The texts of one file. */
function createFormat(version: string, merchants?: readonly string[]) {
  const masker = createExchangeMasker(undefined, merchants);
  const notJudged = new Map<string, number>();
  let separator = '';
  /** From the clock that orders exchanges to milliseconds since 1970. */
  let offset: number | undefined;

  return {
    beginning: Buffer.from(
      `{"log":{"version":"1.2","creator":${JSON.stringify({ name: OWN_CREATOR, version })},"entries":[`,
    ),
    entry(whole: Exchange): string {
      const exchange = withoutLongBodies(whole);
      const { startedAt, duration, endedAt, service = '' } = exchange;
      offset ??= startedAt + duration - endedAt;
      const masked = { ...masker.exchange(exchange), service: masker.address(service) };
      const entry = `${separator}\n${JSON.stringify(toEntry(masked, offset + endedAt - duration))}`;
      separator = ',';

      return entry;
    },
    /** Counts an exchange that is not recorded, to say so at the end of the file. */
    count(why: string): void {
      notJudged.set(why, (notJudged.get(why) ?? 0) + 1);
    },
    ending(): Buffer {
      const list = [...notJudged].map(([why, count]) => ({ why, count }));

      return Buffer.from(
        `\n]${list.length > 0 ? `,"_tollgate":${JSON.stringify({ notJudged: list })}` : ''}}}\n`,
      );
    },
  };
}

/** In characters: masking longer ones would delay the traffic. The document's bodies have hundreds. */
const LONGEST_BODY = 32 * 1024;

function withoutLongBodies(exchange: Exchange): Exchange {
  const { request, response, lacks = [] } = exchange;
  const [isSentLong, isReceivedLong] = [request.body ?? '', response.body].map(
    ({ length }) => length > LONGEST_BODY,
  );
  if (!isSentLong && !isReceivedLong) return exchange;
  const { length } = Buffer.from(request.body ?? '');

  return {
    ...exchange,
    lacks: [
      ...lacks,
      ...(isSentLong ? ['request-body' as const] : []),
      ...(isReceivedLong ? ['response-body' as const] : []),
    ],
    request: isSentLong ? { ...request, body: '', bodyLength: request.bodyLength ?? length } : request,
    response: isReceivedLong ? { ...response, body: '' } : response,
  };
}

function create(path: string, { beginning, ending }: ReturnType<typeof createFormat>) {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, Buffer.concat([beginning, ending()]), 0, undefined, 0);

    return { file, position: beginning.length };
  } catch (error) {
    throw explain(path, error);
  }
}

const writeOnce = promisify(write);

async function writeAll(file: number, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await writeOnce(file, bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Writes the ending after the last whole entry. */
function restore(file: number, position: number, ending: Buffer): void {
  try {
    ftruncateSync(file, position);
    writeSync(file, ending, 0, undefined, position);
  } catch {
    // A reader takes the file up to here.
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file that exists already: choose another name, or move it away',
  ENOENT: 'no such folder: create it first',
  ENOTDIR: 'no such folder: create it first',
  EISDIR: 'a folder: add the name of a file',
  EACCES: 'no permission to write: choose another folder',
  EROFS: 'a read-only disk: choose another folder',
  ENOSPC: 'a full disk: recording has stopped; free some space and start again',
  EDQUOT: 'a full quota: recording has stopped; free some space and start again',
  EFBIG: 'the largest size of a file: recording has stopped; start again with another name',
};

function explain(path: string, error: unknown): HarWriteError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

  return new HarWriteError(
    `${path}: expected to write a new file, got ${REASONS[code] ?? `an error (${code}): check the disk`}`,
  );
}
