/** A defect of each rule that ordinary traffic shows is found by it, and the others are listed with the reason. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTraffic, type TrafficPricing } from '../../conformance/index.ts';
import type { DefectName } from '../../src/contract/rule-ids.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import type { TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { createMock } from '../../src/mock/index.ts';
import { legalCart, shopAll, stumble } from '../support/ordinary-clients.ts';
import { sampled } from '../support/sampled.ts';
import { recordMock } from '../support/traffic-source.ts';
import { AMBIGUOUS, PRICED, REFUSES, ruleOf, VISIBLE } from './visible-defects.ts';

const CARTS = fc.sample(legalCart, { numRuns: 60, seed: 1 });

async function* inOrder(events: readonly TrafficEvent[]) {
  yield* events;
}

async function rulesFailedBy(defect: DefectName, pricing?: TrafficPricing): Promise<readonly string[]> {
  await using mock = await createMock({ defects: [defect] });
  const source = recordMock(mock);
  await shopAll(CARTS, source);
  await stumble(source);
  await shopAll(
    CARTS.map((cart) => ({ ...cart, by: 'sTxId' })),
    source,
  );
  const events = inOrder(source.events);
  const { sides } = await checkTraffic({ events, target: 'recording', sides: ['service'], pricing });

  return sides.flatMap(({ rules }) => rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id));
}

/** The selftest judges each variant: here one for each rule shows that its traffic is enough. */
const oneEach = (defects: readonly DefectName[]) => [
  ...new Map(defects.toReversed().map((defect) => [ruleOf(defect), defect])).values(),
];

test.each(sampled(oneEach(VISIBLE), 2))('%s is found in ordinary traffic by its own rule', async (defect) => {
  expect(await rulesFailedBy(defect)).toContain(ruleOf(defect));
});

test.each(sampled(oneEach([...REFUSES, ...AMBIGUOUS]), 1))(
  '%s is not taken for another defect',
  async (defect) => {
    expect(await rulesFailedBy(defect)).toEqual([]);
  },
);

test.each(sampled(oneEach(PRICED), 1))('%s is found with the prices of the merchants', async (defect) => {
  const path = 'fixtures/merchants/merchants.yaml';
  const pricing = { path, merchants: parseMerchants(readFileSync(path, 'utf8'), path) };

  expect(await rulesFailedBy(defect, pricing)).toContain(ruleOf(defect));
});
