/** `checkClient` with a proxy before each mock: legal clients pass, and what one of them sends wrong the proxy sees too. */
import { expect, test } from 'vitest';
import { checkClient } from '../../conformance/index.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { MISTAKES, type RunShop } from '../selftest/mistakes.ts';
import { createShop, type ShopBehavior } from '../selftest/shop.ts';
import { STYLES } from '../selftest/styles.ts';
import { sampled } from '../support/sampled.ts';
import { failedIn, failedOf, startJudgedFront } from './judged-front.ts';

/** @returns what check-client fails, and what the proxies before its mocks fail */
async function judgeBoth(run: RunShop, selects: (id: ClientRuleId) => boolean) {
  const fronts: Awaited<ReturnType<typeof startJudgedFront>>[] = [];
  const { rules } = await checkClient({
    async startMock(settings) {
      const mock = await startMock({ ...settings, control: 'off', journal: 0 });
      const front = await startJudgedFront(mock.url);
      fronts.push(front);
      const close = async () => {
        await front.close();
        await mock.close();
      };

      return { url: front.url, token: mock.token, close };
    },
    ...{ run, selects, seed: 1, effort: 'quick' },
  });
  const reports = fronts.map(({ report }) => report());

  return {
    runs: fronts.length,
    check: failedIn(rules),
    client: [...new Set(reports.flatMap((report) => failedOf(report, 'client')))],
    service: reports.flatMap((report) => failedOf(report, 'service')),
  };
}

const isPassive = (id: string) => /^client-(?:request|flow)\//.test(id);

/** Mistakes that the proxy leaves open, since an ordinary client may look the same to it. */
const UNSEEN: Readonly<Partial<Record<ClientRuleId, string>>> = {
  'client-request/names-processor-with-several': 'the processors of the merchant are not known',
  'client-flow/sells-what-was-priced': 'the transaction may have been priced before the proxy started',
  'client-flow/prices-anew-by-identifier': 'an abandoned cart looks like one that was priced anew',
};

const FOUND = Object.entries(MISTAKES).filter(([id]) => isPassive(id) && !(id in UNSEEN));

test.each(sampled(FOUND, 3))('%s is found by check-client and by the proxy', async (id, run) => {
  const { check, client, service } = await judgeBoth(run, isPassive);

  expect(check).toContain(id);
  expect(client.toSorted()).toEqual(check.toSorted());
  expect(service).toEqual([]);
});

test.each(sampled(Object.entries(UNSEEN), 1))('%s is found by check-client alone: %s', async (id) => {
  const { check, client } = await judgeBoth(MISTAKES[id as ClientRuleId], isPassive);

  expect(check).toEqual([id]);
  expect(client).toEqual([]);
});

const CART = { amount: 100, nicn: '424242', region: '85004' };

function pricing(fields: object, behavior: ShopBehavior = {}): RunShop {
  return async (context) => {
    const { sTxId } = await createShop(context, behavior).fee(CART);
    await createShop(context, behavior).call('/v1/ch', { ...CART, ...fields });
    await createShop(context, behavior).sale({ sTxId });
  };
}

/** Of the same rules, what the proxy cannot take for anything else. */
const PLAIN: readonly (readonly [ClientRuleId, RunShop])[] = [
  ['client-request/has-required-fields', pricing({ region: undefined })],
  ['client-request/region-has-a-documented-form', pricing({ region: 'Arizona' })],
];

test.each(PLAIN)('%s is found by both where nothing else explains it', async (id, run) => {
  const { check, client } = await judgeBoth(run, isPassive);

  expect(check).toContain(id);
  expect(client).toContain(id);
});

test.each(sampled(STYLES, 3))(
  'a legal client passes, and the proxy agrees: $name',
  async ({ run, warnings = [] }) => {
    // Two seconds a response: the proxy adds nothing to what the rule is about.
    const { runs, check, client, service } = await judgeBoth(
      run,
      (id) => id !== 'client-tolerance/late-answers',
    );

    expect(runs).toBeGreaterThan(1);
    expect([...check, ...client].filter((id) => !warnings.some((one) => one === id))).toEqual([]);
    expect(service).toEqual([]);
  },
);
