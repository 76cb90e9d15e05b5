import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { createMock, type MockOptions } from '../index.ts';
import { LENIENCIES } from './leniency.ts';

const WRONG_TYPE = 'fee-request/refuses-wrong-types';
const UNKNOWN_COUNTRY = '/country (country/refuses-unknown)';

async function askLenient(body: object, path: typeof FEE | typeof SALE = FEE, options: MockOptions = {}) {
  await using mock = await createMock({ lenient: true, ...options });

  return asking(mock)(path, body);
}

/** What public clients add, the header Tollgate-Violations, and the status of a strict mock. */
const OVERLOOKED: readonly (readonly [
  fields: Readonly<Record<string, unknown>>,
  header: string,
  strict: number,
])[] = [
  [{ cardToken: null }, `/cardToken (${WRONG_TYPE})`, 422],
  [{ campaign: null, data: null }, `/campaign (${WRONG_TYPE}), /data (${WRONG_TYPE})`, 422],
  [{ sTxId: null }, `/sTxId (${WRONG_TYPE})`, 422],
  [{ country: 'US' }, UNKNOWN_COUNTRY, 422],
  [{ country: 'usa' }, UNKNOWN_COUNTRY, 422],
  [{ amount: '100.00' }, `/amount (${WRONG_TYPE})`, 422],
  [{ totalAmount: '107.00' }, `/totalAmount (${WRONG_TYPE})`, 422],
  [{ amount: 107.97999999999999 }, '/amount', 200],
  [{ entryMethod: 'chip', nonSurchargableAmount: 2 }, '/entryMethod, /nonSurchargableAmount', 200],
];

describe('a lenient mock', () => {
  it.each(OVERLOOKED)('accepts %j and reports %s', async (fields, header, status) => {
    await using strict = await createMock();
    const answer = await askLenient({ ...BASELINE, ...fields });
    const strictly = await asking(strict)(FEE, { ...BASELINE, ...fields });

    expect([answer.status, answer.headers['tollgate-violations']]).toEqual([200, header]);
    expect(strictly.status).toBe(status);
    expect(strictly.headers).not.toHaveProperty('tollgate-violations');
  });

  it('accepts a request without X-Requested-With, and refuses another value', async () => {
    await using mock = await createMock({ lenient: true });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${mock.token()}` };
    const missing = await mock.inject({ path: FEE, body: BASELINE, headers });

    expect([missing.status, missing.headers['tollgate-violations']]).toEqual([
      200,
      'header X-Requested-With',
    ]);
    expect((await asking(mock)(FEE, BASELINE, { 'x-requested-with': 'fetch' })).status).toBe(422);
  });

  it('accepts an mTxId that is a number in a sale, and refuses it in a fee call', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId: '1001' }));
    const sale = await ask(SALE, { mTxId: 1001, authCode: null });

    expect(fieldsOf(sale)).toMatchObject({ sTxId });
    expect(sale.headers['tollgate-violations']).toBe(`/mTxId (${WRONG_TYPE}), /authCode (${WRONG_TYPE})`);
    expect((await ask(FEE, { ...BASELINE, mTxId: 1001 })).status).toBe(422);
  });

  it.each([
    [{ country: 'US', campaign: null }, {}, 2.43],
    [{ amount: '40.00', totalAmount: '107.00' }, { amount: 40, totalAmount: 107 }, 2.73],
  ])(
    'calculates the fee of %j as that of %j, and its share of the amount, %f',
    async (sent, meant, share) => {
      const answer = fieldsOf(await askLenient({ ...BASELINE, ...sent }));

      expect(answer).toEqual({
        ...fieldsOf(await askLenient({ ...BASELINE, ...meant })),
        sTxId: expect.any(String),
      });
      expect(answer['transactionFeePercent']).toBe(share);
    },
  );

  it('calculates the share of the amount that a partial update keeps', async () => {
    await using mock = await createMock({ lenient: true, choices: { 'partial-update': 'keep' } });
    const ask = asking(mock);
    await ask(FEE, { ...BASELINE, mTxId: '1001' });

    expect(fieldsOf(await ask(FEE, { mTxId: '1001' }))).toMatchObject({ transactionFeePercent: 2.43 });
  });

  it.each([
    ...['107', '1.5', '107.000', ' 107.00', '-107.00', '1e2', '1,070.00', '$107.00', '٧.٠٠'].map(
      (amount) => ({ amount }),
    ),
    { nicn: null },
    { country: 'XQ' },
    { nicn: '4242' },
    { amount: '100.00', totalAmount: '99.99' },
  ])('refuses %j', async (fields) => {
    expect((await askLenient({ ...BASELINE, ...fields })).status).toBe(422);
  });

  it('refuses a sale without a transaction', async () => {
    expect((await askLenient({ sTxId: null, mTxId: null }, SALE)).status).toBe(422);
  });

  it('refuses other violations of the same request, and names only those in the problem', async () => {
    const answer = await askLenient({ ...BASELINE, nicn: '4242', campaign: null });

    expect(fieldsOf(answer)['violations']).toMatchObject([{ pointer: '/nicn' }]);
    expect(answer.headers['tollgate-violations']).toBe(`/campaign (${WRONG_TYPE})`);
  });

  it('writes a short header, without a long run of digits or an invalid character', async () => {
    const odd = { '4242424242424242': 1, '4242 4242 4242 4242': 1, 'a\r\nb': 1, 価格: 1, '\ud800': 1 };
    const many = Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]);
    const answer = await askLenient({ ...BASELINE, ...odd, ...Object.fromEntries(many) });
    const header = String(answer.headers['tollgate-violations']);

    expect(answer.status).toBe(200);
    expect(header).toMatch(/^[\x20-\x7e]+, and 485 more$/);
    expect(header.length).toBeLessThan(4000);
    expect(header.replaceAll(/\D/g, '')).not.toContain('42424242');
  });

  it('reports nothing that a choice accepts', async () => {
    const choices = { 'null-optional-fields': 'ignore', 'amount-beyond-cents': 'round' } as const;
    const body = { ...BASELINE, campaign: null, amount: 107.97999999999999, country: 'US' };
    const answer = await askLenient(body, FEE, { choices });

    expect([answer.status, answer.headers['tollgate-violations']]).toEqual([200, UNKNOWN_COUNTRY]);
  });

  it('reports nothing that a choice refuses', async () => {
    const choices = { 'unknown-request-fields': 'refuse', 'amount-beyond-cents': 'refuse' } as const;
    const body = { ...BASELINE, amount: 107.97999999999999, entryMethod: 'chip', country: 'US' };
    const answer = await askLenient(body, FEE, { choices });

    expect(fieldsOf(answer)['violations']).toMatchObject([
      { pointer: '/entryMethod' },
      { pointer: '/amount' },
    ]);
    expect(answer.headers['tollgate-violations']).toBe(UNKNOWN_COUNTRY);
  });
});

it.each(LENIENCIES.map(({ sends }) => sends))('the table of leniencies has a noun first: %s', (sends) => {
  expect(sends).toMatch(/^(?:an?|no|unknown|null) /);
});
