import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { createMock } from '../index.ts';
import { LENIENCIES } from './leniency.ts';

const WRONG_TYPE = 'fee-request/refuses-wrong-types';

/** What public clients send, whether a strict mock accepts it, and the header Tollgate-Violations. */
const OVERLOOKED: readonly (readonly [what: string, body: object, isValid: boolean, header: string])[] = [
  ['null for a text', { ...BASELINE, cardToken: null }, false, `/cardToken (${WRONG_TYPE})`],
  [
    'null for a list',
    { ...BASELINE, campaign: null, data: null },
    false,
    `/campaign (${WRONG_TYPE}), /data (${WRONG_TYPE})`,
  ],
  ['null for an sTxId', { ...BASELINE, sTxId: null }, false, `/sTxId (${WRONG_TYPE})`],
  ['a country of two letters', { ...BASELINE, country: 'US' }, false, '/country (country/refuses-unknown)'],
  [
    'a country of three letters',
    { ...BASELINE, country: 'usa' },
    false,
    '/country (country/refuses-unknown)',
  ],
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
  it.each(OVERLOOKED)('accepts %s and reports it', async (_what, body, isValid, header) => {
    await using lenient = await createMock({ lenient: true });
    await using strict = await createMock();
    const answer = await asking(lenient)(FEE, body);
    const strictly = await asking(strict)(FEE, body);

    expect([answer.status, answer.headers['tollgate-violations']]).toEqual([200, header]);
    expect([strictly.status === 200, strictly.headers['tollgate-violations']]).toEqual([isValid, undefined]);
  });

  it('accepts a request without X-Requested-With, and refuses another value', async () => {
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

  it('accepts an mTxId that is a number in a sale, and refuses it in a fee call', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId: '1001' }));
    const sale = await ask(SALE, { mTxId: 1001, authCode: null });

    expect(sale.status).toBe(200);
    expect(fieldsOf(sale)['sTxId']).toBe(sTxId);
    expect(sale.headers['tollgate-violations']).toBe(`/mTxId (${WRONG_TYPE}), /authCode (${WRONG_TYPE})`);
    expect((await ask(FEE, { ...BASELINE, mTxId: 1001 })).status).toBe(422);
  });

  it('returns the fee of the valid request, and its share of the amount', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);
    const right = fieldsOf(await ask(FEE, { ...BASELINE, country: '840' }));

    expect(fieldsOf(await ask(FEE, { ...BASELINE, country: 'US', campaign: null }))).toEqual({
      ...right,
      sTxId: expect.any(String),
    });
    expect(right).toMatchObject({ transactionFee: 2.43, transactionFeePercent: 2.43 });
  });

  it('reads an amount in quotes as a number', async () => {
    await using mock = await createMock({ lenient: true });
    const ask = asking(mock);

    expect(fieldsOf(await ask(FEE, { ...BASELINE, amount: '40.00', totalAmount: '107.00' }))).toEqual({
      ...fieldsOf(await ask(FEE, { ...BASELINE, amount: 40, totalAmount: 107 })),
      sTxId: expect.any(String),
    });
  });

  it.each(LENIENCIES.map(({ sends }) => sends))(
    'has a noun first in the table of leniencies: %s',
    (sends) => {
      expect(sends).toMatch(/^(?:an?|no|unknown|null) /);
    },
  );

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
  ])('refuses an amount of %j', async (amount) => {
    await using mock = await createMock({ lenient: true });

    expect((await asking(mock)(FEE, { ...BASELINE, amount })).status).toBe(422);
  });

  it.each([
    ['a required field that is null', { ...BASELINE, nicn: null }],
    ['an unknown country', { ...BASELINE, country: 'XQ' }],
    ['too few digits', { ...BASELINE, nicn: '4242' }],
    ['a part in quotes that is over its total', { ...BASELINE, amount: '100.00', totalAmount: '99.99' }],
    ['a sale without a transaction', { sTxId: null, mTxId: null }],
  ])('refuses %s', async (_what, body) => {
    await using mock = await createMock({ lenient: true });

    expect((await asking(mock)('sTxId' in body ? SALE : FEE, body)).status).toBe(422);
  });

  it('refuses other violations of the same request, and names only those in the problem', async () => {
    await using mock = await createMock({ lenient: true });
    const answer = await asking(mock)(FEE, { ...BASELINE, nicn: '4242', campaign: null });

    expect(fieldsOf(answer)['violations']).toEqual([expect.objectContaining({ pointer: '/nicn' })]);
    expect(answer.headers['tollgate-violations']).toBe(`/campaign (${WRONG_TYPE})`);
  });

  it('writes no long run of digits and no invalid character into the header', async () => {
    await using mock = await createMock({ lenient: true });
    const names = { '4242424242424242': 1, '4242 4242 4242 4242': 1, 'a\r\nb': 1, 価格: 1, '\ud800': 1 };
    const answer = await asking(mock)(FEE, { ...BASELINE, ...names });
    const header = String(answer.headers['tollgate-violations']);

    expect(answer.status).toBe(200);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header.replaceAll(/\D/g, '')).not.toContain('42424242');
  });

  it('keeps the header short', async () => {
    await using mock = await createMock({ lenient: true });
    const names = Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]);
    const answer = await asking(mock)(FEE, { ...BASELINE, ...Object.fromEntries(names) });

    expect(answer.headers['tollgate-violations']).toMatch(/, and 480 more$/);
    expect(String(answer.headers['tollgate-violations']).length).toBeLessThan(4000);
  });

  it('reports nothing that a choice accepts', async () => {
    const choices = { 'null-optional-fields': 'ignore', 'amount-beyond-cents': 'round' } as const;
    await using mock = await createMock({ lenient: true, choices });
    const body = { ...BASELINE, campaign: null, amount: 107.97999999999999, country: 'US' };
    const answer = await asking(mock)(FEE, body);

    expect([answer.status, answer.headers['tollgate-violations']]).toEqual([
      200,
      '/country (country/refuses-unknown)',
    ]);
  });

  it('reports nothing that a choice refuses', async () => {
    const choices = { 'unknown-request-fields': 'refuse', 'amount-beyond-cents': 'refuse' } as const;
    await using mock = await createMock({ lenient: true, choices });
    const body = { ...BASELINE, amount: 107.97999999999999, entryMethod: 'chip', country: 'US' };
    const answer = await asking(mock)(FEE, body);

    expect(fieldsOf(answer)['violations']).toEqual([
      expect.objectContaining({ pointer: '/entryMethod' }),
      expect.objectContaining({ pointer: '/amount' }),
    ]);
    expect(answer.headers['tollgate-violations']).toBe('/country (country/refuses-unknown)');
  });

  it('calculates the share of the amount that a partial update keeps', async () => {
    await using mock = await createMock({ lenient: true, choices: { 'partial-update': 'keep' } });
    const ask = asking(mock);
    await ask(FEE, { ...BASELINE, mTxId: '1001' });

    expect(fieldsOf(await ask(FEE, { mTxId: '1001' }))).toMatchObject({ transactionFeePercent: 2.43 });
  });
});
