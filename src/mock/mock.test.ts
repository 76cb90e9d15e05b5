import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, headersFor, problemOf, SALE } from '../../test/support/ask-mock.ts';
import { parseMerchants } from '../engine/index.ts';
import { type Ledger, LedgerError } from '../ledger/ledger.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { createMock, type RunningMock, startMock } from './index.ts';
import { parseMockFile, shippedMerchants } from './read-merchants.ts';
import { SHIPPED_SCENARIOS } from './worlds/scenario.ts';

async function post(mock: RunningMock, path: string, body: unknown) {
  const answer = await request(`${mock.url}${path}`, {
    method: 'POST',
    headers: headersFor(mock.token()),
    body: JSON.stringify(body),
  });

  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

describe('a mock over HTTP', () => {
  it('names every answer, each by another name', async () => {
    await using mock = await startMock();
    const answers = await Promise.all([1, 2, 3].map(() => request(mock.url)));
    const names = answers.map(({ headers }) => headers['request-id']);
    await Promise.all(answers.map(({ body }) => body.dump()));

    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => typeof name === 'string' && name !== '')).toBe(true);
  });

  it('ends at once, though a client keeps its connection open', async () => {
    const mock = await startMock();
    const { port, hostname } = new URL(mock.url);
    const socket = connect(Number(port), hostname);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    const start = performance.now();
    await mock.close();
    await ended;

    // Idle connections are kept for 72 seconds.
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('may be closed twice', async () => {
    await using mock = await startMock();
    await mock.close();
  });

  it('says so where its port or host is taken or impossible', async () => {
    await using mock = await startMock();
    const port = Number(new URL(mock.url).port);

    await expect(startMock({ port })).rejects.toMatchObject({ name: 'MockError', code: 'address-in-use' });
    await expect(startMock({ port: 70_000 })).rejects.toMatchObject({ code: 'address-unavailable' });
    await expect(startMock({ host: '192.0.2.1' })).rejects.toMatchObject({ code: 'address-unavailable' });
  });
});

describe('a mock whose onBug fails', () => {
  const failure = new Error('asked for');

  it.each([
    [
      'throws',
      () => {
        throw failure;
      },
    ],
    ['rejects', () => Promise.reject(failure)],
  ])('answers all the same: it %s', async (_name, onBug) => {
    const ledger = { ...createMemoryLedger(), record: () => Promise.reject(failure) };
    await using mock = await createMock({ ledger, onBug });

    expect((await asking(mock)(FEE, BASELINE)).status).toBe(500);
  });
});

describe('a mock that listens', () => {
  it('shows its merchants and the faults of its worlds as they are now', async () => {
    await using mock = await startMock();
    const before = mock.merchants;
    const world = mock.world('cart');
    world.faults.add('503');
    const file =
      'merchants: { new: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }] } }';
    await mock.useMerchants(parseMerchants(file, 'example'));

    expect([before, mock.merchants]).toEqual([['one', 'several'], ['new']]);
    expect([world.faults.list().length, mock.faults.list().length]).toEqual([1, 0]);
    expect(world.url).toBe(`${mock.url}/w/cart`);
  });
});

describe('two mocks in one process', () => {
  it('know nothing of each other', async () => {
    await using one = await startMock();
    await using other = await startMock();
    const { body } = await post(one, FEE, { ...BASELINE, mTxId: 'order-1' });

    expect((await post(one, SALE, { mTxId: 'order-1' })).status).toBe(200);
    expect((await post(other, SALE, { mTxId: 'order-1' })).status).toBe(422);
    expect((await post(other, SALE, { sTxId: body['sTxId'] })).status).toBe(422);
  });

  it('are one service where they share a ledger', async () => {
    const ledger = createMemoryLedger();
    await using one = await createMock({ ledger });
    await using other = await createMock({ ledger });
    await asking(one)(FEE, { ...BASELINE, mTxId: 'order-1' });

    expect((await asking(other)(SALE, { mTxId: 'order-1' })).status).toBe(200);
  });
});

describe('the merchant', () => {
  it('is the one that the token names', async () => {
    await using mock = await createMock();

    expect((await asking(mock, 'one')(FEE, BASELINE)).status).toBe(200);
    expect((await asking(mock, 'several')(FEE, BASELINE)).status).toBe(422);
    expect((await asking(mock, 'several')(FEE, { ...BASELINE, processor: 'beta' })).status).toBe(200);
  });

  it('finds nothing of another merchant', async () => {
    await using mock = await createMock();
    const { sTxId } = fieldsOf(await asking(mock, 'one')(FEE, { ...BASELINE, mTxId: 'order-1' }));

    expect((await asking(mock, 'several')(SALE, { sTxId })).status).toBe(422);
    expect((await asking(mock, 'several')(SALE, { mTxId: 'order-1' })).status).toBe(422);
  });

  it('comes from a file that can be read', async () => {
    await expect(createMock({ merchants: '/nowhere/merchants.yaml' })).rejects.toMatchObject({
      code: 'merchants-unreadable',
      message: expect.stringContaining('/nowhere/merchants.yaml'),
    });
    await expect(createMock({ merchants: import.meta.filename })).rejects.toMatchObject({
      code: 'merchants-unreadable',
    });
    await expect(createMock({ merchants: [] })).rejects.toMatchObject({ code: 'merchants-unreadable' });
  });
});

describe('a body', () => {
  it('may repeat a name: the last one counts, and only that', async () => {
    await using mock = await createMock();
    const body = '{"amount":"no","nicn":"424242","region":"85004","amount":100}';

    expect((await asking(mock)(FEE, body)).status).toBe(200);
  });

  it('may name __proto__ and constructor, which change nothing', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const fields = '"amount":100,"nicn":"424242","region":"85004"';

    expect((await ask(FEE, `{"__proto__":{${fields}},"constructor":{"prototype":{${fields}}}}`)).status).toBe(
      422,
    );
    expect((await ask(FEE, `{${fields},"__proto__":{"processor":"unknown","sTxId":"unknown"}}`)).status).toBe(
      200,
    );
    expect((await ask(FEE, '{}')).status).toBe(422);
  });

  it('may come with a charset', async () => {
    await using mock = await createMock();
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };

    expect((await asking(mock)(FEE, BASELINE, headers)).status).toBe(200);
  });
});

