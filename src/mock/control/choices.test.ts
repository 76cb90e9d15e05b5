import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { CHOICE_NAMES, optionsOf } from '../../contract/choices.ts';
import { createMock, type Mock, type MockOptions } from '../index.ts';

interface Listed {
  readonly name: string;
  readonly option: string;
  readonly atStart: string;
  readonly options: readonly { readonly option: string; readonly meaning: string }[];
}

async function send(mock: Pick<Mock, 'inject'>, method: 'GET' | 'POST' | 'DELETE', body?: unknown) {
  const headers = { 'content-type': 'application/json' };

  return mock.inject({
    method,
    path: '/_tollgate/choices',
    ...(body === undefined ? {} : { headers, body }),
  });
}

async function optionOf(mock: Pick<Mock, 'inject'>, name: string): Promise<Listed | undefined> {
  const { choices } = fieldsOf(await send(mock, 'GET')) as { readonly choices: readonly Listed[] };

  return choices.find((choice) => choice.name === name);
}

describe('choices', () => {
  it('are listed with all their options, those of the start among them', async () => {
    await using mock = await createMock({ choices: { 'second-sale': 'refuse' } });
    const { choices } = fieldsOf(await send(mock, 'GET')) as { readonly choices: readonly Listed[] };

    expect(choices.map(({ name }) => name)).toEqual(CHOICE_NAMES);
    for (const { name, options } of choices)
      expect(options.map(({ option }) => option)).toEqual(optionsOf(name as (typeof CHOICE_NAMES)[number]));
    expect(await optionOf(mock, 'second-sale')).toMatchObject({ option: 'refuse', atStart: 'refuse' });
    expect(await optionOf(mock, 'success-status')).toMatchObject({ option: '200', atStart: '200' });
  });

  it('are made while the mock runs, keep the others, and are reset to those of the start', async () => {
    await using mock = await createMock({ choices: { 'success-status': '201' } });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    const sell = async () => (await ask(SALE, { sTxId })).status;
    await sell();
    expect(await sell()).toBe(200);

    expect((await send(mock, 'POST', { 'second-sale': 'refuse', 'refusal-status': '409' })).status).toBe(200);
    expect(await sell()).toBe(409);
    expect((await ask(FEE, BASELINE)).status).toBe(201);
    expect(mock.choices.list()).toEqual({
      'success-status': '201',
      'second-sale': 'refuse',
      'refusal-status': '409',
    });

    expect((await send(mock, 'DELETE')).status).toBe(200);
    expect(await sell()).toBe(200);
    expect((await ask(FEE, BASELINE)).status).toBe(201);
  });

  it('belong to one world, and a reset of the world resets them', async () => {
    await using mock = await createMock();
    const [ask, askWorld] = [asking(mock), (body: unknown) => asking(mock)('/w/one/v1/ch', body)];
    await mock.world('one').choices.use({ 'success-status': '202' });

    expect((await ask(FEE, BASELINE)).status).toBe(200);
    expect((await askWorld(BASELINE)).status).toBe(202);
    await mock.world('one').reset();
    expect((await askWorld(BASELINE)).status).toBe(200);
    await send(mock, 'POST', { 'success-status': '201' });
    await mock.inject({ method: 'POST', path: '/_tollgate/reset' });
    expect((await ask(FEE, BASELINE)).status).toBe(200);
  });

  it('keep transactions, faults and the memory of defects', async () => {
    const remembers = 'identity/stxid-is-unique:data-used-before';
    await using mock = await createMock({ faults: ['every=3: status=503'], defects: [remembers] });
    const ask = asking(mock);
    const first = fieldsOf(await ask(FEE, { ...BASELINE, mTxId: 'order-1', data: ['a'] }));
    const second = fieldsOf(await ask(FEE, { ...BASELINE, data: ['b'] }));
    await mock.choices.use({ 'success-status': '201' });

    expect((await ask(FEE, BASELINE)).status).toBe(503);
    const updated = await ask(FEE, { ...BASELINE, mTxId: 'order-1', amount: 250 });
    const confused = await ask(FEE, { ...BASELINE, data: ['b'] });
    expect([updated, confused].map((answer) => [answer.status, fieldsOf(answer)['sTxId']])).toEqual([
      [201, first['sTxId']],
      [201, second['sTxId']],
    ]);
  });

  it('change the form of an sTxId only where there are no transactions', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    expect((await send(mock, 'POST', { 'stxid-form': 'uuid' })).status).toBe(200);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    const refused = await send(mock, 'POST', { 'stxid-form': 'digits', 'success-status': '201' });

    expect(sTxId).toMatch(/^[0-9a-f]{8}-/);
    expect([refused.status, fieldsOf(refused)['detail']]).toEqual([
      422,
      expect.stringContaining('stxid-form: expected a state without transactions'),
    ]);
    expect((await ask(FEE, { ...BASELINE, sTxId })).status).toBe(200);
    expect((await send(mock, 'DELETE')).status).toBe(422);
    await mock.reset();
    expect(await optionOf(mock, 'stxid-form')).toMatchObject({ option: 'hex' });
  });

  it.each<readonly [string, MockOptions, unknown, RegExp]>([
    ['an unknown name', {}, { 'secnd-sale': 'refuse' }, /did you mean second-sale\?/],
    [
      'an unknown option',
      {},
      { 'second-sale': 'maybe' },
      /\/second-sale: expected one of replace, keep, refuse/,
    ],
    ['a card number', {}, { '4532015112830366': 'x' }, /got 453201…\(16 digits\)/],
    ['a name of a million characters', {}, { ['x'.repeat(1_000_000)]: 'y' }, /^.{0,2000}$/],
    ['no object', {}, '"second-sale=refuse"', /expected a JSON object/],
    ['no body', {}, undefined, /expected a JSON object/],
    [
      'what contradicts verified tokens',
      { jwtSecret: 'a secret' },
      { 'invalid-token': 'take' },
      /invalid-token: expected an option that refuses, got take/,
    ],
  ])('are refused for %s', async (_what, options, body, problem) => {
    await using mock = await createMock(options);
    const refused = await send(mock, 'POST', body);

    expect([refused.status, fieldsOf(refused)['detail']]).toEqual([422, expect.stringMatching(problem)]);
    expect(mock.choices.list()).toEqual({});
  });

  it('can be made of a mock that is greased', async () => {
    await using mock = await createMock({ grease: 7 });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    await mock.choices.use({ 'success-status': '202' });
    const answers = [];
    for (let turn = 0; turn < 20; turn++) answers.push(await ask(FEE, { ...BASELINE, sTxId }));

    expect(answers.map((answer) => [answer.status, fieldsOf(answer)['sTxId']])).toEqual(
      Array.from({ length: 20 }, () => [202, sTxId]),
    );
  });
});
