/** Content that is refused: which rules and fields a refusal names, and how long it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Ask,
  asking,
  BASELINE,
  FEE,
  pointersOf,
  problemOf,
  rulesOf,
  SALE,
} from '../../test/support/ask-mock.ts';

import { MUST_RULES, SHOULD_RULES } from '../contract/rule-ids.ts';
import { type RunningMock, startMock } from './index.ts';

let mock: RunningMock;
let ask: Ask;

beforeAll(async () => {
  mock = await startMock();
  ask = asking(mock);
});
afterAll(() => mock.close());

describe('content that is refused', () => {
  it('tells everything at once: headers, body, and what the fees object to', async () => {
    const body = {
      amount: -5,
      nicn: '4242424242424242',
      region: 'ZZ',
      totalAmount: '3',
      processor: 'unknown',
    };
    const answer = await ask(FEE, body, { 'x-requested-with': 'fetch' });

    expect(answer.status).toBe(422);
    expect(pointersOf(problemOf(answer)).toSorted()).toEqual([
      '/amount',
      '/nicn',
      '/processor',
      '/region',
      '/totalAmount',
      'header X-Requested-With',
    ]);
  });

  it.each([
    ['processor/refuses-unknown', { processor: 'unknown' }],
    ['region/refuses-unknown', { region: 'ZZ' }],
    ['fee-request/refuses-negative-amount', { amount: -0.01 }],
    ['multi-pay/refuses-part-over-total', { totalAmount: 99.99 }],
    ['nicn/refuses-fewer-than-6-digits', { nicn: '42424' }],
    ['nicn/refuses-more-than-8-digits', { nicn: '424242424' }],
    ['nicn/refuses-non-digits', { nicn: '42424x' }],
    ['fee-request/requires-amount', { amount: undefined }],
    ['fee-request/requires-nicn', { nicn: undefined }],
    ['fee-request/requires-region', { region: undefined }],
    ['fee-request/refuses-wrong-types', { data: null }],
  ])('names the rule %s', async (rule, fields) => {
    const answer = await ask(FEE, { ...BASELINE, ...fields });

    expect(answer.status).toBe(422);
    expect(rulesOf(problemOf(answer))).toEqual([rule]);
  });

  it('compares a part with its total to the cent, as clients add amounts up in binary floats', async () => {
    expect((await ask(FEE, { ...BASELINE, amount: 0.1 + 0.2, totalAmount: 0.3 })).status).toBe(200);
    expect((await ask(FEE, { ...BASELINE, amount: 0.31, totalAmount: 0.3 })).status).toBe(422);
  });

  it('names the rule of a processor that has to be chosen', async () => {
    expect(rulesOf(problemOf(await asking(mock, 'several')(FEE, BASELINE)))).toEqual([
      'processor/required-with-several',
    ]);
  });

  it('says nothing of a field that it could not judge', async () => {
    const broken = problemOf(await ask(FEE, { ...BASELINE, country: 124, region: 'ON' }));

    expect(pointersOf(broken)).toEqual(['/country']);
  });

  it('names the rules of identifiers that lead to no transaction', async () => {
    const { sTxId } = (await ask(FEE, BASELINE)).json() as { sTxId: string };
    await ask(FEE, { ...BASELINE, mTxId: 'another' });

    expect(rulesOf(problemOf(await ask(SALE, { sTxId: 'unknown' })))).toEqual([
      'sale/refuses-unknown-transaction',
    ]);
    expect(rulesOf(problemOf(await ask(SALE, { mTxId: 'unknown' })))).toEqual([
      'sale/refuses-unknown-transaction',
    ]);
    expect(rulesOf(problemOf(await ask(SALE, { sTxId, mTxId: 'another' })))).toEqual([
      'sale/refuses-mismatched-identifiers',
    ]);
    expect(rulesOf(problemOf(await ask(SALE, {})))).toEqual(['sale/requires-stxid-or-mtxid']);
    expect(pointersOf(problemOf(await ask(FEE, { ...BASELINE, sTxId: 'unknown' })))).toEqual(['/sTxId']);
  });

  it('names rules of the catalogue only', async () => {
    const { violations = [] } = problemOf(
      await ask(FEE, { amount: 'x', nicn: 'x', region: 1, campaign: [1] }),
    );
    const catalogue: readonly (string | undefined)[] = [...MUST_RULES, ...SHOULD_RULES];

    expect(violations).toHaveLength(5);
    expect(violations.every(({ rule }) => catalogue.includes(rule))).toBe(true);
  });

  it('never repeats a card number, wherever it stood', async () => {
    const card = '4242424242424242';
    problemOf(await ask(FEE, { amount: card, nicn: card, region: card, processor: card, campaign: card }));
    problemOf(await ask(SALE, { sTxId: card }));
    problemOf(await ask(FEE, `{"nicn": ${card}x}`));
    problemOf(await ask(`/v1/${card}`, {}));
    problemOf(await ask(FEE, {}, { authorization: `Bearer ${card}`, 'content-type': `text/${card}` }));
  });

  it('is refused in a few kilobytes, however much is wrong', async () => {
    const answer = await ask(FEE, { ...BASELINE, campaign: Array.from({ length: 20_000 }, () => 1) });

    expect(answer.text.length).toBeLessThan(50_000);
    expect(problemOf(answer).detail).toMatch(
      /; and more than 500 more\. Correct it and send the request again\.$/,
    );
  });

  it('is refused in time that hardly grows with the number of violations', async () => {
    const entries = Array.from({ length: 400_000 }, () => 1);
    const begin = process.cpuUsage();
    const answer = await ask(FEE, { ...BASELINE, campaign: entries });

    expect(problemOf(answer).violations).toHaveLength(100);
    // In microseconds. It took 1.4 s.
    expect(process.cpuUsage(begin).user).toBeLessThan(700_000);
  });

  it('is refused for an entry at the end of a long array', async () => {
    const campaign = [...Array.from({ length: 5000 }, () => 'a'), 7];

    expect(problemOf(await ask(FEE, { ...BASELINE, campaign })).violations).toMatchObject([
      { pointer: '/campaign/5000', expected: 'a string', got: '7' },
    ]);
  });
});
