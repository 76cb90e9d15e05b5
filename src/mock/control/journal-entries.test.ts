import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createMock as createJudgingMock } from '../../../cli/index.ts';
import { asking, BASELINE, FEE, fieldsOf, headersFor, SALE } from '../../../test/support/ask-mock.ts';
import { readJournal } from '../../control/journal.ts';
import { parseMerchants } from '../../engine/index.ts';
import { createJournals } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { createEntryStreams } from '../../exchange/journal/stream-entries.ts';
import { createMock, type InjectedAnswer, type Mock, type MockOptions, startMock } from '../index.ts';

async function feeOf(mock: Pick<Mock, 'inject'>, { headers }: InjectedAnswer) {
  return mock.inject({ method: 'GET', path: `/_tollgate/journal/${headers['request-id']}/fee` });
}

interface Explained {
  readonly transactionFee: number;
  readonly explanation: { readonly sum: string; readonly lines: readonly { readonly amount: string }[] };
  readonly unexplained?: string;
}

describe('the fee of a response', () => {
  it('is explained line by line, also where its transaction was updated since', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    // No rule limits the fee of this card, so that the lines add up to it.
    const request = { ...BASELINE, mTxId: 'order-1', nicn: '601111' };
    const first = await ask(FEE, request);
    const second = await ask(FEE, { ...request, amount: 250 });
    await ask(SALE, { mTxId: 'order-1' });

    for (const answer of [first, second]) {
      const explained = (await feeOf(mock, answer)).json() as Explained;
      const sum = explained.explanation.lines.reduce((cents, { amount }) => cents + Number(amount) * 100, 0);
      expect(explained.transactionFee).toBe(fieldsOf(answer)['transactionFee']);
      expect(sum / 100).toBeCloseTo(explained.transactionFee, 2);
      expect(explained.unexplained).toBeUndefined();
    }
  });

  it('is explained in a world, from there and from the mock', async () => {
    await using mock = await createMock();
    const answer = await asking(mock)('/w/one/v1/ch', BASELINE);

    for (const where of [mock, mock.world('one')])
      expect((await feeOf(where, answer)).json()).toMatchObject({ transactionFee: 2.43, explanation: {} });
    expect((await feeOf(mock.world('two'), answer)).status).toBe(404);
  });

  it('is explained as it was calculated: of completed and mended requests, and with the prices of then', async () => {
    await using mock = await createMock({ choices: { 'partial-update': 'keep' }, lenient: true });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    const answers = [await ask(FEE, { sTxId, amount: 50 }), await ask(FEE, { ...BASELINE, amount: '50.00' })];
    const flat =
      'merchants: { two: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "9.99" } }] } }';
    await mock.useMerchants(parseMerchants(flat, 'test'));

    for (const answer of answers) {
      const explained = (await feeOf(mock, answer)).json() as Explained;
      expect(explained.transactionFee).toBe(fieldsOf(answer)['transactionFee']);
      expect(explained.unexplained).toBeUndefined();
    }
  });

  it('is left unexplained where another fee was answered, and of a long request', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const zero = await ask(FEE, BASELINE, { 'tollgate-fault': 'zero-fee' });
    const long = await ask(FEE, { ...BASELINE, campaign: ['x'.repeat(20_000)] });

    expect(fieldsOf(await feeOf(mock, zero))['unexplained']).toMatch(/the fee was 0, .* gives 2.43/);
    expect(fieldsOf(await feeOf(mock, long))['unexplained']).toMatch(/too long/);
  });

  it('does not exist where the response has none', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    for (const answer of [await ask(FEE, { ...BASELINE, amount: -1 }), await ask(SALE, { sTxId })])
      expect((await feeOf(mock, answer)).status).toBe(404);
    expect((await mock.inject({ method: 'GET', path: '/_tollgate/journal/none/fee' })).status).toBe(404);
  });
});

