/** What a client or a service sends costs the mock and the judges a bounded memory and time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createTrafficJudge } from '../../conformance/traffic/check-traffic.ts';
import { createMock } from '../../src/mock/index.ts';
import { maskAddresses, maskBodyText, maskIdentifier, maskQuery, maskText } from '../../src/text/mask.ts';
import { listenRaw, OK } from '../proxy/wire.ts';
import { asking, BASELINE, FEE, posting, SALE } from '../support/ask-mock.ts';
import { fileWriter, ownFolder, temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { ok, tell } from '../support/traffic-source.ts';
import { startHere, tollgateHere, watch } from './command.ts';

const MEBIBYTE = 2 ** 20;

it('the transactions of all worlds together have a budget: the oldest go, and the process warns once', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  await using mock = await createMock({ journal: 0 });
  const ask = asking(mock);
  const open = (path: string, mTxId: string) => ask(`${path}${FEE}`, { ...BASELINE, mTxId });
  const sell = async (path: string, mTxId: string) => (await ask(`${path}${SALE}`, { mTxId })).status;
  await open('', 'first');
  await open('/w/a', 'first');
  await open('/w/b', 'in use');
  for (let count = 0; count < 150; count += 1) {
    await open(count % 2 === 0 ? '' : '/w/c', `${count}`.padEnd(MEBIBYTE - 200, 'x'));
    if (count === 100) expect(await sell('/w/b', 'in use')).toBe(200);
  }

  expect(await Promise.all([sell('', 'first'), sell('/w/a', 'first')])).toEqual([422, 422]);
  expect(await sell('/w/b', 'in use')).toBe(200);
  expect(await sell('/w/c', '149'.padEnd(MEBIBYTE - 200, 'x'))).toBe(200);
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/transactions in memory exceed 256 MiB/)]]);
});

it.each([
  ['transactions of a mebibyte', 700, 2 ** 20 - 200, () => ''],
  ['transactions of a mebibyte in 400 worlds', 700, 2 ** 20 - 200, (count: number) => `/w/w${count % 400}`],
  ['thousands of worlds with long identifiers', 6000, 60_000, (count: number) => `/w/w${count % 4000}`],
])('a heap of 512 MiB bears %s', async (_name, calls, length, world) => {
  const main = join(ROOT, 'cli/tollgate.js');
  await using mock = watch(
    spawn(process.execPath, ['--max-old-space-size=512', main, 'mock', '--port', '0']),
  );
  const [, url = '', token = ''] =
    /(http:\S+\d)[\s\S]*Bearer ([\w.-]+)/.exec(await mock.printed(/Bearer [\w.-]+/)) ?? [];
  const post = posting(url, token);
  let last = 0;
  const send = async () => {
    while (last < calls) {
      last += 1;
      const mTxId = `${last}`.padEnd(length, 'x');
      const { status } = await post(`${world(last)}${FEE}`, { ...BASELINE, mTxId });
      expect(status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));

  expect((await fetch(`${url}/_tollgate/health`)).status).toBe(200);
  expect(await mock.end('SIGTERM')).toBe(0);
});

// A body of a mebibyte costs the proxy little, whatever its characters.

const GROUPS = ['4 2 ', '4 0 0 0-', '3782-822463-10005.'];

/** In milliseconds of one processor, for all bodies: many times what they take. */
const MOST = 6_000;

test('bodies of digits and separators pass the proxy, and are judged and recorded', async () => {
  await using service = await listenRaw(() => OK);
  const recording = join(ownFolder(), 'traffic.har');
  await using proxy = startHere(['proxy', '--port', '0', '--to', service.url, '--record', recording]);
  const [, url = ''] = /tollgate proxy: (\S+) forwards/.exec(await proxy.printed(/forwards to/)) ?? [];
  const before = process.cpuUsage();
  for (const group of GROUPS) {
    const text = group.repeat(MEBIBYTE / group.length).slice(0, MEBIBYTE - 200);
    const body = { amount: 10, nicn: '555555', region: '85004', data: [text] };
    await (await posting(url, 'a.b.c')(FEE, body)).text();
  }
  await expect
    .poll(
      async () => ((await (await fetch(`${url}/_tollgate/verdict`)).json()) as { requests: number }).requests,
    )
    .toBe(GROUPS.length);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST);
  expect(await proxy.end('SIGTERM')).not.toBe(4);
});

// Long files of another party cost the command line little, whatever their form.

const save = fileWriter(temporaryFolder());

