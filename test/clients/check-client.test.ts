/** The runs of check-client, with clients that are functions of this process. */
import { expect, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { runClient } from '../../conformance/clients/run-client.ts';
import { checkClient, type RunContext } from '../../conformance/index.ts';
import { createFeeClient } from '../../src/client/index.ts';

const CART = { amount: 100, nicn: '424242', region: '85004' };

async function sell({ url, token }: RunContext): Promise<void> {
  const client = createFeeClient({ baseUrl: url, token, timeout: 1500 });
  const priced = await client.fee({ ...CART, mTxId: 'order-1' });
  if (priced.kind !== 'fee') throw new Error(`no fee: ${priced.kind}`);
  const sale = await client.sale({ sTxId: priced.sTxId });
  if (sale.kind !== 'sale') throw new Error(`no sale: ${sale.kind}`);
}

test.each([
  ['quick', 2],
  // An eighteenth run has late answers, which come after the timeout of this client.
  ['standard', 17],
] as const)('a client that passes costs %s %i runs', async (effort, expected) => {
  let runs = 0;
  const { verdict } = await checkClient({
    startMock,
    effort,
    seed: 1,
    selects: (id) => id !== 'client-tolerance/late-answers',
    onRun: () => {
      runs += 1;
    },
    run: sell,
  });

  expect({ verdict, runs }).toEqual({ verdict: 'conformant', runs: expected });
});

test('a form of refusals is not tried with a client that gets none', async () => {
  const { rules } = await checkClient({
    startMock,
    seed: 1,
    selects: (id) => id === 'client-tolerance/refusal-form',
    run: sell,
  });

  expect(rules.find(({ id }) => id === 'client-tolerance/refusal-form')).toMatchObject({
    outcome: 'skipped',
    reason: 'the command got no refusal, so that this was not tried (--choose refusal=html)',
  });
});

test.each([
  ['quick', ['client-flow/*', 'client-resilience'], 'inconclusive'],
  ['quick', ['client-flow/*'], 'conformant'],
  ['standard', ['client-resilience/gives-up'], 'conformant'],
] as const)(
  'at the effort %s, a client that passes with the must rules %j is %s',
  async (effort, must, expected) => {
    const { verdict, summary } = await checkClient({
      ...{ startMock, run: sell, effort, must, seed: 1 },
      selects: (id) => !id.startsWith('client-tolerance/'),
    });

    expect({ verdict, namesIt: summary.includes('--must client-resilience:') }).toEqual({
      verdict: expected,
      namesIt: expected === 'inconclusive',
    });
  },
);

test('the same seed gives the same report, times aside', async () => {
  const check = () => checkClient({ startMock, run: sell, effort: 'quick', seed: 7 });
  const timeless = (report: object) =>
    JSON.parse(JSON.stringify(report), (name, value) =>
      /^(?:durationMs|startedAt)$/.test(name) ? 0 : value,
    );

  expect(timeless(await check())).toEqual(timeless(await check()));
});

test('a client that ignores its signal is not waited for', async () => {
  const run = () => new Promise<void>(() => {});
  const options = { startMock, run, seed: 1, timeLimit: 50, grace: 50, signal: undefined };

  expect(await runClient({ choices: {}, faults: [] }, options)).toMatchObject({
    passed: false,
    ending: 'time-limit',
    reason: 'did not end within 0.05 s',
  });
});

test.each([
  ['cut by a column of 40 characters', (sTxId: string) => sTxId.slice(0, 40)],
  ['in lower case', (sTxId: string) => sTxId.toLowerCase()],
  [
    'in upper case, unless it is hexadecimal',
    (sTxId: string) => (/^[0-9a-f]+$/.test(sTxId) ? sTxId : sTxId.toUpperCase()),
  ],
  ['decoded as a form', (sTxId: string) => sTxId.replaceAll('+', ' ')],
  ['without the padding', (sTxId: string) => sTxId.replaceAll('=', '')],
])('an sTxId %s fails with the variation that shows it', async (_, change) => {
  const { rules } = await checkClient({
    startMock,
    effort: 'quick',
    seed: 1,
    async run({ url, token }) {
      const client = createFeeClient({ baseUrl: url, token });
      // Three in ten identifiers have a plus sign.
      for (let order = 0; order < 60; order += 1) {
        const priced = await client.fee(CART);
        if (priced.kind === 'fee') await client.sale({ sTxId: change(priced.sTxId) });
      }
    },
  });
  const failed = rules.filter(({ outcome }) => outcome === 'fail');

  expect(failed.map(({ id }) => id)).toEqual(['client-flow/uses-identifiers-it-was-given']);
  expect(failed[0]?.replay).toContain('--choose stxid-form=long');
});

test('requests at the same time are all counted and judged', async () => {
  const { verdict, requests } = await checkClient({
    startMock: async (settings) => {
      const mock = await startMock(settings);

      return { url: mock.url, token: mock.token, close: mock.close };
    },
    effort: 'quick',
    selects: (id) => id.startsWith('client-request/'),
    async run({ url, token }) {
      const client = createFeeClient({ baseUrl: url, token });
      for (let batch = 0; batch < 6; batch += 1)
        await Promise.all(Array.from({ length: 50 }, () => client.fee(CART)));
    },
  });

  expect({ verdict, requests }).toEqual({ verdict: 'conformant', requests: 300 });
});