describe('an option that is null', () => {
  const NULLS = { control: null, faults: null, faultSeed: null, host: null } as object;

  it('has its default: control routes for this machine alone', async () => {
    await using mock = await startMock(NULLS);
    const { statusCode, body } = await request(`${mock.url}/_tollgate/clock`, {
      headers: { host: 'shop.example' },
    });
    await body.dump();

    expect([statusCode, new URL(mock.url).hostname]).toEqual([403, '127.0.0.1']);
  });
});

it.each([
  [
    { unknownOption: 1 },
    /^startMock: expected the options of a mock, got unknownOption\. There are merchants,/,
  ],
  [{ defect: ['nicn/refuses-non-digits'] }, /got defect\. Did you mean defects\?$/],
  [{ jwtsecret: 'x' }, /got jwtsecret\. Did you mean jwtSecret\?$/],
])('an option that no mock has is refused by its name: %j', async (options, said) => {
  await expect(startMock(options as object)).rejects.toMatchObject({
    code: 'unknown-option',
    message: expect.stringMatching(said),
  });
});

it('a mock that does not listen has no port', async () => {
  await expect(createMock({ port: 4010 } as object)).rejects.toThrow(
    'createMock: expected the options of a mock, got port. ',
  );
});

const SCRIPT = `
  import { createRequire } from 'node:module';
  import { startMock } from ${JSON.stringify(new URL('../../cli/index.ts', import.meta.url))};
  const mock = await startMock();
  const headers = {
    authorization: 'Bearer ' + mock.token(),
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
  };
  const body = { amount: 100, nicn: '424242', region: '85004' };
  const { status } = await mock.inject({ path: '/v1/ch', headers, body });
  const contract = await mock.inject({ method: 'GET', path: '/_tollgate/openapi.json' });
  const files = Object.keys(createRequire(import.meta.url).cache);
  const loaded = ['yaml', 'ajv', '@stoplight'].filter((name) => files.some((file) => file.includes('/' + name + '/')));
  console.log(JSON.stringify({ statuses: [status, contract.status], loaded }));
  await mock.close();
`;

it('calculates a fee and shows the contract without the packages that few mocks need', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8' });

  expect(JSON.parse(printed)).toEqual({ statuses: [200, 200], loaded: [] });
});

it('ships the merchants of the merchant file of the package', () => {
  const path = 'fixtures/merchants/merchants.yaml';
  const { merchants, scenarios } = parseMockFile(readFileSync(path, 'utf8'), path);

  expect(JSON.stringify(shippedMerchants())).toBe(JSON.stringify(merchants));
  expect(SHIPPED_SCENARIOS).toEqual(scenarios);
});

// Failures of the mock itself, or of its ledger.

describe('a fault of the mock', () => {
  it('is a problem without a trace of the inside, and is reported to the owner', async () => {
    const fail = () => {
      throw new Error('disk /dev/sda1 is full');
    };
    const ledger: Ledger = { record: fail, attach: fail, find: fail, clear: fail, close: () => {} };
    const bugs: [unknown, string][] = [];
    await using broken = await createMock({
      ledger,
      onBug: (error, requestId) => bugs.push([error, requestId]),
    });
    const answer = await asking(broken)(FEE, BASELINE);

    expect(answer.status).toBe(500);
    expect(problemOf(answer).reasonCode).toBe('internal-error');
    expect(answer.text).not.toContain('/dev/sda1');
    expect(bugs).toEqual([
      [expect.objectContaining({ message: 'disk /dev/sda1 is full' }), answer.headers['request-id']],
    ]);
  });
});

describe('a ledger that is not available', () => {
  it('is a problem that may pass, does not say where the ledger is, and is reported to the owner', async () => {
    const inner = createMemoryLedger();
    const full = new LedgerError('ledger-full', 'sqlite:/srv/own.db', 'expected room, got a full disk');
    let isFull = true;
    const ledger: Ledger = {
      ...inner,
      record: (...asked) => (isFull ? Promise.reject(full) : inner.record(...asked)),
    };
    const bugs: unknown[] = [];
    await using short = await createMock({ ledger, onBug: (error) => bugs.push(error) });
    const answer = await asking(short)(FEE, BASELINE);

    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(problemOf(answer)).toMatchObject({
      reasonCode: 'ledger-unavailable',
      detail: 'ledger-full: expected room, got a full disk. Send the request again later.',
    });
    expect(answer.text).not.toContain('/srv');
    expect(bugs).toEqual([full]);
    isFull = false;
    expect((await asking(short)(FEE, BASELINE)).status).toBe(200);
  });
});
