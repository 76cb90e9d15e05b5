/** An integrator tests a client against other vendors' choices: --choose, --like, --grease, --lenient. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { startHere, tollgateHere } from './command.ts';

/** Sends a fee call with the token that the mock printed. */
async function ask(welcome: string, body: object, headers: Record<string, string> = {}) {
  const token = /TOLLGATE_TOKEN=(\S+)/.exec(welcome)?.[1] ?? '';
  const url = /listens on (\S+)/.exec(welcome)?.[1] ?? '';
  const answer = await fetch(`${url}/v1/ch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  });

  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const BODY = { region: '85004', nicn: '424242', amount: 100 };
const XHR = { 'x-requested-with': 'xhr' };

test('--like takes the choices of a report, and --choose takes precedence', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'report.json');
  await using vendor = await startMock({ choices: { 'success-status': '201', 'sale-status': '202' } });
  const judged = await tollgateHere(
    ['conform', vendor.url, '--effort', 'quick', '--report', `json=${path}`],
    {
      TOLLGATE_TOKEN: vendor.token(),
    },
  );
  await using mock = startHere([
    'mock',
    '--port',
    '0',
    '--like',
    path,
    '--choose',
    'sale-status=200',
    '--choose',
    'number-form=two-decimals',
  ]);
  const welcome = await mock.printed(/Ctrl-C/);
  const answer = await ask(welcome, BODY, XHR);

  expect(judged.code).toBe(0);
  expect(welcome).toMatch(/^choices: success-status=201, number-form=two-decimals$/m);
  expect(answer.status).toBe(201);
  expect(answer.text).toContain('"transactionFee":2.43,');
});

test('a greased mock prints its seed, and names in each response what it randomised', async () => {
  await using mock = startHere(['mock', '--port', '0', '--grease']);
  const welcome = await mock.printed(/Ctrl-C/);
  const seed = /--grease (\d+) repeats it/.exec(welcome)?.[1] ?? '';
  await using again = startHere(['mock', '--port', '0', '--grease', seed]);
  const second = await again.printed(/Ctrl-C/);

  for (let count = 0; count < 10; count += 1) {
    const [one, other] = [await ask(welcome, BODY, XHR), await ask(second, BODY, XHR)];

    expect(one.status).toBe(other.status);
    expect(one.headers.get('tollgate-choices')).toBe(other.headers.get('tollgate-choices'));
  }
});

test('a lenient mock accepts what a strict one refuses, and reports it', async () => {
  await using mock = startHere(['mock', '--port', '0', '--lenient']);
  const answer = await ask(await mock.printed(/Ctrl-C/), { ...BODY, country: 'US' });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('tollgate-violations')).toBe(
    'header X-Requested-With, /country (country/refuses-unknown)',
  );
});

test.each([
  [['--choose', 'refusl=html'], 'Did you mean refusal?'],
  [['--like', 'nowhere.json'], '--like: nowhere.json cannot be read (ENOENT)'],
  [['--grease', 'much'], '--grease: expected a whole number from 0 to 2147483647, got much'],
  [['--static', '--lenient'], '--static: expected no --lenient beside it'],
  [['--static', '--grease'], '--static: expected no --grease beside it'],
])('mock %j is wrong usage: exit 2, and how to fix it', async (args, message) => {
  const { code, out, problem } = await tollgateHere(['mock', ...args]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(problem).toContain(message);
});

test('the help lists every choice with its options', async () => {
  const { out } = await tollgateHere(['mock', '--help']);

  expect(out).toMatch(/^ {2}refusal {2,}problem, json, html, empty, 2xx-message/m);
});
