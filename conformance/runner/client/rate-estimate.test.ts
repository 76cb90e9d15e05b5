import { expect, test } from 'vitest';
import { createRateEstimate } from './rate-estimate.ts';

/** Throttles at each of these times, in milliseconds, after this many responses. */
function rateAfter(...epochs: readonly (readonly [at: number, answers: number])[]): number | undefined {
  const estimate = createRateEstimate();
  for (const [at, answers] of epochs) {
    for (let n = 0; n < answers; n++) estimate.answered();
    estimate.throttled(at);
  }

  return estimate.rate;
}

test('the rate is the number of responses between two throttled requests, less a margin', () => {
  expect(rateAfter([1000, 500])).toBeUndefined();
  expect(rateAfter([1000, 500], [2000, 100])).toBeCloseTo(95);
  expect(rateAfter([1000, 500], [1001, 0], [2000, 100])).toBeCloseTo(95);
});

test('the rate grows with each response until it is no limit', () => {
  const estimate = createRateEstimate();
  estimate.throttled(0);
  estimate.answered();
  estimate.throttled(1000);
  for (let n = 0; n < 200; n++) estimate.answered();
  expect(estimate.rate).toBeGreaterThan(5);
  for (let n = 0; n < 300; n++) estimate.answered();
  expect(estimate.rate).toBeUndefined();
});

test('there is no rate where half of it is throttled as often: then the rate is not the reason', () => {
  expect(rateAfter([0, 9], [100, 9], [300, 9])).toBeCloseTo(42.75);
  expect(rateAfter([0, 9], [100, 9], [300, 9], [600, 9], [900, 9])).toBeUndefined();
});
