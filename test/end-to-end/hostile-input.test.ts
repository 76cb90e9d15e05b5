/** Files, addresses and answers of another party, which the command line reads: none ends it, stalls it or gets a token. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { openSqliteLedger } from '../../src/ledger/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { failing, reportOf } from '../reports/samples.ts';
import { asking, BASELINE, FEE } from '../support/ask-mock.ts';
import { fileWriter, temporaryFolder } from '../support/folders.ts';
import { tollgateHere } from './command.ts';

const folder = temporaryFolder();

const save = fileWriter(folder);

describe('a replay', () => {
  const reportAt = (target: string) => {
    const found = failing('transport/post-only', {}, { case: ['PUT'] });

    return save('report.json', JSON.stringify(reportOf([found], { target })));
  };

  it.each([
    'http://fees.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@fees.example.com',
  ])('sends nothing to %s, which only the report names', async (target) => {
    let requests = 0;
    await using proxy = await listenHttp((_request, response) => {
      requests += 1;
      response.writeHead(405).end();
    });
    const route = { http_proxy: proxy.url.href, no_proxy: '', TOLLGATE_TOKEN: 'secret.secret.secret' };
    const { code, problem } = await tollgateHere(['replay', reportAt(target), 'transport/post-only'], route);

    expect([code, requests]).toEqual([2, 0]);
    expect(problem).toContain('url: expected an address on the command line, got only that of ');
  });

  it('sends to an address that is typed', async () => {
    let requests = 0;
    await using proxy = await listenHttp((_request, response) => {
      requests += 1;
      response.writeHead(405).end();
    });
    const route = { http_proxy: proxy.url.href, no_proxy: '', TOLLGATE_TOKEN: 'secret.secret.secret' };
    const target = 'http://fees.example.com';
    await tollgateHere(['replay', reportAt(target), 'transport/post-only', target], route);

    expect(requests).toBeGreaterThan(0);
  });
});

describe('tail', () => {
  const NDJSON = { 'content-type': 'application/x-ndjson' };

  it('prints no control character that a hostile mock sends', async () => {
    const hostile = '\u001b[2J\u009b2J\r\u202e';
    const entry = {
      ...{ time: `2026-01-31T${hostile}`, status: hostile, method: hostile, path: hostile },
      ...{ world: hostile, merchant: hostile, reason: hostile, fault: hostile, reasonCode: hostile },
      request: { headers: {} },
      answer: { headers: {} },
      ...{ violations: [], overlooked: [], choices: { [hostile]: hostile }, hints: [] },
    };
    await using server = await listenHttp((_request, response) => {
      response.writeHead(200, NDJSON).end(`${JSON.stringify(entry)}\n`);
    });
    const { out } = await tollgateHere(['tail', server.url.href]);

    expect(out).toContain('\\u001b[2J');
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  it('ends at a line without end', async () => {
    const piece = 'x'.repeat(64 * 1024);
    await using server = await listenHttp((_request, response) => {
      response.writeHead(200, NDJSON);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write);
      write();
    });
    const { code, problem } = await tollgateHere(['tail', server.url.href]);

    expect(code).toBe(3);
    expect(problem).toContain('expected a tollgate mock or proxy, got a line of more than 4 MiB');
  });
});

test('a key server that sends a mebibyte too much, compressed, is not read to its end', async () => {
  const keys = gzipSync(JSON.stringify({ keys: [], padding: 'x'.repeat(8 * 2 ** 20) }));
  await using server = await listenHttp((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(keys);
  });
  await using mock = await startMock({ jwks: server.url });
  const answer = await asking({ inject: mock.inject, token: () => 'eyJhbGciOiJSUzI1NiJ9.e30.AAAA' })(
    FEE,
    BASELINE,
  );

  expect(answer.status).toBe(503);
  expect(answer.json()).toMatchObject({ detail: expect.stringContaining('expected at most 1048576 bytes') });
});

describe('a pattern of rules', () => {
  it.each([
    ['nested groups', `${'+('.repeat(5)}a|b${')+'.repeat(5)}c`, 'expected a pattern that selects a rule'],
    ['stars', `${'*a'.repeat(90)}`, 'expected a pattern that selects a rule'],
    ['a long one', 'n'.repeat(70_000), 'of at most 200 characters, got 70000 characters'],
  ])('%s: wrong usage', async (_name, pattern, sentence) => {
    for (const option of ['--only', '--skip']) {
      const { code, problem } = await tollgateHere(['conform', '--mock', option, pattern]);

      expect([code, problem]).toEqual([2, expect.stringContaining(sentence)]);
    }
  });

  it.each([
    ['nicn', 'nicn/refuses-non-digits'],
    ['identity/update-*', 'identity/update-by-mtxid'],
    ['*/*-non-*', 'nicn/refuses-non-digits'],
    ['**', 'nicn/refuses-non-digits'],
  ])('%s selects %s', async (pattern, id) => {
    expect((await tollgateHere(['rules', pattern])).out).toContain(id);
  });
});

describe('a file of another party', () => {
  it('has at most a thousand aliases', async () => {
    const path = save(
      'aliases.yaml',
      `x: &x 1\n${Array.from({ length: 2000 }, (_, at) => `k${at}: *x`).join('\n')}`,
    );
    const { code, problem } = await tollgateHere(['conform', '--deployment', path]);

    expect([code, problem]).toEqual([2, expect.stringContaining('1002:8: expected at most 1000 aliases')]);
  });
});

describe('a mock', () => {
  it.each([
    ['127.0.0.1:4010', 200],
    ['10.0.0.7:4010', 200],
    ['mock:4010', 200],
    ['devbox.local', 200],
    ['fees.example.com:4010', 403],
    ['127.0.0.1.example.com', 403],
  ])('with --control anyone answers a control request to Host %s with %i', async (host, status) => {
    await using mock = await startMock({ control: 'anyone' });
    const { status: got } = await mock.inject({
      method: 'GET',
      path: '/_tollgate/health',
      headers: { host },
    });

    expect(got).toBe(status);
  });

  it('has a thousand faults at most, those of a merchant apart', async () => {
    await using mock = await startMock();
    const add = () =>
      mock.inject({
        method: 'POST',
        path: '/_tollgate/faults',
        body: '"amount=5: hang"',
        headers: { 'content-type': 'application/json' },
      });
    for (let count = 0; count < 1000; count += 1) mock.faults.add('amount=5: hang');
    const refused = await add();

    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { detail: expect.stringContaining('expected at most 1000 faults, got 1001') },
    ]);
    mock.faults.clear();
    expect((await add()).status).toBe(201);
  });

  it('keeps a ledger on disk that others cannot read', async () => {
    const place = join(folder, 'ledger');
    mkdirSync(place);
    const ledger = await openSqliteLedger(join(place, 'a.db'));
    await using mock = await startMock({ ledger });
    await asking(mock)(FEE, BASELINE);
    const modes = readdirSync(place).map((name) => [name, statSync(join(place, name)).mode & 0o777]);
    await ledger.close();

    expect(modes.toSorted()).toEqual(['a.db', 'a.db-shm', 'a.db-wal'].map((name) => [name, 0o600]));
  });
});
