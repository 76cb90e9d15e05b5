import { describe, expect, it, test } from 'vitest';
import { createJournals, type JournalBudget } from './journal.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { createStoryteller, dollars, type StoryEntry, storyText } from './story.ts';
import { createEntryStreams } from './stream-entries.ts';

const KIBIBYTE = 1024;

function exchangeOf(id: string, characters = 10_000, more: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    ...{ id, world: undefined, merchant: undefined, startedAt: 0, endedAt: 1, duration: 1 },
    request: { method: 'POST', url: '/v1/ch', headers: {}, body: 'x'.repeat(characters) },
    response: { status: 200, headers: {}, body: '{}' },
    ...{ overlooked: [], choices: {}, hints: [], ...more },
  };
}

function journals(size: number, budget: JournalBudget) {
  const recorded: string[] = [];
  const create = createJournals(size, ({ id }) => recorded.push(id), budget);
  const [one, two] = [create(), create()];
  const ids = () =>
    [one, two].map((journal) =>
      journal
        .exchanges()
        .map(({ id }) => id)
        .join(' '),
    );
  const dropped = () => [one, two].map((journal) => journal.dropped());

  return { one, two, ids, dropped, recorded };
}

describe('journals', () => {
  it('drop the oldest exchange beyond their size, and count dropped exchanges until they are cleared', () => {
    const { one, ids, dropped } = journals(2, { each: KIBIBYTE ** 2, all: KIBIBYTE ** 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) one.record(exchangeOf(id));
    expect([ids(), dropped()]).toEqual([
      ['d e', ''],
      [3, 0],
    ]);
    one.clear();
    one.record(exchangeOf('f'));
    expect([ids(), dropped()]).toEqual([
      ['f', ''],
      [0, 0],
    ]);
  });

  it('drop the oldest exchange of a journal beyond the budget of one journal', () => {
    const { one, two, ids, dropped } = journals(100, { each: 50 * KIBIBYTE, all: KIBIBYTE ** 2 });
    for (const id of ['a', 'b', 'c']) for (const journal of [one, two]) journal.record(exchangeOf(id));
    expect([ids(), dropped()]).toEqual([
      ['b c', 'b c'],
      [1, 1],
    ]);
    one.record(exchangeOf('small', 0));
    expect(ids()).toEqual(['b c small', 'b c']);
  });

  it('drop the oldest exchange of all journals beyond the budget of all', () => {
    const { one, two, ids, dropped } = journals(100, { each: 70 * KIBIBYTE, all: 75 * KIBIBYTE });
    one.record(exchangeOf('a'));
    for (const id of ['b', 'c', 'd']) two.record(exchangeOf(id));
    expect([ids(), dropped()]).toEqual([
      ['', 'b c d'],
      [1, 0],
    ]);
    two.clear();
    for (const id of ['e', 'f']) one.record(exchangeOf(id));
    two.record(exchangeOf('g'));
    expect([ids(), dropped()]).toEqual([
      ['e f', 'g'],
      [1, 0],
    ]);
  });

  it('count violations and response bodies in the budget', () => {
    const { one, ids } = journals(100, { each: 50 * KIBIBYTE, all: KIBIBYTE ** 2 });
    const violation = { section: '4', pointer: '/x', expected: 'y', got: 'z'.repeat(60) };
    const violations = Array(100).fill(violation);
    one.record(exchangeOf('a'));
    one.record(exchangeOf('b', 0, { refusal: { code: 'content-refused', violations } }));
    expect(ids()).toEqual(['b', '']);
    one.record(exchangeOf('c', 0, { overlooked: violations }));
    expect(ids()).toEqual(['c', '']);
    one.record(exchangeOf('d', 0, { response: { status: 200, headers: {}, body: 'x'.repeat(10_000) } }));
    expect(ids()).toEqual(['d', '']);
  });

  it('keep the newest exchanges in order, however they are filled and cleared', () => {
    const { one, two } = journals(7, { each: 80 * KIBIBYTE, all: 100 * KIBIBYTE });
    for (let turn = 0; turn < 500; turn++) {
      const journal = turn % 3 === 0 ? one : two;
      journal.record(exchangeOf(String(turn), turn % 5 === 0 ? (turn * 37) % 16_384 : 0));
      if (turn % 41 === 0) journal.clear();
      const kept = [one, two].map((each) => each.exchanges().map(({ id }) => Number(id)));
      expect(journal.exchanges().at(-1)?.id ?? String(turn)).toBe(String(turn));
      for (const ids of kept) {
        expect(ids.length).toBeLessThanOrEqual(7);
        expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      }
    }
  });

  it('report every exchange that one of them records, and record none with a size of 0', () => {
    const budget = { each: KIBIBYTE ** 2, all: KIBIBYTE ** 2 };
    const { one, two, recorded } = journals(1, budget);
    for (const journal of [one, two, one]) journal.record(exchangeOf('a'));
    expect(recorded).toEqual(['a', 'a', 'a']);
    const off = journals(0, budget);
    off.one.record(exchangeOf('a'));
    expect([off.recorded, off.ids(), off.dropped()]).toEqual([[], ['', ''], [0, 0]]);
  });
});

function fee(request: object, answer: object, more: Partial<StoryEntry> = {}): StoryEntry {
  return {
    ...{ status: 200, method: 'POST', path: '/v1/ch' },
    ...{ request: { headers: {}, body: request }, answer: { headers: {}, body: answer } },
    ...more,
  };
}

const ID = 'e178a3fe4baf7ac19b38dffd6ec6c109';
const OK = { transactionFee: 2.43, sTxId: ID, message: 'ok' };

describe('the story of an exchange', () => {
  it('tells a new price, its update and its sale from each other', () => {
    const tell = createStoryteller();
    const texts = [
      fee({ amount: 100, mTxId: 'order-1' }, OK),
      fee({ amount: 120, mTxId: 'order-1' }, { ...OK, transactionFee: 3 }),
      fee({ mTxId: 'order-1' }, { sTxId: ID }, { path: '/base/v1/ch/sale' }),
    ].map((entry) => storyText(tell(entry)));

    expect(texts).toEqual([
      'order-1 → new e178a3fe… fee 2.43',
      'order-1 → updated e178a3fe… fee 3.00',
      'order-1 → sold e178a3fe…',
    ]);
  });

  it('calls a price an update where the request names the sTxId, even one that was not seen before', () => {
    expect(createStoryteller()(fee({ sTxId: ID }, OK))).toMatchObject({ did: 'updated', sTxId: ID });
  });

  it.each<[string, StoryEntry]>([
    ['a status of 4xx', fee({}, OK, { status: 422 })],
    ['another message than ok', fee({}, { ...OK, message: 'declined' })],
    ['a refusal of the mock', fee({}, OK, { reasonCode: 'content-refused' })],
  ])('calls %s a refusal, which prices nothing', (_, entry) => {
    const tell = createStoryteller();

    expect(tell(entry)).not.toHaveProperty('fee');
    expect(tell(entry).did).toBe('refused');
    expect(tell(fee({}, OK)).did).toBe('new');
  });

  it('calls a response that a fault made a fault', () => {
    expect(createStoryteller()(fee({}, {}, { status: 503, fault: 'status=503' })).did).toBe('fault');
    expect(createStoryteller()(fee({}, OK, { fault: 'latency=20' })).did).toBe('new');
  });

  it.each(['no response', 'a part', undefined] as const)('says what the client received: %s', (received) => {
    const entry = fee({ mTxId: 'order-1' }, OK, received === undefined ? {} : { received });
    const story = createStoryteller()(entry);
    const lost = received === undefined ? '' : ` (the client received ${received})`;

    expect(story.received).toBe(received);
    expect(storyText(story)).toBe(`order-1 → new e178a3fe… fee 2.43${lost}`);
  });

  it('shows an amount that was sent as text as text', () => {
    const tell = createStoryteller();

    expect(tell(fee({ amount: '100' }, OK)).amount).toBe('"100"');
    expect(tell(fee({ amount: 100 }, OK)).amount).toBe('100.00');
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [[1]],
    [{ sTxId: 5, transactionFee: {} }],
    [{ transactionFee: 2 }],
    [{ sTxId: '', message: 'ok' }],
  ])('tells nothing of the body %j', (body) => {
    const story = createStoryteller()({ status: 200, path: '/v1/ch', answer: { headers: {}, body } });

    expect(story.did).toBe('other');
    expect(storyText(story)).toBe('');
  });

  it('shortens generated identifiers only', () => {
    const tell = createStoryteller();

    expect(storyText(tell(fee({ mTxId: 'order-2026-11-23-000017' }, OK)))).toContain(
      'order-2026-11-23-000017 →',
    );
  });
});

it.each([
  [2.4, '2.40'],
  [3, '3.00'],
  [2.435, '2.435'],
  [107.97999999999999, '107.97999999999999'],
  [-1.5, '-1.50'],
  [1e21, '1e+21'],
])('%d are %s dollars', (value, text) => {
  expect(dollars(value)).toBe(text);
});

const { signal: closing } = new AbortController();
const STREAM = { backlog: [], matches: () => true, closing };

test('an exchange is masked once for all streams, and not where no stream shows it', async () => {
  const streams = createEntryStreams();
  let reads = 0;
  const exchange = {
    ...{ id: 'r-1', world: undefined, merchant: 'one', startedAt: 0, endedAt: 1, duration: 1 },
    get request() {
      reads += 1;

      return { method: 'POST', url: '/v1/ch', headers: {}, body: '{}' };
    },
    response: { status: 200, headers: {}, body: '{}' },
    ...{ overlooked: [], choices: {}, hints: [] },
  };
  const readsOf = (open: readonly boolean[]) => {
    const opened = open.map((shows) => streams.open({ ...STREAM, matches: () => shows }));
    reads = 0;
    streams.publish(exchange);
    for (const stream of opened) stream?.destroy();

    return { reads, closed: Promise.all(opened.map((stream) => stream?.toArray().catch(() => []))) };
  };
  const one = readsOf([true]);
  await one.closed;
  expect(one.reads).toBeGreaterThan(0);
  const four = readsOf([true, false, true, true]);
  await four.closed;
  expect(four.reads).toBe(one.reads);
  const none = readsOf([false]);
  await none.closed;
  expect(none.reads).toBe(0);
});

test('at most 64 streams are open, and one that ends makes room', async () => {
  const streams = createEntryStreams();
  const open = Array.from({ length: 64 }, () => streams.open(STREAM));
  expect(open.every((stream) => stream !== undefined)).toBe(true);
  expect(streams.open(STREAM)).toBeUndefined();
  open[0]?.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  const another = streams.open(STREAM);
  expect(another).toBeDefined();
  for (const stream of [...open, another]) stream?.destroy();
});
