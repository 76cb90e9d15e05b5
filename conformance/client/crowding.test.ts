import { describe, expect, test } from 'vitest';
import { createCrowding } from './crowding.ts';

const begin = () => createCrowding({ concurrency: 8, timeout: 1000 });

describe('the requests at the same time', () => {
  test.each([
    [10, 8],
    [62, 8],
    [150, 3],
    [300, 1],
    [900, 1],
  ])(
    'after an answer in %d ms to a request alone are %d, so that half of the time limit is enough',
    (ms, places) => {
      const crowding = begin();
      crowding.answered(ms, 1);

      expect(crowding.places).toBe(places);
    },
  );

  test('follow the fastest answer to a request alone, since the first one may have started a server', () => {
    const crowding = begin();
    crowding.answered(900, 1);
    crowding.answered(10, 1);

    expect(crowding.places).toBe(8);
  });

  test('are halved once for all answers that come late together', () => {
    const crowding = begin();
    for (let n = 0; n < 8; n++) crowding.answered(700, 8);

    expect(crowding.places).toBe(4);
  });

  test('grow again while answers come early', () => {
    const crowding = begin();
    crowding.answered(300, 1);
    for (let n = 0; n < 5; n++) crowding.answered(200, 1);

    expect(crowding.places).toBe(2);
  });
});

describe('a request that is not answered in time', () => {
  test('may be late because of the others where answers take long', () => {
    const crowding = begin();
    crowding.answered(600, 8);

    expect(crowding.timedOut(8)).toBe(true);
    expect(crowding.places).toBe(4);
  });

  test.each([
    ['alone', 600, 1],
    ['beside others that are answered quickly', 20, 8],
  ])('%s is not late because of others', (_, ms, underWay) => {
    const crowding = begin();
    crowding.answered(ms, 8);
    const { places } = crowding;

    expect(crowding.timedOut(underWay)).toBe(false);
    expect(crowding.places).toBe(places);
  });
});
