import { expect, test } from 'vitest';
import { createEntryStreams } from './stream-entries.ts';

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
