import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFeeEngine, explain, parseMerchants } from '../../engine/index.ts';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller } from '../../exchange/journal/story.ts';
import { toCurl } from './curl.ts';
import { type Explained, stepsOf } from './fee-steps.ts';
import type { ShownExchange } from './feed.ts';
import { transactionsOf } from './ledger.ts';

const BASE = new URL('http://127.0.0.1:4010/');
/** What a shell could take for its own. */
const ODD = `it's "$HOME" \\ \`id\` \n \u202e é 🙂 \${1} {x}`;

function entry(more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    ...{ requestId: 'a-1', time: '2026-01-31T12:00:00.000Z', milliseconds: 1, status: 422 },
    ...{ method: 'POST', path: '/v1/ch', query: 'a=1&b=%27' },
    request: {
      headers: {
        'content-type': 'application/json',
        host: 'elsewhere',
        authorization: '(not kept)',
        'x-requested-with': 'xhr',
        'content-length': '1',
      },
      body: { mTxId: ODD, amount: 5 },
    },
    answer: { headers: {} },
    ...{ violations: [], overlooked: [], choices: {}, hints: [] },
    ...more,
  };
}

const URL_SENT = 'http://127.0.0.1:4010/v1/ch?a=1&b=%27';

describe('an exchange as a curl command', () => {
  it('sends the same request with the token of the shell', () => {
    const script = `curl() { for part in "$@"; do printf '%s\\0' "$part"; done; }\n${toCurl(entry(), BASE)}`;
    const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TOLLGATE_TOKEN: 'the.token' },
    });

    expect(stdout.split('\0')).toEqual([
      ...['-sS', URL_SENT, '-H', 'content-type: application/json', '-H', 'x-requested-with: xhr'],
      ...['-H', 'Authorization: Bearer the.token'],
      ...['--data-raw', JSON.stringify({ mTxId: ODD, amount: 5 }), ''],
    ]);
  });

  it('has nothing that acts on a terminal', () => {
    expect(toCurl(entry(), BASE).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it('goes to the world of the exchange, and names it once', () => {
    const inWorld = entry({ world: 'cart-7' });

    expect(toCurl(inWorld, BASE)).toContain("'http://127.0.0.1:4010/w/cart-7/v1/ch?");
    expect(toCurl(inWorld, new URL('w/cart-7/', BASE))).toContain('4010/w/cart-7/v1/ch?');
  });

  it('sends no token where the request had none, and no body', () => {
    const text = toCurl(entry({ method: 'GET', request: { headers: {} } }), BASE);

    expect(text).toBe(`curl -sS -X GET '${URL_SENT}'`);
  });
});

function feeOf(pricing: object, amount = 100): Explained {
  const text = JSON.stringify({ merchants: { one: { processors: [{ mid: '1', name: 'p', pricing }] } } });
  const [merchant] = parseMerchants(text, 'test');
  const quote = createFeeEngine(merchant!).quote({ amount, nicn: '424242', region: 'AZ' });
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote));

  return explain(quote);
}

it('puts each line on top of those before it, and the fee below all', () => {
  const steps = stepsOf(feeOf({ model: 'percent-plus-fixed', percent: '2.9', fixed: '0.30' }));

  expect(steps.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['line', '2.90'],
    ['line', '0.30'],
    ['fee', '3.20'],
  ]);
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, expect.closeTo(2.9 / 3.2)],
    [expect.closeTo(2.9 / 3.2), expect.closeTo(1)],
    [0, 1],
  ]);
});

it('shows what a cap takes away, and what rounding adds', () => {
  const pricing = { model: 'percent-plus-fixed', percent: '3', fixed: '0.00' };
  const rounded = stepsOf(feeOf(pricing, 33.5));
  const capped = stepsOf(feeOf({ ...pricing, percent: '9', cap: { percent: '4' } }));

  expect(rounded.find(({ label }) => label === 'rounding')).toMatchObject({ amount: '0.005' });
  expect(capped.find(({ label }) => label === 'cap')).toMatchObject({
    ...{ kind: 'change', amount: '−5.00', note: '4 % of the amount' },
    ...{ from: expect.closeTo(4 / 9), to: 1 },
  });
});

it('shows why a fee is 0 by rule', () => {
  const free = { ...feeOf({ model: 'flat', fixed: '1.00' }), transactionFee: 0, obstacles: ['a debit card'] };

  expect(stepsOf(free)).toMatchObject([
    { kind: 'line', amount: '1.00' },
    { kind: 'change', amount: '−1.00', note: 'a debit card' },
    { kind: 'fee', amount: '0.00' },
  ]);
});

it('keeps every bar within its drawing', () => {
  const explained = fc.record({
    transactionFee: fc.double({ min: 0, max: 1e6, noNaN: true }),
    lines: fc.array(
      fc.integer({ min: -1000, max: 100_000 }).map((n) => ({ label: 'l', note: '', amount: String(n) })),
    ),
    sum: fc.integer({ min: 0, max: 100_000 }).map(String),
    limits: fc.constant([]),
    rounding: fc.constant({ mode: 'half-up', decimals: 2 } as const),
    obstacles: fc.constant([]),
  });
  fc.assert(
    fc.property(explained, (fee) => {
      for (const { from, to } of stepsOf(fee)) expect(0 <= from && from <= to && to <= 1).toBe(true);
    }),
  );
});

interface Sent {
  readonly path?: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly merchant?: string;
  readonly reasonCode?: string;
}

