import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Api, ApiError } from './api.ts';
import { createFeed, type ShownExchange } from './feed.ts';
import { countFindings, FILTERS, findingWord, firstFinding, receivedOf, searchFor } from './rows.ts';
import { ROW_HEIGHT, scrollTo, visibleRows } from './scroll.ts';
import { hrefOf, parseRoute } from './store.ts';

type Stream = Parameters<Api['stream']>;

/** Waits until a check passes, on a busy machine too. */
const soon = (check: () => void) => vi.waitFor(check, 20_000);

/** An API whose streams a test writes and ends. */
function fakeApi(base = 'http://a/') {
  const streams: {
    readonly path: string;
    readonly events: Stream[2];
    readonly end: (error?: unknown) => void;
  }[] = [];
  const journal = { matched: 0, reads: 0 };
  const api = {
    base: new URL(base),
    get: async () => {
      journal.reads++;

      return { matched: journal.matched };
    },
    stream: (path: string, signal: AbortSignal, events: Stream[2]) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        const end = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        streams.push({ path, events, end });
      }),
  };

  return { api: api as unknown as Api, streams, journal };
}

/** A page whose user a test sends away and back. */
class FakePage extends EventTarget {
  hidden = false;

  show(isShown: boolean) {
    this.hidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const line = (id: number) => JSON.stringify({ requestId: `r-${id}`, status: 200 });
const ids = (feed: ReturnType<typeof createFeed>) => feed.exchanges.value.map(({ requestId }) => requestId);

async function started(base?: string) {
  const { api, streams, journal } = fakeApi(base);
  const page = new FakePage();
  const onRestart = vi.fn();
  const feed = createFeed(api, { onConnect: async () => {}, onRestart }, page, 0);
  void feed.run();
  await soon(() => expect(streams).toHaveLength(1));
  streams[0]?.events.onOpen();

  return {
    feed,
    streams,
    journal,
    onRestart,
    page,
    send: (id: number) => streams.at(-1)?.events.onLine(line(id)),
  };
}

it('follows what the address has: a mock without its worlds, or one of them', async () => {
  const { streams } = await started('http://a/base/w/cart-7/');

  expect(streams[0]?.path).toBe('/journal?follow=true');
});

it('continues after the last exchange where the stream ends, and says so meanwhile', async () => {
  const { feed, streams, send } = await started();
  send(1);
  streams[0]?.end();
  await soon(() => expect(feed.connection.value.kind).toBe('lost'));
  await soon(() => expect(streams).toHaveLength(2));
  streams[1]?.events.onOpen();

  expect(streams[1]?.path).toContain('&since=r-1');
  expect(feed.connection.value.kind).toBe('live');
});

it('says why the server refuses', async () => {
  const { feed, streams } = await started();
  streams[0]?.end(new ApiError('address of the client: expected one of this machine'));
  await soon(() =>
    expect(feed.connection.value).toEqual({
      kind: 'refused',
      why: 'address of the client: expected one of this machine',
    }),
  );
});

it('keeps the last 10,000 exchanges in their order', async () => {
  const { feed, send } = await started();
  for (let id = 0; id < 10_500; id++) send(id);
  await soon(() => expect(feed.exchanges.value).toHaveLength(10_000));

  expect([ids(feed)[0], ids(feed).at(-1)]).toEqual(['r-500', 'r-10499']);
});

it('counts what arrives while it is paused, and shows it afterwards', async () => {
  const { feed, send } = await started();
  feed.pause(true);
  send(1);
  send(2);
  await soon(() => expect(feed.waiting.value).toBe(2));
  expect(ids(feed)).toEqual([]);
  feed.pause(false);

  expect(ids(feed)).toEqual(['r-1', 'r-2']);
});

it('gives its connection up while it is not seen, and continues where it was', async () => {
  const { feed, streams, send, page } = await started();
  send(1);
  page.show(false);
  await soon(() => expect(feed.connection.value.kind).toBe('connecting'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(streams).toHaveLength(1);
  page.show(true);
  await soon(() => expect(streams).toHaveLength(2));

  expect(streams[1]?.path).toContain('&since=r-1');
});

it('begins anew where another process answers, or the journal was emptied', async () => {
  const { feed, streams, journal, onRestart, send } = await started();
  send(1);
  streams[0]?.events.onLine(JSON.stringify({ requestId: 'other-1', method: 'POST', status: 200 }));
  await soon(() => expect(ids(feed)).toEqual(['other-1']));
  expect(onRestart).toHaveBeenCalledOnce();

  journal.matched = 5;
  const { reads } = journal;
  await soon(() => expect(journal.reads).toBeGreaterThan(reads));
  journal.matched = 2;
  await soon(() => expect(streams).toHaveLength(2));

  expect(streams[1]?.path).not.toContain('since');
  expect(ids(feed)).toEqual([]);
});

it('leaves out a connection that a browser opened and did not use', async () => {
  const { feed, streams, send } = await started();
  streams[0]?.events.onLine(JSON.stringify({ requestId: 'r-1', status: 408 }));
  send(2);
  await soon(() => expect(ids(feed)).toEqual(['r-2']));
});

const NONE: ShownExchange = {
  ...{ story: { did: 'new' }, text: '' },
  ...{ requestId: 'a-1', time: '2026-01-31T12:00:00.000Z', milliseconds: 1, status: 200 },
  ...{ method: 'POST', path: '/v1/ch', merchant: 'one' },
  request: { headers: {}, body: { mTxId: 'Order-1' } },
  answer: { headers: {}, body: { message: 'ok' } },
  ...{ violations: [], overlooked: [], choices: {}, hints: [] },
};
const VIOLATION = { section: '2.1', pointer: '/nicn', expected: 'a string', got: '4' } as const;
const HINT = { rule: 'client-flow/sells-once', message: 'Expected one sale.' } as const;

it('finds all words in any order, in every part of an exchange', () => {
  const text = JSON.stringify(NONE).toLowerCase();
  const found = (typed: string) => searchFor(typed)(text);

  expect(['', 'order-1 POST', '  one  ', 'order-1 several'].map(found)).toEqual([true, true, true, false]);
});

it('shows what a filter names', () => {
  const shown = (did: ShownExchange['story']['did'], more: Partial<ShownExchange> = {}) =>
    Object.entries(FILTERS).flatMap(([name, fits]) =>
      fits({ ...NONE, story: { did }, ...more }) ? [name] : [],
    );

  expect(shown('new')).toEqual(['All', 'Fees']);
  expect(shown('updated')).toEqual(['All', 'Fees']);
  expect(shown('sold')).toEqual(['All', 'Sales']);
  expect(shown('fault', { fault: 'status=503' })).toEqual(['All', 'Faults']);
  expect(shown('refused', { violations: [VIOLATION] })).toEqual(['All', 'Refused', 'Findings']);
  expect(shown('other', { hints: [HINT] })).toEqual(['All', 'Findings']);
});

it('says the first thing that was wrong', () => {
  const both = { ...NONE, violations: [VIOLATION], hints: [HINT] };

  expect(firstFinding(NONE)).toBe('');
  expect(firstFinding(both)).toBe('/nicn: expected a string, got 4');
  expect(countFindings(both)).toBe(1);
  expect(countFindings({ ...NONE, hints: [HINT, HINT] })).toBe(2);
  expect(firstFinding({ ...NONE, hints: [HINT] })).toBe('Expected one sale.');
  expect(firstFinding({ ...NONE, overlooked: [VIOLATION] })).toContain('/nicn');
  const body = { title: 'Not found', detail: 'There is no such card.' };
  expect(firstFinding({ ...NONE, status: 404, answer: { headers: {}, body } })).toBe(
    'There is no such card.',
  );
  expect(firstFinding({ ...NONE, answer: { headers: {}, body } })).toBe('');
  expect(firstFinding({ ...NONE, reason: 'Too late.', reasonCode: 'late' })).toBe('Too late.');
});

it('colours a must rule that the client broke as a failure, and a should rule as a warning', () => {
  const must = { ...HINT, rule: 'client-flow/sells-what-was-priced' } as const;

  expect(findingWord({ ...NONE, hints: [HINT] })).toBe('hint');
  expect(findingWord({ ...NONE, hints: [HINT, must] })).toBe('failed');
  expect(findingWord({ ...NONE, story: { did: 'refused' } })).toBe('refused');
});

it('does not call an injected fault a refusal, nor a lost response a status', () => {
  const fault = { ...NONE, status: 503, fault: 'status=503' };

  expect(receivedOf(NONE)).toEqual(['200', 'passed']);
  expect(receivedOf({ ...NONE, status: 422 })).toEqual(['422', 'refused']);
  expect(receivedOf(fault)).toEqual(['503', 'fault']);
  expect(receivedOf({ ...NONE, received: 'a part' })).toEqual(['cut', 'refused']);
  expect(firstFinding(fault)).toBe('fault: status=503');
});

const lists = fc.record({
  top: fc.integer({ min: 0, max: 500_000 }),
  height: fc.integer({ min: 0, max: 3_000 }),
  count: fc.integer({ min: 0, max: 10_000 }),
});

describe('the rows of a long list', () => {
  it('are few, in the list, and all that are in view', () => {
    fc.assert(
      fc.property(lists, ({ top, height, count }) => {
        const { from, to } = visibleRows(top, height, count);
        const inView = Array.from({ length: count }, (_, row) => row).filter(
          (row) => (row + 1) * ROW_HEIGHT > top && row * ROW_HEIGHT < top + height,
        );

        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(count);
        expect(to - from).toBeLessThanOrEqual(height / ROW_HEIGHT + 18);
        expect(inView.every((row) => row >= from && row < to)).toBe(true);
      }),
    );
  });

  it('a row is in view where the list is scrolled to it, and the list stays where it is already', () => {
    fc.assert(
      fc.property(lists, fc.nat(9_999), ({ top, height: some }, row) => {
        const height = some + ROW_HEIGHT;
        const next = scrollTo(row, top, height);

        expect(row * ROW_HEIGHT).toBeGreaterThanOrEqual(next);
        expect((row + 1) * ROW_HEIGHT).toBeLessThanOrEqual(next + height);
        expect(scrollTo(row, next, height)).toBe(next);
      }),
    );
  });
});

it.each([
  ['', 'exchanges', undefined],
  ['#', 'exchanges', undefined],
  ['#/verdict', 'verdict', undefined],
  ['#/exchanges/a-1', 'exchanges', 'a-1'],
  ['#/exchanges/', 'exchanges', undefined],
  ['#/exchanges/%zz', 'exchanges', '%zz'],
])('%j is the tab %s', (hash, tab, item) => {
  expect(parseRoute(hash)).toEqual({ tab, item });
});

it('a link leads back to its item, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (item) => {
      const hash = new URL(hrefOf('exchanges', item), 'http://a/').hash;

      expect(parseRoute(hash)).toEqual({ tab: 'exchanges', item });
    }),
  );
});
