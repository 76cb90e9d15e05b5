/** Each defect that ordinary traffic shows is found by its own rule, and each other one is listed with the reason. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTraffic, type TrafficPricing } from '../../conformance/index.ts';
import { DECISIONS } from '../../conformance/traffic/decisions.ts';
import type { DefectName, RuleId } from '../../src/contract/rule-ids.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';
import { createMock } from '../../src/mock/index.ts';
import type { TrafficEvent } from '../../src/traffic/traffic-event.ts';
import { legalCart, shopAll, stumble } from '../support/ordinary-clients.ts';
import { sampled } from '../support/sampled.ts';
import { recordMock } from '../support/traffic-source.ts';

const CARTS = fc.sample(legalCart, { numRuns: 60, seed: 1 });

/** The defect refuses, which may have reasons, or it shows only in calls that ordinary clients do not send. */
const REFUSES: readonly DefectName[] = [
  'identity/state-machine:sale-by-mtxid-after-an-update',
  'identity/state-machine:late-mtxid-after-an-update',
  'sale/accepts-stxid',
  'sale/accepts-stxid:for-several',
  'sale/accepts-mtxid',
  'sale/accepts-mtxid:for-several',
  'sale/accepts-mtxid:without-authcode',
  'sale/accepts-both',
];

/** What a response says may as well be a refusal, or another process may have named the transaction. */
const AMBIGUOUS: readonly DefectName[] = [
  'fee-response/has-message-ok:on-updates-by-both',
  'identity/update-by-mtxid-keeps-stxid:after-a-refused-sale',
  'identity/state-machine:mtxid-of-an-update',
  'identity/state-machine:mtxid-of-an-update-for-several',
  'identity/state-machine:update-after-a-sale-for-several',
  'identity/state-machine:second-mtxid',
];

/** Only with the prices of the merchants. */
const PRICED: readonly DefectName[] = DEFECT_NAMES.filter((name) =>
  ['processor/required-with-several', 'fee/matches-reference'].includes(ruleOf(name)),
);

const VISIBLE = DEFECT_NAMES.filter(
  (name) =>
    DECISIONS.get(ruleOf(name))?.kind === 'judged' && ![...REFUSES, ...AMBIGUOUS, ...PRICED].includes(name),
);

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

test.each(sampled(VISIBLE, 8))('%s is found in ordinary traffic by its own rule', async (defect) => {
  expect(await rulesFailedBy(defect)).toContain(ruleOf(defect));
});

test.each(sampled([...REFUSES, ...AMBIGUOUS], 3))('%s is not taken for another defect', async (defect) => {
  expect(await rulesFailedBy(defect)).toEqual([]);
});

test.each(PRICED)('%s is found with the prices of the merchants', async (defect) => {
  const path = 'fixtures/merchants/merchants.yaml';
  const pricing = { path, merchants: parseMerchants(readFileSync(path, 'utf8'), path) };

  expect(await rulesFailedBy(defect, pricing)).toContain(ruleOf(defect));
});

function ruleOf(defect: DefectName): RuleId {
  return defect.replace(/:.*$/, '') as RuleId;
}
