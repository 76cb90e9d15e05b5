/** A defect of each rule that ordinary traffic shows is found by it, and the others are listed with the reason. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTraffic, type TrafficPricing } from '../../conformance/index.ts';
import { type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import { readObserved } from '../../src/contract/read-choices.ts';
import type { DefectName } from '../../src/contract/rule-ids.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import type { TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { createMock } from '../../src/mock/index.ts';
import { sampled } from '../support/sampled.ts';
import { legalCart, recordMock, shopAll, stumble } from '../support/traffic-source.ts';
import { AMBIGUOUS, PRICED, REFUSES, ruleOf, VISIBLE } from './shop.ts';

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

test.each(sampled(oneEach(VISIBLE), 1))('%s is found in ordinary traffic by its own rule', async (defect) => {
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

// A mock that takes on the choices of a report of traffic behaves as the service that was recorded.

const FEE = { amount: 100, nicn: '424242', region: '85004' };

/** Choices that ordinary and odd clients show; the other ones are limits that clients rarely reach. */
const SHOWN: readonly ChoiceName[] = [
  'success-status',
  'sale-status',
  'extra-response-fields',
  'number-form',
  'field-order',
  'json-layout',
  'response-media-type',
  'stxid-form',
  'refusal',
  'refusal-status',
  'malformed-json-status',
  'unknown-transaction-status',
  'missing-token',
  'expired-token',
  'partial-update',
  'update-after-sale',
  'update-to-another-card',
  'second-sale',
  'rate-limiting',
];

/** Only acceptance shows: a refusal may have another reason. The default of the mock is the other option. */
const SHOWN_IF_ACCEPTED: readonly (readonly [ChoiceName, string])[] = [
  ['missing-x-requested-with', 'take'],
  ['unknown-stxid-on-fee', 'open'],
  ['mismatched-identifiers', 'stxid-decides'],
  ['unknown-request-fields', 'ignore'],
  ['null-optional-fields', 'ignore'],
  ['zero-amount', 'take'],
];

type Source = ReturnType<typeof recordMock>;

async function choicesSeen(
  choices: Choices,
  shop: (source: Source, expired: string) => Promise<void> = everything,
): Promise<Choices> {
  await using mock = await createMock({ choices });
  const source = recordMock(mock);
  await shop(source, mock.token('one', { expiresIn: -3600 }));
  async function* inOrder(): AsyncIterable<TrafficEvent> {
    // A token that the mock has issued an hour late: the clock of the recording is that of the mock.
    for (const event of source.events)
      yield { ...event, exchange: { ...event.exchange, startedAt: Date.now() } };
  }
  const { sides } = await checkTraffic({ events: inOrder(), target: 'recording', sides: ['service'] });

  return readObserved(sides[0]?.choices ?? {}).choices;
}

async function everything({ fee, sale }: Source, expired: string): Promise<void> {
  for (let round = 0; round < 12; round++) {
    const mTxId = `order-${round}`;
    const { sTxId } = await fee({ ...FEE, amount: 10 + round * 0.37, mTxId });
    await fee({ nicn: '424242', region: '85004' });
    await fee({ ...FEE, nicn: '42424' });
    await fee('{"amount":100,');
    await fee(FEE, { headers: { authorization: null } });
    await fee(FEE, { headers: { authorization: `Bearer ${expired}` } });
    await fee(FEE, { headers: { 'x-requested-with': null } });
    await fee({ ...FEE, colour: 'red' });
    await fee({ ...FEE, campaign: null });
    await fee({ ...FEE, amount: 0 });
    await fee({ ...FEE, sTxId: `4f3a91c2d7e84b06a5c3f1e2d3b4a5${10 + round}` });
    await sale({ sTxId: `4f3a91c2d7e84b06a5c3f1e2d3b4a5${10 + round}` });
    await fee({ amount: 55, sTxId });
    await fee({ ...FEE, nicn: '411111', sTxId });
    const other = `other-${round}`;
    await fee({ ...FEE, mTxId: other });
    await fee({ ...FEE, sTxId, mTxId: other });
    await sale({ sTxId });
    await fee({ ...FEE, amount: 400, sTxId });
    await sale({ sTxId, authCode: 'B2' });
  }
}

const ALL = [
  ...SHOWN.flatMap((name) => optionsOf(name).map((option) => [name, option] as const)),
  ...SHOWN_IF_ACCEPTED,
];

/** No response tells these from another option. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  'second-sale=keep': 'replace',
  'field-order=alphabetical': 'reversed',
};

test.each(sampled(ALL, 3))(
  '%s=%s is seen in traffic, and again with a mock like it',
  async (name, option) => {
    const seen = await choicesSeen({ [name]: option } as Choices);

    expect(seen[name]).toBe(LOOKS_LIKE[`${name}=${option}`] ?? option);
    expect(await choicesSeen(seen)).toEqual(seen);
  },
);

test.each(optionsOf('refusal'))(
  'refusal=%s is seen in a cart whose region or card is refused',
  async (option) => {
    const seen = await choicesSeen({ refusal: option } as Choices, async ({ fee }) => {
      for (let order = 0; order < 4; order++) {
        await fee({ ...FEE, amount: 10 + order, mTxId: `order-${order}` });
        await fee({ ...FEE, region: 'Arizona', mTxId: `wrong-${order}` });
        await fee({ ...FEE, nicn: '4242', mTxId: `short-${order}` });
      }
    });

    expect(seen['refusal']).toBe(option);
  },
);
