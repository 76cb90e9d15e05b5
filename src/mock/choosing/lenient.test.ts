import { describe, expect, it } from 'vitest';
import { createMock } from '../index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../testing.ts';
import { LENIENCIES } from './lenient.ts';

const WRONG_TYPE = 'fee-request/refuses-wrong-types';

/** What public clients send, whether the document takes it, and what they are told of it. */
const OVERLOOKED: readonly (readonly [what: string, body: object, taken: boolean, told: string])[] = [
  ['null for a text', { ...BASELINE, cardToken: null }, false, `/cardToken (${WRONG_TYPE})`],
  [
    'null for a list',
    { ...BASELINE, campaign: null, data: null },
    false,
    `/campaign (${WRONG_TYPE}), /data (${WRONG_TYPE})`,
  ],
  ['null for an sTxId', { ...BASELINE, sTxId: null }, false, `/sTxId (${WRONG_TYPE})`],
  ['a country of two letters', { ...BASELINE, country: 'US' }, false, '/country'],
  ['a country of three letters', { ...BASELINE, country: 'usa' }, false, '/country'],
  [
    'an amount in quotes, as dollars and cents',
    { ...BASELINE, amount: '100.00' },
    false,
    `/amount (${WRONG_TYPE})`,
  ],
  [
    'a total in quotes, as dollars and cents',
    { ...BASELINE, totalAmount: '107.00' },
    false,
    `/totalAmount (${WRONG_TYPE})`,
  ],
  ['an amount with binary noise', { ...BASELINE, amount: 107.97999999999999 }, true, '/amount'],
  [
    'unknown fields',
    { ...BASELINE, entryMethod: 'chip', nonSurchargableAmount: 2 },
    true,
    '/entryMethod, /nonSurchargableAmount',
  ],
];

describe('a lenient mock', () => {
  it.each(OVERLOOKED)('takes %s and says so', async (_what, body, taken, told) => {
    await using lenient = await createMock({ lenient: true });
    await using strict = await createMock();
    const answer = await asking(lenient)(FEE, body);
    const strictly = await asking(strict)(FEE, body);

    expect([answer.status, answer.headers['tollgate-violations']]).toEqual([200, told]);
    expect([strictly.status === 200, strictly.headers['tollgate-violations']]).toEqual([taken, undefined]);
  });

  it('takes a request without X-Requested-With, and none with another', async () => {
    await using mock = await createMock({ lenient: true });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${mock.token()}` };
    const [missing, other] = [
      await mock.inject({ path: FEE, body: BASELINE, headers }),
      await mock.inject({ path: FEE, body: BASELINE, headers: { ...headers, 'x-requested-with': 'fetch' } }),
    ];

    expect([missing.status, missing.headers['tollgate-violations']]).toEqual([
      200,
      'header X-Requested-With',
    ]);
    expect(other.status).toBe(422);
  });

  it('takes an mTxId that is a number at the sale, and not at the fee call', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId: '1001' }));
    const sale = await ask(SALE, { mTxId: 1001, authCode: null });

    expect(sale.status).toBe(200);
    expect(fieldsOf(sale)['sTxId']).toBe(sTxId);
    expect(sale.headers['tollgate-violations']).toBe(`/mTxId (${WRONG_TYPE}), /authCode (${WRONG_TYPE})`);
    expect((await ask(FEE, { ...BASELINE, mTxId: 1001 })).status).toBe(422);
  });

  it('gives the fee that the right request gets, and its share of the amount', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);
    const right = fieldsOf(await ask(FEE, { ...BASELINE, country: '840' }));

    expect(fieldsOf(await ask(FEE, { ...BASELINE, country: 'US', campaign: null }))).toEqual({
      ...right,
      sTxId: expect.any(String),
    });
    expect(right).toMatchObject({ transactionFee: 2.43, transactionFeePercent: 2.43 });
  });

  it('prices an amount in quotes as the number that it shows', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);

    expect(fieldsOf(await ask(FEE, { ...BASELINE, amount: '40.00', totalAmount: '107.00' }))).toEqual({
      ...fieldsOf(await ask(FEE, { ...BASELINE, amount: 40, totalAmount: 107 })),
      sTxId: expect.any(String),
    });
  });

  it.each(LENIENCIES.map(({ sends }) => sends))('has in the table of what it overlooks: %s', (sends) => {
    expect(sends).toMatch(/^(?:an?|no|unknown|null) /);
  });

  it.each([
    '107',
    '1.5',
    '107.000',
    ' 107.00',
    '-107.00',
    '1e2',
    '1,070.00',
    '$107.00',
    '107.00 USD',
    '٧.٠٠',
  ])('refuses an amount of %j, which no public client is known to send', async (amount) => {
    await using mock = await createMock({ lenient: true });

    expect((await asking(mock)(FEE, { ...BASELINE, amount })).status).toBe(422);
  });

  it.each([
    ['a required field that is null', { ...BASELINE, nicn: null }],
    ['a country that there is not', { ...BASELINE, country: 'XQ' }],
    ['too few digits', { ...BASELINE, nicn: '4242' }],
    ['a part in quotes that is over its total', { ...BASELINE, amount: '100.00', totalAmount: '99.99' }],
    ['a sale of nothing', { sTxId: null, mTxId: null }],
  ])('refuses %s as ever', async (_what, body) => {
    await using mock = await createMock({ lenient: true });

    expect((await asking(mock)('sTxId' in body ? SALE : FEE, body)).status).toBe(422);
  });

  it('refuses what is wrong beside what it overlooks, and names that alone', async () => {
    await using mock = await createMock({ lenient: true });
    const answer = await asking(mock)(FEE, { ...BASELINE, nicn: '4242', campaign: null });

    expect(fieldsOf(answer)['violations']).toEqual([expect.objectContaining({ pointer: '/nicn' })]);
    expect(answer.headers['tollgate-violations']).toBe(`/campaign (${WRONG_TYPE})`);
  });

  it('never repeats a long run of digits, nor anything that no header may have', async () => {
    await using mock = await createMock({ lenient: true });
    const names = { '4242424242424242': 1, '4242 4242 4242 4242': 1, 'a\r\nb': 1, 価格: 1, '\ud800': 1 };
    const answer = await asking(mock)(FEE, { ...BASELINE, ...names });
    const told = String(answer.headers['tollgate-violations']);

    expect(answer.status).toBe(200);
    expect(told).toMatch(/^[\x20-\x7e]+$/);
    expect(told.replaceAll(/\D/g, '')).not.toContain('42424242');
  });

  it('tells of so many fields as fit into a header', async () => {
    await using mock = await createMock({ lenient: true });
    const names = Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]);
    const answer = await asking(mock)(FEE, { ...BASELINE, ...Object.fromEntries(names) });

    expect(answer.headers['tollgate-violations']).toMatch(/, and 480 more$/);
    expect(String(answer.headers['tollgate-violations']).length).toBeLessThan(4000);
  });
});
