import { expect, test } from 'vitest';
import { createLearnedRate } from './learned-rate.ts';

/** Puts off at each of these times, in milliseconds, behind this many answers. */
function rateAfter(...epochs: readonly (readonly [at: number, answers: number])[]): number | undefined {
  const learned = createLearnedRate();
  for (const [at, answers] of epochs) {
    for (let n = 0; n < answers; n++) learned.answered();
    learned.putOff(at);
  }

  return learned.rate;
}

test('is what was answered between two times that a request was put off, less a margin', () => {
  expect(rateAfter([1000, 500])).toBeUndefined();
  expect(rateAfter([1000, 500], [2000, 100])).toBeCloseTo(95);
  expect(rateAfter([1000, 500], [1001, 0], [2000, 100])).toBeCloseTo(95);
});

test('grows as long as all is answered, until it is no limit', () => {
  const learned = createLearnedRate();
  learned.putOff(0);
  learned.answered();
  learned.putOff(1000);
  for (let n = 0; n < 200; n++) learned.answered();
  expect(learned.rate).toBeGreaterThan(5);
  for (let n = 0; n < 300; n++) learned.answered();
  expect(learned.rate).toBeUndefined();
});

test('is nothing where half of it is put off as often: then the rate is not the reason', () => {
  expect(rateAfter([0, 9], [100, 9], [300, 9])).toBeCloseTo(42.75);
  expect(rateAfter([0, 9], [100, 9], [300, 9], [600, 9], [900, 9])).toBeUndefined();
});
