/** `tollgate check-traffic` as users call it: findings of either side, options, files that cannot be read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { REPORT_KINDS } from '../../conformance/report/report.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import { startMock } from '../../src/mock/index.ts';
import { fileWriter, temporaryFolder } from '../support/folders.ts';
import { recordMock } from '../support/traffic-source.ts';
import { toHar } from '../traffic/shop.ts';
import { tollgateHere } from './command.ts';

const folder = temporaryFolder();
const saved = fileWriter(folder);
let sound: string;
beforeAll(async () => {
  sound = saved('sound.har', await recordShop());
});

const pairs = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));

/** As a browser exports them, unmasked. @param without a request header that the export leaves out */
function harText(
  events: readonly SeenExchange[],
  { without = '', service = 'https://fees.example.com' } = {},
) {
  return toHar(
    events.map(({ exchange: { request, response, startedAt, duration } }) => ({
      startedDateTime: new Date(startedAt).toISOString(),
      time: duration,
      request: {
        ...{ method: request.method, url: new URL(service + request.url).href },
        headers: pairs(request.headers).filter(({ name }) => name !== without),
        postData: { mimeType: 'application/json', text: request.body },
      },
      response: {
        ...{ status: response.status, headers: pairs(response.headers) },
        content: { mimeType: 'application/json', text: response.body },
      },
    })),
    'WebInspector',
  );
}

const BODY = { nicn: '424242', region: '85004' };

/** An ordinary shop: it prices, prices again and sells, several times. */
async function recordShop(options: Parameters<typeof startMock>[0] = {}): Promise<string> {
  await using mock = await startMock(options);
  const { fee, sale, events } = recordMock(mock);
  for (const number of Array.from({ length: 6 }, (_, index) => index + 1)) {
    const { sTxId } = await fee({ ...BODY, amount: 10 * number, mTxId: `order-${number}` });
    await fee({ ...BODY, amount: 10 * number + 5, mTxId: `order-${number}` });
    await sale({ sTxId, authCode: `A${number}` });
  }

  return harText(events);
}

test('a sound service and a sound client are conformant', async () => {
  const { code, out } = await tollgateHere(['check-traffic', sound]);

  expect(out).toMatch(/^CONFORMANT {2}sound\.har\n/);
  expect(out).toContain('18 exchanges judged: 12 of /v1/ch, 6 of /v1/ch/sale');
  expect(code).toBe(0);
});

describe('a client that sends a region by its name', () => {
  let path: string;
  beforeAll(async () => {
    await using mock = await startMock();
    const { fee, events } = recordMock(mock);
    await fee({ ...BODY, amount: 10 });
    await fee({ ...BODY, amount: 10, region: 'Arizona' });
    path = saved('region.har', harText(events));
  });

  test('is nonconformant, and its service is not', async () => {
    const { code, out } = await tollgateHere(['check-traffic', path]);

    expect(out).toContain('CLIENT  NONCONFORMANT');
    expect(out).toContain('SERVICE  CONFORMANT');
    expect(out).toContain('FAIL  client-request/region-has-a-documented-form');
    expect(code).toBe(1);
  });

  test('is left out with --side service', async () => {
    const { code, out } = await tollgateHere(['check-traffic', path, '--side', 'service']);

    expect(out).not.toContain('CLIENT');
    expect(code).toBe(0);
  });

  test('is waived, and known from a baseline', async () => {
    const waivers = saved(
      'waivers.yaml',
      '- { rule: client-request/region-has-a-documented-form, reason: "release 7", until: 2099-01-31 }\n' +
        '- { rule: identity/stxid-is-unique, reason: "the other side", until: 2099-01-31 }\n',
    );
    const baseline = join(folder, 'baseline.json');
    const waived = await tollgateHere(['check-traffic', path, '--waivers', waivers]);
    await tollgateHere(['check-traffic', path, '--report', `json=${baseline}`]);
    const known = await tollgateHere(['check-traffic', path, '--baseline', baseline]);

    expect(waived).toMatchObject({ code: 0, out: expect.stringContaining('WAIVED  client-request/region') });
    expect(known).toMatchObject({ code: 0, out: expect.stringContaining('KNOWN  client-request/region') });
  });
});

test('several files are one recording, whatever their order', async () => {
  const { log } = JSON.parse(readFileSync(sound, 'utf8'));
  const part = (name: string, from: number, to?: number) =>
    saved(name, JSON.stringify({ log: { ...log, entries: log.entries.slice(from, to) } }));
  const [first, second] = [part('first.har', 0, 9), part('second.har', 7)];
  const { code, out } = await tollgateHere(['check-traffic', second, first]);

  expect(out).toContain('second.har and 1 more file');
  expect(out).toContain('18 exchanges judged');
  expect(code).toBe(0);
});

test('a recording that is cut off is judged up to there, and says so', async () => {
  const text = readFileSync(sound, 'utf8');
  const { code, out } = await tollgateHere(
    `check-traffic ${saved('cut.har', text.slice(0, text.length / 2))}`,
  );

  expect(out).toMatch(/not judged: .*cut\.har is cut off/);
  expect(out).toMatch(/[89] exchanges judged/);
  expect(code).toBe(0);
});

