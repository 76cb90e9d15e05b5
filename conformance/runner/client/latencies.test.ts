import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLatencyRecorder } from './latencies.ts';

function read(...times: readonly number[]) {
  const recorder = createLatencyRecorder();
  for (const ms of times) recorder.add(ms);

  return recorder.read();
}

test('without a response there are no latencies', () => {
  const recorder = createLatencyRecorder();
  recorder.addUnanswered();

  expect(recorder.read()).toBeUndefined();
});

test('percentiles are response times that occurred', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  expect(read(...hundred.toReversed())).toMatchObject({ answered: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  expect(read(7)).toMatchObject({ answered: 1, unanswered: 0, p50: 7, p95: 7, p99: 7, max: 7 });
});

test('the histogram starts and ends with a response', () => {
  expect(read(0, 3, 15, 15)?.buckets).toEqual([
    { upTo: 1, answers: 1 },
    { upTo: 2, answers: 0 },
    { upTo: 5, answers: 1 },
    { upTo: 10, answers: 0 },
    { upTo: 20, answers: 2 },
  ]);
  expect(read(300)?.buckets).toEqual([{ upTo: 500, answers: 1 }]);
});

test('every response is in one bucket, the slowest in the last', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600_000 }), { minLength: 1 }), (times) => {
      const { buckets, answered, max } = read(...times)!;

      expect(buckets.reduce((sum, { answers }) => sum + answers, 0)).toBe(answered);
      expect(buckets.at(-1)?.upTo).toBeGreaterThanOrEqual(max);
      expect(buckets.at(-1)?.answers).toBeGreaterThan(0);
      expect(buckets[0]?.answers).toBeGreaterThan(0);
    }),
  );
});
