/** The examples, and the typed client in them, are judged as clients; with one line broken they are not conformant. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { checkClient, type RunContext } from '../../conformance/index.ts';
import { createCheckout } from '../../examples/checkout.ts';
import { ROOT } from '../shape/source-files.ts';
import { ownFolder } from '../support/folders.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Rules whose runs last as long as the timeout of the client, and the two seconds of a late answer. */
const LONG = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

function check(run: (context: RunContext) => Promise<void>) {
  return checkClient({ startMock, run, seed: 1, timeLimit: 20_000, selects: (id) => !LONG.includes(id) });
}

const cart = { order: 'order-1', amount: 100, nicn: '424242', zip: '85004' };

test('the checkout of the examples is conformant', async () => {
  const { verdict, rules } = await check(async ({ url, token }) => {
    const checkout = createCheckout(url, token);
    await checkout.fee(cart);
    await checkout.fee({ ...cart, amount: 250 });
    await checkout.sold(cart.order, '012345');
  });

  expect(rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable')).toEqual([]);
  expect(verdict).toBe('conformant');
});

/** Runs a module of the example, with an address and a token in the environment. */
function runExample(text: string) {
  const folder = ownFolder();
  let runs = 0;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);

  return async ({ url, token }: RunContext) => {
    runs += 1;
    const file = join(folder, `order-${runs}.ts`);
    writeFileSync(file, text);
    vi.stubEnv('TOLLGATE_URL', url);
    vi.stubEnv('TOLLGATE_TOKEN', token);
    await import(/* @vite-ignore */ file);
  };
}

const ORDER = readFileSync(join(ROOT, 'examples/client/order.ts'), 'utf8');

test('the example of the typed client is conformant', async () => {
  const { verdict, summary } = await check(runExample(ORDER));

  expect(verdict, summary).toBe('conformant');
});

test.each([
  ["region: 'ZZ'", "region: 'nowhere'", ['client-request/region-has-a-documented-form']],
  [
    "second.kind === 'fee' ? await client",
    "second.kind !== 'sale' ? await client",
    // It sells whatever came of the fee call: after a refusal, and after a lost response.
    ['client-flow/sells-what-was-priced', 'client-resilience/no-sale-after-refused-fee'],
  ],
])('the example with %s replaced by %s breaks %s', async (line, broken, expected) => {
  const text = ORDER.replace(line, broken);
  const { verdict, rules } = await check(runExample(text));

  expect(text).not.toBe(ORDER);
  expect(verdict).toBe('nonconformant');
  expect(
    rules.filter(({ level, outcome }) => level === 'must' && outcome === 'fail').map(({ id }) => id),
  ).toEqual(expected);
});