describe('what is no call of the API', () => {
  const entry = (method: string, url: string) => ({
    startedDateTime: '2026-11-20T10:00:00.000Z',
    time: 1,
    request: { method, url, headers: [] },
    response: { status: 200, headers: [], content: {} },
  });
  const page = Array.from({ length: 12 }, (_, at) => entry('GET', `https://cdn.example.com/${at}.js`));

  test('is counted by address beside what was judged', async () => {
    const har = JSON.parse(readFileSync(sound, 'utf8'));
    har.log.entries.push(...page, entry('GET', 'https://shop.example.com/'));
    const { code, out } = await tollgateHere(['check-traffic', saved('mixed.har', JSON.stringify(har))]);

    expect(out).toContain('18 exchanges judged');
    expect(out).toContain(
      '13 left out, which are not calls of the API: 12 of https://cdn.example.com, 1 of https://shop.example.com\n',
    );
    expect(code).toBe(0);
  });

  test('says why nothing was judged, what comes near, and what to do', async () => {
    const report = join(folder, 'near.json');
    const entries = [
      ...page,
      entry('POST', 'https://me:secret@pay.example.com/api/fees/ch?token=s3cr3tvalue'),
    ];
    const near = saved('near.har', JSON.stringify({ log: { version: '1.2', entries } }));
    const { code, out } = await tollgateHere(`check-traffic ${near} --report text --report json=${report}`);

    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'none of 13 has a path that ends in /v1/ch or /v1/ch/sale; POST /api/fees/ch of https://pay.example.com comes near: if a gateway changes paths, record behind it, or correct them in the file',
    );
    expect(JSON.parse(readFileSync(report, 'utf8')).leftOut).toEqual([
      { address: 'https://pay.example.com', count: 1, nearest: 'POST /api/fees/ch' },
      { address: 'https://cdn.example.com', count: 12 },
    ]);
    expect(out + readFileSync(report, 'utf8')).not.toMatch(/s3cr3t|me:/);
    expect(code).toBe(3);
  });
});

describe('files that cannot be judged end with 2 and one line:', () => {
  test.each([
    ['page', '<!doctype html><title>x</title>', /page\.har/],
    ['list', '[1, 2]', /list\.har/],
  ])('%s', async (name, text, said) => {
    const { code, out, problem } = await tollgateHere(['check-traffic', saved(`${name}.har`, text)]);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(problem).toMatch(said);
    expect(problem.trimEnd().split('\n')).toHaveLength(1);
    expect(problem).not.toMatch(/\bat .*\.ts:|undefined/);
  });
});

describe('wrong usage ends with 2:', () => {
  test.each([
    ['no file', '', 'file: expected one or more HAR files, such as checkout.har, got none'],
    ['a file that is not there', 'nowhere.har', 'nowhere.har: expected a HAR file, got no such file'],
    ['a folder', '.', '.: expected a HAR file, got a directory'],
    ['another side', 'FILE --side server', '--side: expected one of client, service, both, got server'],
    ['prices that are not there', 'FILE --pricing nowhere.yaml', 'nowhere.yaml'],
    ['prices that are none', 'FILE --pricing FILE', 'FILE'],
    ['a waiver of no rule', 'FILE --waivers FILE', 'FILE'],
    ['an unknown kind of report', 'FILE --report pdf', '--report: expected one of text, json'],
    ['an option of conform', 'FILE --effort deep', "unknown option '--effort'"],
    [
      'a report of a run as baseline',
      'FILE --baseline FILE',
      '--baseline: expected a report, got FILE, a recording',
    ],
  ])('%s', async (_, args, said) => {
    const { code, problem } = await tollgateHere(`check-traffic ${args.replaceAll('FILE', sound)}`);

    expect(problem).toContain(said.replace('FILE', sound));
    expect(code).toBe(2);
  });
});

describe('no output has a token or a card number', () => {
  const CARD = '4242424242424242';
  const SPACED = '4242 4242 4242 4242';
  const SECRET = 'c4n4ryS3cretValue';

  test.each(REPORT_KINDS)('%s', async (kind) => {
    await using mock = await startMock();
    const token = mock.token();
    const { fee, sale, events } = recordMock(mock);
    const headers = {
      'x-api-key': SECRET,
      cookie: `session=${SECRET}`,
      'x-card': CARD,
      [`x-${SECRET}`]: '1',
    };
    await fee({ ...BODY, nicn: CARD, amount: 10 }, { headers });
    await fee(
      { ...BODY, amount: 10, mTxId: CARD, cardToken: SECRET, data: [SPACED], cvv: '123' },
      { headers },
    );
    const { sTxId } = await fee({ ...BODY, nicn: '42424242', amount: 10, campaign: [CARD] });
    await fee(`{"amount": 1, "nicn": "${CARD}`);
    await fee({ ...BODY, amount: 10 }, { headers: { authorization: `Basic ${SECRET}` } });
    await sale({ sTxId, authCode: CARD, password: SECRET });
    const secretive = events.map((event, index) =>
      index > 2
        ? event
        : {
            ...event,
            exchange: {
              ...event.exchange,
              request: { ...event.exchange.request, url: `/v1/ch?access_token=${token}&card=${CARD}` },
              response: {
                status: index === 2 ? 500 : 200,
                headers: {
                  ...event.exchange.response.headers,
                  'set-cookie': `s=${SECRET}`,
                  'content-type': `text/${CARD}`,
                },
                body: JSON.stringify({
                  transactionFee: '1',
                  sTxId: CARD,
                  message: SPACED,
                  token: SECRET,
                  authorization: token,
                  detail: `at f (/srv/a.js:1:2) ${CARD} ${token}`,
                }),
              },
            },
          },
    );
    const path = saved(
      'canary.har',
      harText(secretive, { service: `https://user:${SECRET}@fees.example.com/${CARD}` }),
    );
    const { code, out, problem } = await tollgateHere(['check-traffic', path, '--report', kind]);

    expect(code).toBe(1);
    for (const canary of [CARD, SPACED, token, SECRET]) expect(out + problem).not.toContain(canary);
  });
});
