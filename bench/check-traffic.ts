/** How fast recorded traffic is read, and in how much memory, however large the file is. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import { median, show } from './figures.ts';
import type { Table } from './table.ts';
import { atLeast, atMost, showTarget } from './target.ts';

const MIB = 1024 * 1024;

/** On one core. */
const PER_SECOND = atLeast(30_000);
/** In MiB, whatever the size of the file. */
const MOST_MEMORY = atMost(300);

const READ = fileURLToPath(import.meta.resolve('./read-traffic.ts'));

/** What a process says that read a file. */
interface Reading {
  readonly exchanges: number;
  /** Processor time. */
  readonly seconds: number;
  /** Resident memory at its highest, in bytes. */
  readonly most: number;
}

export interface TrafficFile {
  readonly bytes: number;
  readonly readings: readonly Reading[];
}

export const checkTraffic: Benchmark = {
  name: 'check-traffic',
  runs: 'always',

  async run({ pace, processes, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-traffic-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    try {
      const files: TrafficFile[] = [];
      for (const bytes of pace.traffic.bytes) {
        const path = join(folder, 'traffic.har');
        progress(`check-traffic: writing ${show(bytes / 1e6)} MB`);
        const count = await writeTraffic(path, bytes);
        const readings: Reading[] = [];
        for (let round = 0; round < pace.rounds; round++) {
          progress(`check-traffic: reading ${show(bytes / 1e6)} MB`);
          const { out } = await processes.run([READ, path]);
          readings.push(JSON.parse(out));
        }
        if (readings.some(({ exchanges }) => exchanges !== count))
          throw new Error(
            `expected ${count} exchanges, got ${readings.map(({ exchanges }) => exchanges).join()}`,
          );
        files.push({ bytes, readings });
      }

      return trafficTable(files);
    } finally {
      remove();
      process.off('exit', remove);
    }
  },
};

export function trafficTable(files: readonly TrafficFile[]): Table {
  return {
    title: 'check-traffic: exchanges read from a HAR file on one core, and the memory that takes',
    columns: ['file MB', 'exchanges', 'a second', 'target', 'most MiB', 'target'],
    rows: files.map(({ bytes, readings }) => {
      const rate = median(readings.map(({ exchanges, seconds }) => exchanges / seconds));
      const most = Math.max(...readings.map((reading) => reading.most)) / MIB;

      return [
        show(bytes / 1e6),
        show(readings[0]?.exchanges ?? 0),
        show(rate),
        showTarget(PER_SECOND, rate),
        show(most),
        showTarget(MOST_MEMORY, most),
      ];
    }),
    notes: [
      'Each in a process of its own; the rate is by processor time, which other load disturbs less than the clock.',
      'Entries of 1.5 KB, as a browser writes them: fee calls in the order of their start, which take 1 to 50 ms.',
    ],
  };
}

/** @returns how many exchanges the file has */
async function writeTraffic(path: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  file.write(
    '{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[',
  );
  let count = 0;
  for (let written = 0; written < bytes; count++) {
    const entry = `${count === 0 ? '' : ','}${JSON.stringify(entryOf(count))}`;
    written += entry.length;
    if (!file.write(entry)) await once(file, 'drain');
  }
  file.end(']}}');
  await once(file, 'finish');

  return count;
}

const TOKEN = [
  '{"alg":"HS256","typ":"JWT"}',
  '{"merchant":"one","iat":1760000000}',
  'a signature of 32 bytes, no less',
]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

function entryOf(count: number): object {
  const text = JSON.stringify({
    amount: 10 + (count % 1000) / 100,
    nicn: '424242',
    region: 'AZ',
    mTxId: `order-${count}`,
  });
  const answer = JSON.stringify({
    transactionFee: 0.5,
    sTxId: count.toString(16).padStart(32, '0'),
    message: 'ok',
  });
  const time = 1 + ((count * 7) % 50);
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };

  return {
    _initiator: { type: 'script' },
    _priority: 'High',
    _resourceType: 'fetch',
    startedDateTime: new Date(1_760_000_000_000 + count * 3).toISOString(),
    time,
    request: {
      ...message,
      method: 'POST',
      url: 'https://fees.example.com/base/v1/ch',
      headers: headersOf({
        Host: 'fees.example.com',
        'Content-Type': 'application/json',
        'Content-Length': `${text.length}`,
        'X-Requested-With': 'xhr',
        Authorization: `Bearer ${TOKEN}`,
        'User-Agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        Accept: '*/*',
      }),
      queryString: [],
      bodySize: text.length,
      postData: { mimeType: 'application/json', text },
    },
    response: {
      ...message,
      status: 200,
      statusText: 'OK',
      headers: headersOf({ 'Content-Type': 'application/json', Date: 'Mon, 23 Nov 2026 10:00:00 GMT' }),
      content: { size: answer.length, mimeType: 'application/json', text: answer },
      redirectURL: '',
      bodySize: answer.length,
      _transferSize: 300,
    },
    cache: {},
    timings: { blocked: 0.4, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: time - 1, receive: 0.5 },
  };
}

function headersOf(headers: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
