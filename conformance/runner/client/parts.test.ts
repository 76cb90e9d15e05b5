import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latenciesOf } from '../../report/latencies.ts';
import { type Connections, createConnectionSlots } from './connections.ts';
import { type BodyRead, readBody } from './read-body.ts';

function createSlots(count: number) {
  const opened: Connections[] = [];
  const closed: Connections[] = [];
  const slots = createConnectionSlots(count, () => {
    const connections: Connections = {
      request: () => Promise.reject(new Error('not sent')),
      close: async () => void closed.push(connections),
    };
    opened.push(connections);

    return connections;
  });
  const numberOf = (choice?: 'new' | 'same', during = async () => {}) =>
    slots.use(choice, async (connections) => {
      await during();

      return opened.indexOf(connections);
    });

  return { numberOf, opened, closed, slots };
}

test('requests one after another use one connection, and simultaneous ones use others', async () => {
  const { numberOf } = createSlots(2);

  expect([await numberOf(), await numberOf()]).toEqual([0, 0]);
  expect(await Promise.all([numberOf(), numberOf()])).toEqual([0, 1]);
});

test('a request that follows a response uses its connection, not one in flight', async () => {
  const { numberOf } = createSlots(2);
  const { promise: response, resolve: respond } = Promise.withResolvers<void>();
  const inFlight = numberOf(undefined, () => response);

  expect([await numberOf(), await numberOf()]).toEqual([1, 1]);
  respond();
  expect(await inFlight).toBe(0);
});

test('a sequence has a new connection, which other requests leave alone', async () => {
  const { numberOf, opened, closed } = createSlots(2);
  const numbers = [await numberOf(), await numberOf('new'), await numberOf(), await numberOf('same')];

  expect(numbers).toEqual([0, 1, 2, 1]);
  expect(await numberOf('new')).toBe(3);
  expect([closed.length, opened.length]).toEqual([2, 4]);
});

test('no more connections are open than there are slots', async () => {
  const { numberOf, opened, closed, slots } = createSlots(1);

  expect([await numberOf(), await numberOf('new'), await numberOf(), await numberOf('same')]).toEqual([
    0, 1, 1, 1,
  ]);
  expect(await numberOf(undefined, async () => void (await numberOf('new')))).toBe(1);
  expect(opened.length - closed.length).toBe(1);
  await slots.close();
  expect(closed).toEqual(opened);
});

const readLatencies = (...times: readonly number[]) => latenciesOf(times, 0);

test('without a response there are no latencies', () => {
  expect(latenciesOf([], 1)).toBeUndefined();
});

test('percentiles are response times that occurred', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  expect(readLatencies(...hundred.toReversed())).toMatchObject({
    answered: 100,
    p50: 50,
    p95: 95,
    p99: 99,
    max: 100,
  });
  expect(readLatencies(7)).toMatchObject({ answered: 1, unanswered: 0, p50: 7, p95: 7, p99: 7, max: 7 });
});

test('the histogram starts and ends with a response', () => {
  expect(readLatencies(0, 3, 15, 15)?.buckets).toEqual([
    { upTo: 1, answers: 1 },
    { upTo: 2, answers: 0 },
    { upTo: 5, answers: 1 },
    { upTo: 10, answers: 0 },
    { upTo: 20, answers: 2 },
  ]);
  expect(readLatencies(300)?.buckets).toEqual([{ upTo: 500, answers: 1 }]);
});

test('every response is in one bucket, the slowest in the last', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600_000 }), { minLength: 1 }), (times) => {
      const { buckets, answered, max } = readLatencies(...times)!;

      expect(buckets.reduce((sum, { answers }) => sum + answers, 0)).toBe(answered);
      expect(buckets.at(-1)?.upTo).toBeGreaterThanOrEqual(max);
      expect(buckets.at(-1)?.answers).toBeGreaterThan(0);
      expect(buckets[0]?.answers).toBeGreaterThan(0);
    }),
  );
});

const MAX_BYTES = 1000;
const TEXT = '{"message":"ok"}';

async function read(bytes: Buffer, encoding?: string): Promise<BodyRead> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += 300) yield bytes.subarray(start, start + 300);
  }

  return await readBody(chunks(), encoding, MAX_BYTES);
}

describe('a body is decompressed', () => {
  test.each([
    ['gzip', gzipSync(TEXT)],
    ['X-GZIP', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['zstd', zstdCompressSync(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
    ['identity', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(TEXT)],
    [undefined, Buffer.from(TEXT)],
  ])('from %s', async (encoding, bytes) => {
    expect(await read(bytes, encoding)).toEqual({ kind: 'complete', text: TEXT });
  });

  test('unless it is empty', async () => {
    expect(await read(Buffer.alloc(0), 'gzip')).toEqual({ kind: 'complete', text: '' });
  });
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(1e6))],
  ['br', brotliCompressSync(Buffer.alloc(1e6))],
  ['zstd', zstdCompressSync(Buffer.alloc(1e6))],
  ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(1e6)))],
])('a body is not decompressed beyond the limit: %s', async (encoding, bytes) => {
  expect(await read(bytes, encoding)).toMatchObject({ kind: 'too-large' });
});

test('a body beyond the limit is read up to it', async () => {
  expect(await read(Buffer.alloc(1e6, 'x'))).toEqual({ kind: 'too-large', text: 'x'.repeat(MAX_BYTES) });
});

test.each([
  ['other bytes', 'gzip', Buffer.from(TEXT)],
  ['half of a body', 'gzip', gzipSync(TEXT).subarray(0, 12)],
  ['four compressions', 'gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(TEXT))))],
])('%s cannot be decompressed', async (_, encoding, bytes) => {
  expect(await read(bytes, encoding)).toMatchObject({ kind: 'undecodable' });
});