/** Exchanges with the ids 0, 1, 2 … */
function journal(...sent: readonly Sent[]): readonly ShownExchange[] {
  const tell = createStoryteller();

  return sent.map(({ path = '/v1/ch', status = 200, body, answer, merchant = 'one', ...more }, at) => {
    const entry: JournalEntry = {
      ...{ requestId: String(at), time: '2026-01-31T00:00:00.000Z', milliseconds: 1, method: 'POST' },
      ...{ path, status, merchant, violations: [], overlooked: [], choices: {}, hints: [], ...more },
      request: { headers: {}, body },
      answer: { headers: {}, body: answer },
    };

    return { ...entry, story: tell(entry), text: '' };
  });
}

const priced = (sTxId: string, transactionFee = 2.43) => ({ sTxId, transactionFee, message: 'ok' });

function summarize(entries: readonly ShownExchange[]) {
  return transactionsOf(entries).map(({ sTxId, mTxId, fee, state, steps }) => [
    ...[sTxId, mTxId, fee, state],
    steps.map(({ story, requestId }) => `${requestId} ${story.did}`).join(', '),
  ]);
}

describe('transactions of a journal', () => {
  it('have each call that named or opened them, the last changed one first', () => {
    const entries = journal(
      { body: { amount: 100, mTxId: 'a' }, answer: priced('s1') },
      { body: { amount: 20 }, answer: priced('s2', 0.5) },
      { body: { amount: 50, mTxId: 'a' }, answer: priced('s1', 1.2) },
      { path: '/v1/ch/sale', body: { sTxId: 's1' }, answer: { sTxId: 's1' } },
    );

    expect(summarize(entries)).toEqual([
      ['s1', 'a', '1.20', 'sold', '0 new, 2 updated, 3 sold'],
      ['s2', undefined, '0.50', 'priced', '1 new'],
    ]);
    expect(transactionsOf(entries)[0]?.amount).toBe('50.00');
  });

  it('have refused calls that name them, also those before the first accepted one', () => {
    const refused = { status: 422, reasonCode: 'content-refused', answer: { message: 'no' } };
    const entries = journal(
      { body: { mTxId: 'a' }, ...refused },
      { body: { amount: 1, mTxId: 'a' }, answer: priced('s1') },
      { path: '/v1/ch/sale', body: { mTxId: 'a' }, ...refused },
      { path: '/v1/ch/sale', body: { sTxId: 's1' }, ...refused },
      { path: '/v1/ch/sale', body: { sTxId: 'unknown' }, ...refused },
      { body: { mTxId: 'a' }, merchant: 'several', ...refused },
    );

    expect(summarize(entries)).toEqual([
      ['s1', 'a', '2.43', 'priced', '0 refused, 1 new, 2 refused, 3 refused'],
    ]);
  });

  it('have a refused call whose response has an sTxId', () => {
    const entries = journal(
      { body: { amount: 1, mTxId: 'a' }, answer: { ...priced('r1'), message: 'declined' } },
      { body: { amount: 1, mTxId: 'a' }, answer: priced('s1') },
    );

    expect(summarize(entries)).toEqual([['s1', 'a', '2.43', 'priced', '0 refused, 1 new']]);
  });

  it.each<readonly [string, Sent, string]>([
    ['another message', { answer: { ...priced('s2'), message: 'declined' } }, 'refused'],
    ['no fields', { answer: {} }, 'refused'],
    ['a fee as text', { answer: { ...priced('s1'), transactionFee: '2.43' } }, 'other'],
    ['a page', { answer: undefined }, 'other'],
    ['a status of 500', { status: 500, answer: priced('s1') }, 'refused'],
  ])('are not changed by a response with %s', (_what, sent, kind) => {
    const entries = journal(
      { body: { amount: 1, mTxId: 'a' }, answer: priced('s1', 1) },
      { body: { amount: 9, mTxId: 'a' }, ...sent },
    );

    expect(summarize(entries)).toEqual([['s1', 'a', '1.00', 'priced', `0 new, 1 ${kind}`]]);
  });

  it('are found by an mTxId that a sale gave first', () => {
    const entries = journal(
      { body: { amount: 1 }, answer: priced('s1') },
      { path: '/v1/ch/sale', body: { sTxId: 's1', mTxId: 'late' }, answer: { sTxId: 's1' } },
      { status: 409, body: { mTxId: 'late' }, answer: undefined },
    );

    expect(summarize(entries)).toEqual([['s1', 'late', '2.43', 'sold', '0 new, 1 sold, 2 refused']]);
  });

  it('of two merchants stay apart, also with an equal mTxId', () => {
    const body = { amount: 1, mTxId: 'a' };
    const entries = journal(
      { body, answer: priced('s1') },
      { body, answer: priced('s2'), merchant: 'several' },
      { status: 422, body, answer: undefined, merchant: 'several' },
    );

    expect(summarize(entries).map(([sTxId, , , , steps]) => `${sTxId}: ${steps}`)).toEqual([
      's2: 1 new, 2 refused',
      's1: 0 new',
    ]);
  });

  it('begin with what is left of them where the journal dropped the beginning', () => {
    expect(
      summarize(
        journal(
          { body: { sTxId: 's1', amount: 3 }, answer: priced('s1', 1) },
          { path: '/base/v1/ch/sale/', body: { mTxId: 'b' }, answer: { sTxId: 's2', message: 'ok' } },
          { path: '/v1/other', body: { mTxId: 'b' }, answer: {} },
        ),
      ),
    ).toEqual([
      ['s2', 'b', undefined, 'sold', '1 sold'],
      ['s1', undefined, '1.00', 'priced', '0 updated'],
    ]);
  });
});
