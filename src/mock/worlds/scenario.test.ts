/** Each scenario, by every way to choose it. */
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf } from '../../../test/support/ask-mock.ts';
import { parseMerchants } from '../../engine/index.ts';
import { createMock, type Mock } from '../index.ts';
import { parseMockFile } from '../read-merchants.ts';
import { SHIPPED_SCENARIOS } from './scenario.ts';

/** For each scenario what its first three fee calls get: a fee, or another status. */
const EXPECTED: Readonly<Record<string, readonly unknown[]>> = {
  debit: [0, 0, 0],
  'no-surcharge-state': [0, 0, 0],
  'fee-capped': [1, 1, 1],
  'card-unknown': [422, 422, 422],
  'price-changed': [1, 2.43, 2.43],
  busy: [429, 429, 2.43],
  down: [503, 503, 503],
  'answer-lost': ['lost', 2.43, 2.43],
  'refused-with-200': ['refused', 'refused', 'refused'],
};

async function outcomeOf(
  mock: Mock,
  { scenario, path = FEE }: { readonly scenario?: string; readonly path?: string } = {},
): Promise<unknown> {
  const answer = await asking(mock)(
    path,
    BASELINE,
    scenario === undefined ? {} : { 'tollgate-scenario': scenario },
  ).catch(() => undefined);
  if (answer === undefined) return 'lost';
  const { transactionFee, message } = fieldsOf(answer);
  if (answer.status !== 200) return answer.status;

  return message === 'ok' ? transactionFee : 'refused';
}

it('has an expectation for every scenario', () => {
  expect([...Object.keys(EXPECTED), 'slow'].toSorted()).toEqual(Object.keys(SHIPPED_SCENARIOS).toSorted());
});

describe.each(Object.entries(EXPECTED))('%s', (name, outcomes) => {
  it('is chosen for all calls at the start, until a reset begins it anew', async () => {
    await using mock = await createMock({ scenario: name });
    const first = [await outcomeOf(mock), await outcomeOf(mock), await outcomeOf(mock)];
    await mock.reset();

    expect(first).toEqual(outcomes);
    expect(await outcomeOf(mock)).toBe(outcomes[0]);
  });

  it('is chosen for one call by its header, which leaves other calls alone', async () => {
    await using mock = await createMock();

    expect([
      await outcomeOf(mock, { scenario: name }),
      await outcomeOf(mock),
      await outcomeOf(mock, { scenario: name }),
    ]).toEqual([outcomes[0], 2.43, outcomes[0]]);
  });
});

it('slow delays the response', async () => {
  await using mock = await createMock();

  expect(await outcomeOf(mock, { scenario: 'slow' })).toBe(2.43);
  expect(mock.journal()).toMatchObject([{ fault: 'latency=3000' }]);
});

