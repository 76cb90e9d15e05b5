import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, headersFor } from '../../../test/support/ask-mock.ts';
import { readJournal } from '../../control/journal.ts';
import { createJournals } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { createEntryStreams } from '../../exchange/journal/stream-entries.ts';
import { createMock, startMock } from '../index.ts';

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