/** Sends a request that is refused, then the mended one. */
async function mend(
  mock: Pick<Mock, 'inject' | 'token'>,
  request: {
    readonly path?: string;
    readonly body: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
) {
  const refused = await asking(mock)(request.path ?? FEE, request.body, request.headers);
  const path = `/_tollgate/near-misses/${refused.headers['request-id']}`;
  const found = await mock.inject({ method: 'GET', path });
  const sent = await mock.inject({ path });
  const { requestId } = fieldsOf(sent);
  const entry = await mock.inject({ method: 'GET', path: `/_tollgate/journal/${String(requestId)}` });

  const { edit, fix } = fieldsOf(found);

  return { edit, fix, sent, entry: fieldsOf(entry) };
}

describe('a mended request', () => {
  it.each<[string, Parameters<typeof mend>[1], object]>([
    ['a field', { body: { ...BASELINE, nicn: '4242' } }, { body: { nicn: '424242' } }],
    ['a missing header', { body: BASELINE, headers: { 'x-requested-with': '' } }, { body: BASELINE }],
    ['a missing token', { body: BASELINE, headers: { authorization: '' } }, { body: BASELINE }],
  ])('is accepted: %s', async (_, request, sent) => {
    await using mock = await createJudgingMock();
    const { sent: answer, entry } = await mend(mock, request);

    expect(fieldsOf(answer)).toEqual({ requestId: expect.any(String), status: 200 });
    expect(entry).toMatchObject({ status: 200, merchant: 'one', request: sent });
    expect(answer.text + JSON.stringify(entry)).not.toContain('eyJ');
  });

  it.each<[string, Parameters<typeof mend>[1], string]>([
    ['of a field', { body: { ...BASELINE, nicn: '4242' } }, 'Replace /nicn with a value such as "424242".'],
    ['of the path', { path: '/v1/chh', body: BASELINE }, 'Send it to /v1/ch.'],
    [
      'of a header',
      { body: BASELINE, headers: { 'x-requested-with': '' } },
      'Send the header X-Requested-With: xhr.',
    ],
  ])('has its edit in words: %s', async (_, request, fix) => {
    await using mock = await createJudgingMock();

    expect((await mend(mock, request)).fix).toBe(fix);
  });

  it('is sent for the merchant of the request, in its world, and not held against the client', async () => {
    await using mock = await createJudgingMock();
    const world = mock.world('cart-7');
    const inWorld = { inject: world.inject, token: () => mock.token('several') };
    const { entry } = await mend(inWorld, { body: { ...BASELINE, processor: 'alpa' } });

    expect(entry).toMatchObject({ status: 200, merchant: 'several', world: 'cart-7', hints: [] });
    expect(entry['request']).toMatchObject({ headers: { 'tollgate-deliberate': '*' } });
  });

  it.each<[string, MockOptions, Parameters<typeof mend>[1], string]>([
    ['without an edit', {}, { body: { amount: '1', nicn: '1' } }, 'no single edit'],
    ['without its body', {}, { path: '/v1/chh', body: BASELINE }, 'did not read the body'],
    [
      'with the beginning of its body',
      {},
      { body: { ...BASELINE, nicn: '4242', data: ['x'.repeat(20_000)] } },
      'no single edit',
    ],
    [
      'with a body that is nested too deeply',
      {},
      { body: `{"amount":1,"nicn":"42424","region":"85004","x":${'['.repeat(4500)}${']'.repeat(4500)}}` },
      'no single edit',
    ],
  ])('is not sent %s', async (_, options, request, why) => {
    await using mock = await createJudgingMock(options);
    const { sent } = await mend(mock, request);

    expect([sent.status, fieldsOf(sent)['detail']]).toEqual([422, expect.stringContaining(why)]);
  });

  it('is looked for among the refused requests of the journal', async () => {
    await using mock = await createJudgingMock();
    const accepted = await asking(mock)(FEE, BASELINE);
    for (const id of [accepted.headers['request-id'], 'unknown']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await mock.inject({ method, path: `/_tollgate/near-misses/${id}` });

        expect([answer.status, fieldsOf(answer)['reasonCode']]).toEqual([404, 'not-found']);
      }
    }
  });
});

const amountsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).request.body.amount);

it('a followed journal starts with the last requests, streams later matches, and ends with the mock', async () => {
  const mock = await startMock();
  const ask = asking(mock);
  for (const amount of [1, -2, -3]) await ask(FEE, { ...BASELINE, amount });
  const following = await fetch(`${mock.url}/_tollgate/journal?follow=true&limit=1&status=4xx`);
  expect(following.headers.get('content-type')).toBe('application/x-ndjson');
  const text = following.text();
  await asking(mock)('/w/other/v1/ch', { ...BASELINE, amount: -4 });
  for (const amount of [5, -6]) await ask(FEE, { ...BASELINE, amount });
  await mock.close();

  expect(amountsIn(await text)).toEqual([-3, -6]);
});

it('a journal of all worlds that is followed in this process ends with the mock, too', async () => {
  const mock = await createMock();
  const text = mock.inject({ method: 'GET', path: '/_tollgate/journal?follow=true&world=*' });
  // The journal is followed once the mock has answered a later request.
  await mock.inject({ method: 'GET', path: '/_tollgate/health' });
  await mock.world('one').inject({
    path: FEE,
    headers: headersFor(mock.token()),
    body: BASELINE,
  });
  await mock.close();

  expect(amountsIn((await text).text)).toEqual([100]);
});

it('HEAD of a followed journal returns its headers and ends', async () => {
  await using mock = await startMock();
  const head = await fetch(`${mock.url}/_tollgate/journal?follow=true`, { method: 'HEAD' });

  expect([head.status, await head.text()]).toEqual([200, '']);
});

describe('a followed journal with a backlog larger than 4 MiB', () => {
  const exchangeOf = (id: string): RecordedExchange => ({
    ...{ id, world: undefined, merchant: undefined, startedAt: 0, endedAt: 1, duration: 1 },
    request: { method: 'POST', url: FEE, headers: {}, body: JSON.stringify({ text: 'x'.repeat(6500) }) },
    response: { status: 200, headers: {}, body: '{}' },
    ...{ overlooked: [], choices: {}, hints: [] },
  });
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => String(from + at));

  /** Follows a journal of 900 requests. */
  async function follow() {
    const streams = createEntryStreams();
    const journal = createJournals(1000, streams.publish)();
    const closing = new AbortController();
    for (const id of range(0, 900)) journal.record(exchangeOf(id));
    const query = new URLSearchParams('follow=true');
    const { lines } = await readJournal(
      { parameters: {}, query, body: undefined },
      { journal, worldName: undefined, journalsOf: () => [journal], streams, closing: closing.signal },
    );
    if (lines === undefined) throw new Error('expected a stream');

    return { journal, streams, closing, lines };
  }

  it('streams the backlog and the later requests, each once and in order', async () => {
    const { journal, closing, lines, streams } = await follow();
    const ids: string[] = [];
    let rest = '';
    for await (const chunk of lines.setEncoding('utf8')) {
      const texts = `${rest}${chunk}`.split('\n');
      rest = texts.pop() ?? '';
      for (const text of texts.filter((line) => line !== '')) ids.push(JSON.parse(text).requestId);
      const recorded = journal.dropped() + journal.exchanges().length;
      if (recorded < 950) journal.record(exchangeOf(String(recorded)));
      if (ids.length === 950) closing.abort();
    }

    expect(ids).toEqual(range(0, 950));
    expect(streams.count()).toBe(0);
  });

  it('no longer watches requests once the client has closed the connection', async () => {
    const { lines, streams } = await follow();
    lines.destroy();
    await once(lines, 'close');

    expect([lines.destroyed, streams.count()]).toEqual([true, 0]);
  });

  it('ends for a client that leaves 4 MiB of later requests unread', async () => {
    const { journal, lines, streams } = await follow();
    const ended = once(lines, 'close');
    for (const id of range(900, 1600)) journal.record(exchangeOf(id));
    await ended;

    expect([lines.destroyed, streams.count()]).toEqual([true, 0]);
  });
});