describe('a file of 20,000 lines', () => {
  const lines = (line: (index: number) => string) =>
    Array.from({ length: 20_000 }, (_, at) => line(at)).join('\n');
  /** Seconds of the processor: others may use the machine, too. */
  const cost = async (args: readonly string[]) => {
    const before = process.cpuUsage();
    const { code, problem } = await tollgateHere(args);
    const { user } = process.cpuUsage(before);

    return { code, problem, seconds: user / 1e6 };
  };

  it('takes no longer as a mapping than as a list', async () => {
    const list = save(
      'list.yaml',
      lines((at) => `- k${at}`),
    );
    const mapping = save(
      'mapping.yaml',
      lines((at) => `k${at}: 1`),
    );
    const ofList = await cost(['conform', '--deployment', list]);
    const ofMapping = await cost(['conform', '--deployment', mapping]);

    expect([ofList.code, ofMapping.code]).toEqual([2, 2]);
    expect(ofMapping.problem.split('\n').length).toBeLessThan(30);
    expect(ofMapping.problem).toContain('and 19980 more');
    expect(ofMapping.seconds).toBeLessThan(5 * ofList.seconds + 1);
  });

  it('takes no longer as waivers', async () => {
    const day = ['- rule: nicn/refuses-non-digits', '  reason: known', '  until: 2027-01-31'].join('\n');
    const few = save('few.yaml', day);
    const many = save(
      'many.yaml',
      lines((at) => `${day}\n  shape: number ${at}`),
    );
    const judge = ['conform', '--mock', '--only', 'nicn/refuses-non-digits', '--waivers'];
    const ofFew = await cost([...judge, few]);
    const ofMany = await cost([...judge, many]);

    expect([ofFew.code, ofMany.code]).toEqual([1, 1]);
    expect(ofMany.seconds).toBeLessThan(ofFew.seconds + 15);
  });
});

it('keeps what Node compiled of a mock that is killed, so that the next one starts quickly', async () => {
  const folder = ownFolder();
  const mock = spawn(process.execPath, [join(ROOT, 'cli/tollgate.js'), 'mock', '--port', '0'], {
    // The tests share a cache in another folder.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(mock, 'exit');
  onTestFinished(() => void mock.kill('SIGKILL'));
  await once(mock.stdout, 'data');
  const compiled = () => readdirSync(folder, { recursive: true }).length;

  await expect.poll(compiled, { timeout: 30_000, interval: 200 }).toBeGreaterThan(100);
  mock.kill('SIGKILL');

  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(compiled()).toBeGreaterThan(100);
});

// The memory of a judge of traffic, over more transactions than it keeps.

test('memory stays flat over many transactions', () => {
  const judgeOf = createTrafficJudge({ target: 'recording' });
  const [first, update, sale] = tell(({ fee, sale }) => {
    fee({ ...BASELINE, mTxId: 'order-0' }, ok('s-0'));
    fee({ ...BASELINE, amount: 20, sTxId: 's-0' }, ok('s-0'));
    sale({ sTxId: 's-0', authCode: 'A1' }, { sTxId: 's-0' });
  });
  if (first === undefined || update === undefined || sale === undefined) throw new Error('no events');
  const sizes: number[] = [];
  let now = first.exchange.endedAt;
  for (let n = 0; n < 24_000; n++) {
    for (const event of [first, update, sale]) {
      const { exchange } = event;
      const rename = (body: string) => body.replaceAll('s-0', `s-${n}`).replaceAll('order-0', `order-${n}`);
      now += 10;
      judgeOf.observe({
        ...event,
        exchange: {
          ...exchange,
          ...{ id: `x-${now}`, endedAt: now, duration: 1 },
          request: { ...exchange.request, body: rename(exchange.request.body ?? '') },
          response: { ...exchange.response, body: rename(exchange.response.body) },
        },
      });
    }
    if (n === 10_000 || n === 23_999) sizes.push(liveMebibytes());
  }
  const [early = 0, late = 0] = sizes;

  expect(judgeOf.report().verdict).toBe('conformant');
  expect(late - early).toBeLessThan(20);
});

/** The heap after a full garbage collection. */
function liveMebibytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();

  return process.memoryUsage().heapUsed / 1024 / 1024;
}

// No text takes masking a time that grows faster than its length.

describe('the time of masking', () => {
  it.each([
    '"eyJ-',
    'eyJaaaa.',
    'eyJaaaa',
    '1 ',
    '4,',
    '4x',
    '%34',
    '"a":',
    '"cardToken" ',
    'cardToken:',
    '\\"',
    'a',
    'a:',
    '4a4a4a4a4a4a4a4a-',
    '=',
    '٤',
    '%2520',
    '%25',
    'a%3D',
    'token=',
    '"token":{',
    '\\\\"token\\\\":\\\\"',
    'Bearer ',
    'Bearer a1',
    '//a',
    '@',
    'a=(a ',
    '?key=(a ',
    'nicn=',
    '&',
  ])('grows no faster than a text of %j', (unit) => {
    const text = unit.repeat(Math.ceil(400_000 / unit.length));
    const begin = process.cpuUsage();
    for (const mask of [maskText, maskBodyText, maskQuery, maskIdentifier, maskAddresses]) mask(text);
    const { user } = process.cpuUsage(begin);

    // The patterns of before took minutes for it.
    expect(user).toBeLessThan(10_000_000);
  });
});
