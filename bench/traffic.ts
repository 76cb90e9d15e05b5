/** How fast `check-traffic` judges a HAR file, and how much memory it takes. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HERE, run } from '../build/processes.ts';
import type { TrafficReport } from '../conformance/report/report.ts';
import { type Benchmark, inTurns, median, show, tableOf } from './harness.ts';

const USAGE = import.meta.resolve('./usage.ts');

interface Work {
  readonly perSecond: number;
  /** The highest resident memory, in MiB. */
  readonly most: number;
}

export const checkTraffic: Benchmark = async ({ pace, folder, progress }) => {
  const files = pace.traffic.map((bytes) => ({ name: `${show(bytes / 1e6)} MB`, bytes }));
  const path = join(folder, 'traffic.har');
  const works = await inTurns(files, pace.rounds, progress, async ({ bytes }) =>
    judge(path, await writeTraffic(path, bytes)),
  );

  return tableOf(
    `check-traffic: exchanges per second of a HAR file, judged on both sides, and the memory used, median of ${pace.rounds} rounds`,
    works,
    [
      ['file', ({ name }) => name],
      ['a second', ({ figures }) => show(median(figures.map(({ perSecond }) => perSecond)))],
      ['most MiB', ({ figures }) => show(Math.max(...figures.map(({ most }) => most)))],
    ],
    [
      'The rate is per second of processor time of all threads, which other load disturbs less than the clock.',
      'Entries of 1.5 KB, as a browser writes them: carts of four merchants, each priced twice and sold; one in ten is refused.',
      'To reach: 30,000 a second, in at most 300 MiB whatever the size of the file.',
    ],
  );
};

/** Runs the command as a user does. @throws where it does not judge all exchanges, or not as conformant */
async function judge(path: string, count: number): Promise<Work> {
  const report = `${path}.json`;
  const command = ['cli/tollgate.js', 'check-traffic', path, '--report', `json=${report}`];
  const { out } = await run(HERE, [process.execPath, '--import', USAGE, ...command]);
  const { exchanges, verdict }: TrafficReport = JSON.parse(readFileSync(report, 'utf8'));
  const judged = exchanges.calculateFee + exchanges.attachSale;
  if (verdict !== 'conformant' || judged !== count)
    throw new Error(`expected ${count} exchanges that are conformant, got ${judged}: ${verdict}`);
  const { seconds, most } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');

  return { perSecond: count / seconds, most };
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
