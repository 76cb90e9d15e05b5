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

interface FileOptions {
  /** Of tollgate. */
  readonly version: string;
  /** Called once, when writing fails: nothing is recorded after that, and the file keeps what it has. */
  readonly onError: (error: HarWriteError) => void;
}

export interface HarWriterOptions extends FileOptions {
  /** Names of known merchants, which stay in tokens. */
  readonly merchants?: readonly string[] | undefined;
}

/** A HAR file that is whole after each entry. */
export interface HarFile extends Pick<HarWriter, 'close' | 'count'> {
  /** Takes an entry, already masked. False where it cannot be written: the disk is too slow, or has failed. */
  readonly append: (entry: () => object) => boolean;
  /** Waits until the entries so far are written. */
  readonly flush: () => Promise<void>;
}

export interface HarFileOptions extends FileOptions {
  /** Members of the log that come before the entries. */
  readonly head?: object;
  /** Members of the log that come after the entries, as they are when they are written. */
  readonly tail: () => object;
  /** Milliseconds for which entries wait for others, since each write costs as much as ten entries; 0 by default. */
  readonly batch?: number;
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
export function createHarFile(
  path: string,
  { version, head = {}, tail, onError, batch = 0 }: HarFileOptions,
): HarFile {
  const members = { version: '1.2', creator: { name: OWN_CREATOR, version }, ...head };
  const beginning = Buffer.from(`{"log":${JSON.stringify(members).slice(0, -1)},"entries":[`);
  const ending = () => {
    const rest = JSON.stringify(tail()).slice(1);

    return Buffer.from(`\n]${rest === '}' ? '' : ','}${rest}}\n`);
  };
  const file = create(path, beginning, ending());
  /** The position of the next entry, which overwrites the ending of the file. */
  let end = beginning.length;
  let separator = '';
  let waiting = '';
  let isStopped = false;
  let written = 0;
  let unwritten = 0;
  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  /** One write after another; each takes all that waits. */
  let writes = Promise.resolve();

  const writeWaiting = async () => {
    if (waiting === '') return;
    const [entries, added] = [Buffer.from(waiting), unwritten];
    waiting = '';
    unwritten = 0;
    await writeAll(file, Buffer.concat([entries, ending()]), end);
    end += entries.length;
    written += added;
  };
  const stop = (error: unknown) => {
    isStopped = true;
    waiting = '';
    restore(file, end, ending());
    onError(explain(path, error));
  };
  const flush = () => {
    timer = undefined;
    writes = writes.then(writeWaiting).catch(stop);

    return writes;
  };
  const finish = async () => {
    clearTimeout(timer);
    await flush();
    if (!isStopped) await writeAll(file, ending(), end).catch(stop);
    isStopped = true;
    closeSync(file);
  };

  return {
    append(entry) {
      if (isStopped || waiting.length > MOST_WAITING) return false;
      waiting += `${separator}\n${JSON.stringify(entry())}`;
      separator = ',';
      unwritten += 1;
      if (batch === 0) void flush();
      else timer ??= setTimeout(flush, batch);

      return true;
    },
    flush,
    close() {
      closing ??= finish();

      return closing;
    },
    count: () => written,
  };
}

/** Records traffic, masked. @throws HarWriteError if the file exists or cannot be created */
export function createHarWriter(path: string, { merchants, ...options }: HarWriterOptions): HarWriter {
  const masker = createExchangeMasker(undefined, merchants);
  const notJudged = new Map<string, number>();
  /** From the clock that orders exchanges to milliseconds since 1970. */
  let offset: number | undefined;
  /** Counts an exchange that is not recorded, to say so at the end of the file. */
  const count = (why: string) => void notJudged.set(why, (notJudged.get(why) ?? 0) + 1);
  const file = createHarFile(path, {
    ...options,
    tail() {
      const list = [...notJudged].map(([why, count]) => ({ why, count }));

      return list.length > 0 ? { _tollgate: { notJudged: list } } : {};
    },
  });
  const entryOf = (whole: Exchange) => {
    const exchange = withoutLongBodies(whole);
    const { startedAt, duration, endedAt, service = '' } = exchange;
    offset ??= startedAt + duration - endedAt;
    const masked = { ...masker.exchange(exchange), service: masker.address(service) };

    return toEntry(masked, offset + endedAt - duration);
  };

  return {
    ...file,
    write(event) {
      if (event.kind === 'not-judged') return count(event.why);
      try {
        if (!file.append(() => entryOf(event.exchange))) count('the disk was too slow to record it');
      } catch {
        count('it could not be masked');
      }
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

function create(path: string, beginning: Buffer, ending: Buffer): number {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, Buffer.concat([beginning, ending]), 0, undefined, 0);

    return file;
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