describe('a scenario', () => {
  it('is chosen and ended in code, for the mock or one of its worlds', async () => {
    await using mock = await createMock();
    await mock.world('one').useScenario('debit');

    expect([await outcomeOf(mock), await outcomeOf(mock, { path: '/w/one/v1/ch' })]).toEqual([2.43, 0]);
    await mock.useScenario('down');
    expect([await outcomeOf(mock), await outcomeOf(mock, { path: '/w/one/v1/ch' })]).toEqual([503, 0]);
    await mock.useScenario();
    expect(await outcomeOf(mock)).toBe(2.43);
    await expect(mock.useScenario('debitt')).rejects.toThrow(
      /^scenario: expected one of debit, .*mean debit\?/,
    );
  });

  it('is chosen and ended by the control API, and named by each response', async () => {
    await using mock = await createMock();
    const control = async (method: 'GET' | 'POST' | 'DELETE', body?: object) =>
      fieldsOf(
        await mock.inject({
          ...{ method, path: '/_tollgate/scenarios' },
          ...(body && { body, headers: { 'content-type': 'application/json' } }),
        }),
      );

    expect(await control('POST', { scenario: 'fee-capped' })).toMatchObject({ scenario: 'fee-capped' });
    const { headers } = await asking(mock)(FEE, BASELINE);
    expect(headers['tollgate-scenario']).toBe('fee-capped');
    const explained = await mock.inject({
      method: 'GET',
      path: `/_tollgate/journal/${headers['request-id']}/fee`,
    });
    expect(fieldsOf(explained)).toMatchObject({ transactionFee: 1, explanation: { transactionFee: 1 } });
    expect(fieldsOf(explained)['unexplained']).toBeUndefined();
    expect(await control('POST', { scenario: 'nope' })).toMatchObject({ status: 422 });
    expect(await control('DELETE')).not.toHaveProperty('scenario');
    expect(await control('GET')).toMatchObject({
      scenarios: Object.entries(SHIPPED_SCENARIOS).map(([name, { about }]) => ({ name, about })),
    });
  });

  it('refuses a header that names none', async () => {
    await using mock = await createMock();
    const answer = await asking(mock)(FEE, BASELINE, { 'tollgate-scenario': 'x' });

    expect([answer.status, fieldsOf(answer)['detail']]).toEqual([
      400,
      expect.stringMatching(/^header Tollgate-Scenario: expected one of debit, .*, got "x"/),
    ]);
  });

  it('can be one of the user, beside faults and choices of the mock', async () => {
    await using mock = await createMock({
      merchants: parseMerchants(
        'merchants: { shop: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "9.99" } }] } }',
        'shop.yaml',
      ),
      faults: ['amount=13: status=500'],
      choices: { 'sale-status': '202' },
      scenarios: {
        cheap: {
          about: 'Each fee is 1.50.',
          choices: { 'success-status': '201' },
          merchant: { pricing: { model: 'flat', fixed: '1.50' } },
        },
      },
    });
    await mock.useScenario('cheap');
    const answer = await asking(mock)(FEE, BASELINE);

    expect([answer.status, fieldsOf(answer)['transactionFee']]).toEqual([201, 1.5]);
    expect((await asking(mock)(FEE, { ...BASELINE, amount: 13 })).status).toBe(500);
    expect(mock.choices.list()).toEqual({ 'sale-status': '202' });
  });

  it.each([
    ['{ odd: {} }', 'scenarios.odd.about: expected a string that is not empty'],
    ['{ "a b": { about: a } }', 'scenarios: expected names of letters, digits, dots and hyphens, got "a b"'],
    [
      '{ odd: { about: a, choices: { refusal: no } } }',
      'scenarios.odd.choices.refusal: expected one of problem,',
    ],
    [
      '{ odd: { about: a, choices: { success-status: 201 } } }',
      'expected one of "200", "201", "202", got 201',
    ],
    ['{ odd: { about: a, clock: [] } }', 'scenarios.odd.clock: expected'],
    ['{ odd: { about: a, fault: [] } }', 'scenarios.odd.fault: unknown key'],
    ['{ odd: { about: a, merchant: { rules: [] } } }', 'scenarios.odd.merchant.rules: expected'],
    [
      '{ odd: { about: a, merchant: { cards: { unknown: gold } } } }',
      'scenarios.odd.merchant.cards.unknown: ',
    ],
    [
      '{ odd: { about: a, merchant: { pricing: { model: flat } } } }',
      'scenarios.odd.merchant.pricing.fixed: ',
    ],
  ])('of a merchant file is refused as %s', (scenarios, problem) => {
    const shop = '{ processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "1" } }] }';

    expect(() =>
      parseMockFile(`merchants: { shop: ${shop} }\nscenarios: ${scenarios}`, 'shops.yaml'),
    ).toThrow(problem);
  });

  it('that is malformed is refused with all its problems', async () => {
    const scenarios = {
      odd: { about: 'Odd.', clock: ['2026-02-30'], faults: [JSON.parse('{"then":{"status":200}}')] },
    };

    await expect(createMock({ scenarios: scenarios as never })).rejects.toThrow(
      /scenarios\.odd\.faults\[0\]\.then\.status: expected .*\n.*scenarios\.odd\.clock\[0\]: expected a day/,
    );
  });
});
