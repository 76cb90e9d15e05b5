/** A soak's calls, made to mocks that retain what they should, less and more. */
import { expect, test } from 'vitest';
import { createMemoryLedger } from '../../src/ledger/memory.ts';
import { startMock } from '../../src/mock/index.ts';
import { createFeeCall } from '../fee-call.ts';
import { connect } from './caller.ts';
import { createKept } from './kept.ts';
import { createTraffic, type Traffic } from './traffic.ts';

const RETAIN = 20;
const STEPS = 200;

/** So many calls to a mock that retains so many, of which a soak expects 20. */
async function soaked(retain: number): Promise<Traffic['tally']> {
  await using mock = await startMock({ ledger: createMemoryLedger({ retain }) });
  await using connection = connect(Number(new URL(mock.url).port), await createFeeCall());
  const kept = createKept(RETAIN, 1);
  const traffic = createTraffic(kept, evenly());
  for (let number = 0; number < STEPS; number++) await traffic.step(connection, number);
  for (const transaction of kept.allOutside()) await traffic.miss(connection, transaction);
  for (const transaction of kept.allInside()) await traffic.sell(connection, transaction);

  return traffic.tally;
}

test('a mock that retains what it should passes, and is asked for all that there is to ask', async () => {
  const { opened, updated, sold, refused } = await soaked(RETAIN);

  expect(opened).toBeGreaterThan(STEPS / 3);
  expect(updated).toBeGreaterThan(10);
  expect(sold).toBeGreaterThan(10);
  expect(refused).toBeGreaterThan(10);
});

test('a mock that loses transactions is found out', async () => {
  await expect(soaked(RETAIN / 4)).rejects.toThrow(
    'of a transaction that is retained: expected an answer with an sTxId, got 4',
  );
});

test('a mock that keeps more than it was told to is found out', async () => {
  await expect(soaked(RETAIN * 100)).rejects.toThrow(
    'a sale of one no longer retained: expected a refusal, got 200',
  );
});

/** The same each time, and all over the place. */
function evenly(): () => number {
  let last = 1;

  return () => {
    last = (last * 16_807) % 2_147_483_647;
    return last / 2_147_483_647;
  };
}
