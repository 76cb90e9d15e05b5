/** Faults of sales and updates show what a client does with them: a sample of the corpus. */
import { expect, test } from 'vitest';
import { startMock } from '../../../cli/index.ts';
import { checkClient } from '../../../conformance/index.ts';
import { BROKEN, type Steps } from './broken.ts';
import { kit } from './kit.ts';
import { SOUND } from './sound.ts';

const RULES = [
  'client-flow/sells-once',
  'client-flow/sells-at-the-last-price',
  'client-resilience/repeats-safely',
];

/** In milliseconds; nothing is late in these runs. */
const TIMEOUT = 1_500;

async function failuresOf(steps: Steps | undefined): Promise<readonly string[]> {
  const { rules } = await checkClient({
    startMock,
    seed: 1,
    selects: (id) => RULES.includes(id),
    async run(context) {
      await steps?.(kit(context, TIMEOUT), context);
    },
  });

  return rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
}

test('a sale again with other fields, another order in its place, and a sale at an old price are found', async () => {
  const found = await Promise.all([
    failuresOf(BROKEN['a new authCode for each attempt of a sale']),
    failuresOf(BROKEN['the whole checkout again, under a new mTxId']),
    failuresOf(BROKEN['a sale at the old price where the update is lost']),
    failuresOf(SOUND['one order by mTxId, which it retries']),
  ]);

  expect(found).toEqual([
    ['client-flow/sells-once', 'client-resilience/repeats-safely'],
    ['client-resilience/repeats-safely'],
    ['client-flow/sells-at-the-last-price'],
    [],
  ]);
});
