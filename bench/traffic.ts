/** How fast `check-traffic` reads and judges a HAR file, and how much memory it takes. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HERE, run } from '../build/processes.ts';
import type { TrafficReport } from '../conformance/report/report.ts';
import {
  atLeast,
  atMost,
  type Benchmark,
  inTurns,
  type Measured,
  MIB,
  median,
  show,
  showTarget,
  type Table,
  tableOf,
} from './harness.ts';

/** On one core, and in MiB, whatever the size of the file. */
const PER_SECOND = atLeast(30_000);
const MOST_MEMORY = atMost(300);

const WORKER = fileURLToPath(import.meta.resolve('./traffic-worker.ts'));

/** The figures that a process prints after it has read a file. */
interface ReadingFigures {
  readonly exchanges: number;
  /** Processor time of all threads. */
  readonly seconds: number;
  /** The highest resident memory, in bytes. */
  readonly most: number;
}

type Work = Measured<ReadingFigures> & { readonly bytes: number };

export const checkTraffic: Benchmark = async ({ pace, folder, progress }) => {
  const works: Work[] = [];
  const path = join(folder, 'traffic.har');
  for (const bytes of pace.traffic) {
    progress(`writing ${show(bytes / 1e6)} MB`);
    const count = await writeTraffic(path, bytes);
    const subjects = [
      { name: 'read', work: () => read(path) },
      { name: 'judged', work: () => judge(path) },
    ];
    for (const measured of await inTurns(subjects, pace.rounds, progress, ({ work }) => work())) {
      const wrong = measured.figures.find(({ exchanges }) => exchanges !== count);
      if (wrong !== undefined) throw new Error(`expected ${count} exchanges, got ${wrong.exchanges}`);
      works.push({ ...measured, bytes });
    }
  }

  return trafficTable(works);
};

async function read(path: string): Promise<ReadingFigures> {
  return lastLineOf((await run(HERE, [process.execPath, WORKER, 'read', path])).out);
}

/** Runs the command as a user does. */
async function judge(path: string): Promise<ReadingFigures> {
  const report = `${path}.json`;
  const { out } = await run(HERE, [process.execPath, WORKER, 'judge', path, '--report', `json=${report}`]);
  const { exchanges, verdict }: TrafficReport = JSON.parse(readFileSync(report, 'utf8'));
  if (verdict !== 'conformant') throw new Error(`expected traffic that is conformant, got ${verdict}`);

  return { ...lastLineOf(out), exchanges: exchanges.calculateFee + exchanges.attachSale };
}

function lastLineOf(out: string): ReadingFigures {
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
}

export function trafficTable(works: readonly Work[]): Table {
  const rateOf = ({ figures }: Work) => median(figures.map(({ exchanges, seconds }) => exchanges / seconds));
  const mostOf = ({ figures }: Work) => Math.max(...figures.map(({ most }) => most)) / MIB;

  return tableOf(
    'check-traffic: exchanges per second of a HAR file, read only and judged on both sides, and the memory used',
    works,
    [
      ['file MB', ({ bytes }) => show(bytes / 1e6)],
      ['exchanges', ({ figures }) => show(figures[0]?.exchanges ?? 0)],
      ['work', ({ name }) => name],
      ['a second', (row) => show(rateOf(row))],
      ['target', (row) => showTarget(PER_SECOND, rateOf(row))],
      ['most MiB', (row) => show(mostOf(row))],
      ['target', (row) => showTarget(MOST_MEMORY, mostOf(row))],
    ],
    [
      'Each row is a process of its own. The rate is per second of processor time of all threads, which other load disturbs less than the clock.',
      'read: the reader alone; judged: the whole command, which also reads.',
      'Entries of 1.5 KB, as a browser writes them: carts of four merchants, each priced twice and sold; one in ten is refused.',
    ],
  );
}

/** Writes a HAR file as a browser does. @returns how many exchanges it has */
async function writeTraffic(path: string, bytes: number): Promise<number> {
  const file = createWriteStream(path);
  file.write('{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"entries":[');
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

const TOKENS = ['one', 'two', 'three', 'four'].map((merchant) =>
  ['{"alg":"HS256","typ":"JWT"}', `{"merchant":"${merchant}","iat":1760000000}`, 'signature '.repeat(4)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.'),
);

/** How many carts shop at the same time, in how many steps, and one cart in how many is refused. */
const [CARTS, STEPS, REFUSED] = [20, 3, 10];

/** The steps of a cart are 60 ms apart, so that each call ends before the next one starts. */
function callOf(count: number) {
  const step = Math.floor(count / CARTS) % STEPS;
  const cart = Math.floor(count / (CARTS * STEPS)) * CARTS + (count % CARTS);
  const sTxId = hash('md5', String(cart));
  const sent = { amount: 10 + (count % 1000) / 100, nicn: '424242', region: 'AZ' };
  const answered = { transactionFee: 0.5, sTxId, message: 'ok' };
  const call = { token: TOKENS[cart % TOKENS.length], path: '/v1/ch', status: 200, sent, answered };
  if (cart % REFUSED === 0) return { ...call, status: 400, answered: { message: 'No fee for this region.' } };
  if (step === 0) return { ...call, sent: { ...sent, mTxId: `order-${cart}` } };
  if (step === 1) return { ...call, sent: { ...sent, sTxId } };

  return {
    ...{ ...call, path: '/v1/ch/sale' },
    ...{ sent: { sTxId, authCode: '123456' }, answered: { sTxId, message: 'ok' } },
  };
}

function entryOf(count: number): object {
  const { token, path, status, sent, answered } = callOf(count);
  const [text, answer] = [JSON.stringify(sent), JSON.stringify(answered)];
  const time = 1 + ((count * 7) % 50);
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const headers = (own: Readonly<Record<string, string>>) =>
    Object.entries(own).map(([name, value]) => ({ name, value }));

  return {
    ...{ _initiator: { type: 'script' }, _priority: 'High', _resourceType: 'fetch' },
    startedDateTime: new Date(1_760_000_000_000 + count * 3).toISOString(),
    time,
    request: {
      ...{ ...message, method: 'POST', url: `https://fees.example.com/base${path}`, queryString: [] },
      headers: headers({
        Host: 'fees.example.com',
        'Content-Type': 'application/json',
        'Content-Length': `${text.length}`,
        'X-Requested-With': 'xhr',
        Authorization: `Bearer ${token}`,
        'User-Agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        Accept: '*/*',
      }),
      ...{ bodySize: text.length, postData: { mimeType: 'application/json', text } },
    },
    response: {
      ...{ ...message, status, statusText: status === 200 ? 'OK' : 'Bad Request', redirectURL: '' },
      headers: headers({ 'Content-Type': 'application/json', Date: 'Mon, 23 Nov 2026 10:00:00 GMT' }),
      content: { size: answer.length, mimeType: 'application/json', text: answer },
      ...{ bodySize: answer.length, _transferSize: 300 },
    },
    cache: {},
    timings: { blocked: 0.4, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: time - 1, receive: 0.5 },
  };
}
