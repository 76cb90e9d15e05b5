/** A client that only its test runner ends has no time limit; one that ends by its own limit says nearly the same. */
import { expect, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { checkClient } from '../../conformance/index.ts';
import { CART, FEE, kit, SALE } from './corpus/kit.ts';

/** In milliseconds: a busy machine answers within it. */
const LIMIT = 1000;

/** @param message with which the test fails after the limit, be it that of the client or of its runner */
async function outcomeFor(message: string): Promise<string | undefined> {
  const { rules } = await checkClient({
    ...{ startMock, seed: 1, timeLimit: 60_000 },
    selects: (id) => id === 'client-resilience/gives-up',
    async run(context) {
      const { post } = kit(context, LIMIT);
      const send = (path: string, fields: object) =>
        post(path, { ...fields }).catch((error: Error) => {
          throw error.name === 'TimeoutError' ? new Error(message) : error;
        });
      const { body } = await send(FEE, CART);
      await send(SALE, { sTxId: body['sTxId'] });
    },
  });

  return rules.find(({ id }) => id === 'client-resilience/gives-up')?.outcome;
}

test.concurrent.each([
  'Test timed out in 5000ms.',
  'Exceeded timeout of 5000 ms for a test.',
  'Test timeout of 30000ms exceeded.',
  'Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called',
  'Failed: Timeout (>5.0s) from pytest-timeout.',
  'panic: test timed out after 5s',
  'sells() timed out after 5 seconds',
  'failed: ended with exit code 124',
])('a test runner ends the request: %s', async (message) => {
  expect(await outcomeFor(message)).toBe('fail');
});

test.concurrent.each([
  'timeout of 2000ms exceeded',
  'Operation timed out after 2001 milliseconds with 0 bytes received',
  'Request timed out after 2000 ms',
  'ReadTimeout: timeout 2.0 s',
])('the client ends the request itself: %s', async (message) => {
  expect(await outcomeFor(message)).toBe('pass');
});
