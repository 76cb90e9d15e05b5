import { describe, expect, it, test } from 'vitest';
import { STRAIGHT } from '../conformance/deployment/deployment.ts';
import { type Ledger, LedgerError } from '../src/ledger/ledger.ts';
import { createMemoryLedger } from '../src/ledger/memory.ts';
import { createMock } from '../src/mock/index.ts';
import { listenHttp, listenRaw } from '../test/deployments/listen.ts';
import { jsonLine, tailLine } from './commands/tail.ts';
import { followJournal } from './follow-journal.ts';
import { createTroubleLog } from './mock-ledger.ts';

const REQUEST = {
  path: '/v1/ch',
  headers: { 'content-type': 'application/json', 'x-requested-with': 'xhr' },
  body: { amount: 100, nicn: '424242', region: '85004' },
} as const;

/** A mock whose ledger fails as the test says, with what its owner reads. */
async function faulty() {
  const said: string[] = [];
  const state: { fault: Error | undefined } = { fault: undefined };
  const memory = createMemoryLedger();
  const ledger: Ledger = {
    ...memory,
    async record(...asked) {
      if (state.fault !== undefined) throw state.fault;
      return memory.record(...asked);
    },
  };
  const onBug = createTroubleLog((text) => said.push(text));
  const mock = await createMock({ ledger, onBug });
  const headers = { ...REQUEST.headers, authorization: `Bearer ${mock.token()}` };

  return { mock, said, state, ask: () => mock.inject({ ...REQUEST, headers }) };
}

const lost = () => new LedgerError('ledger-lost', 'redis://127.0.0.1:6379', 'expected an answer, got none');

describe('the owner of a mock', () => {
  it('reads of a ledger that fails, but not for every request', async () => {
    const { mock, said, state, ask } = await faulty();
    await ask();
    expect(said).toEqual([]);
    state.fault = lost();
    const answers = [await ask(), await ask(), await ask()];

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(said).toEqual([
      `tollgate: ledger-lost: redis://127.0.0.1:6379: expected an answer, got none; answered 503, request ${answers[0]?.headers['request-id']}\n`,
    ]);
    await mock.close();
  });

  it('reports each bug once, in one line, without private data', async () => {
    const { mock, said, state, ask } = await faulty();
    state.fault = new TypeError('no way to read\n4242424242424242 of eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln');
    const { status, headers } = await ask();
    await ask();

    expect(status).toBe(500);
    expect(said).toEqual([
      `tollgate: this is a fault of tollgate itself, please report it: TypeError: no way to read 424242…(16 digits) of (a token); answered 500, request ${headers['request-id']}\n`,
    ]);
    await mock.close();
  });
});

/** Follows the journal of a server, and says what was shown and why it ended. */
async function follow(url: URL, timeout: number, signal = new AbortController().signal) {
  const shown: string[] = [];
  const show = (line: string) => void shown.push(line);
  const why = await followJournal({ url, last: 0, show, signal, reach: STRAIGHT, timeout });

  return { shown, why };
}

const NDJSON = { 'content-type': 'application/x-ndjson' };

test('a response may last longer than the timeout, which is for its headers', async () => {
  const timeout = 1500;
  await using server = await listenHttp((request, response) => {
    response.writeHead(200, NDJSON).write(`${request.method} ${request.url}\n`);
    setTimeout(() => response.end('the end\n'), timeout + 100);
  });

  expect(await follow(server.url, timeout)).toEqual({
    shown: ['GET /_tollgate/journal?follow=true&limit=0&world=*', 'the end'],
    why: 'the mock or proxy ended',
  });
});

test('a server that sends no headers in time is reported', async () => {
  await using server = await listenRaw(() => {});

  expect((await follow(server.url, 100)).why).toContain('cannot be reached (no answer within 0.1 s)');
});

test('the signal ends the body', async () => {
  const stop = new AbortController();
  await using server = await listenHttp((_, response) => {
    response.writeHead(200, NDJSON).write('begin\n');
    setTimeout(() => stop.abort(), 20);
  });

  expect((await follow(server.url, 10_000, stop.signal)).why).toBe(undefined);
});

it.each(['\u{202e}', '\u{e0041}', '\u{2028}', '\u{9b}', 'é 🙂'])(
  'a line of JSON says what came, and nothing in it acts on a terminal: %j',
  (text) => {
    const line = jsonLine(JSON.stringify({ text }));

    expect(JSON.parse(line)).toEqual({ text });
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  },
);

it('a line for people shows the hints of an accepted request', () => {
  const hints = [
    { rule: 'client-flow/sells-once', message: 'Expected one sale, got a second one.' },
  ] as const;
  const entry = {
    ...{
      time: '2026-01-31T12:00:00.000Z',
      status: 200,
      method: 'POST',
      path: '/v1/ch/sale',
      merchant: 'one',
    },
    ...{ violations: [], overlooked: [], choices: {}, hints },
  };

  expect(tailLine(entry, { did: 'sold', mTxId: 'order-1', sTxId: '4f3a' }, (_, text) => text)).toBe(
    '12:00:00.000  200  POST /v1/ch/sale  one  order-1 → sold 4f3a  hint client-flow/sells-once: Expected one sale, got a second one.\n',
  );
});
