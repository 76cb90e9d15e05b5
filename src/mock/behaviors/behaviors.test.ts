import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { optionsOf } from '../../contract/choices.ts';
import { MUST_RULES, type MustRule, SHOULD_RULES } from '../../contract/rule-ids.ts';
import { createMemoryLedger } from '../../ledger/memory.ts';
import { createMock, type MockOptions } from '../index.ts';
import { formOf, STXID_FORMS } from './choices/stxid-forms.ts';
import { DEFECT_NAMES } from './defects/index.ts';

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
});

// What lies between two choices, and the forms of an sTxId. `observations.matrix.test.ts` shows that the suite sees each option.

/** It expired in 2001. */
const EXPIRED = `eyJhbGciOiJub25lIn0.${Buffer.from('{"exp":1000000000}').toString('base64url')}.`;

it('a default option is no choice in a response', async () => {
  await using mock = await createMock({ choices: { 'success-status': '200', refusal: 'problem' } });

  for (const body of [BASELINE, '{'])
    expect((await asking(mock)(FEE, body)).headers).not.toHaveProperty('tollgate-choices');
});

it.each([
  [{ 'no-such-choice': 'yes' }, 'choices: expected the name of a choice, got no-such-choice'],
  [{ refusal: 'shout' }, 'choices: refusal: expected one of its options, got "shout"'],
])('%j is refused', async (choices, message) => {
  await expect(createMock({ choices: choices as object })).rejects.toMatchObject({
    code: 'unknown-choice',
    message,
  });
});

it.each([
  ['replace', 'second'],
  ['keep', 'first'],
  ['refuse', 'first'],
] as const)('second-sale=%s: the ledger has the %s sale', async (option, authCode) => {
  const ledger = createMemoryLedger();
  await using mock = await createMock({ ledger, choices: { 'second-sale': option } });
  const ask = asking(mock);
  await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
  for (const code of ['first', 'second']) await ask(SALE, { mTxId: 'order-1', authCode: code });

  expect(await ledger.find('one', { mTxId: 'order-1' })).toMatchObject({
    transaction: { sale: { authCode } },
  });
});

describe('expired-token=refuse', () => {
  it.each([
    [1_000_000_000, 'a JWT that expired at 2001-09-09T01:46:40.000Z'],
    [-1e20, 'a JWT that expired at an out-of-range time'],
    ['soon', 'a JWT whose claim exp is not a number'],
    [null, 'a JWT whose claim exp is not a number'],
  ])('refuses an exp of %j', async (exp, got) => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url');
    const authorization = `bearer  eyJhbGciOiJub25lIn0.${claims}. `;
    const answer = await asking(mock)(FEE, BASELINE, { authorization });

    expect([answer.status, fieldsOf(answer)['violations']]).toEqual([
      401,
      [expect.objectContaining({ got, expected: 'Bearer and a token that has not expired' })],
    ]);
    expect(answer.headers['www-authenticate']).toMatch(
      /error="invalid_token", error_description="[\w .:-]+"$/,
    );
  });

  it('accepts a token without exp, and refuses another scheme for its form', async () => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const ask = asking(mock);
    const answer = await ask(FEE, BASELINE, { authorization: `Basic ${EXPIRED}` });

    expect((await ask(FEE, BASELINE)).status).toBe(200);
    expect(fieldsOf(answer)['violations']).toMatchObject([{ got: 'a value of another form' }]);
  });
});

it.each(['take', 'keep', 'refuse'] as const)(
  'a partial update is completed before the mock checks for a sale: update-after-sale=%s',
  async (option) => {
    await using mock = await createMock({
      choices: { 'partial-update': 'keep', 'update-after-sale': option },
    });
    const ask = asking(mock);
    await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
    await ask(SALE, { mTxId: 'order-1' });

    expect((await ask(FEE, { mTxId: 'order-1' })).status).toBe(option === 'refuse' ? 422 : 200);
    expect((await ask(FEE, { mTxId: 'unknown' })).status).toBe(422);
  },
);

describe('a form of an sTxId', () => {
  const forms = optionsOf('stxid-form');
  const hex = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('hex'));

  it.each(forms)('%s reads what it writes, and no other form reads it', (name) => {
    fc.assert(
      fc.property(hex, (id) => {
        const text = STXID_FORMS[name].write(id);

        expect(STXID_FORMS[name].read(text)).toBe(id);
        expect(formOf(text)).toBe(name);
      }),
    );
  });

  it.each([
    ...forms.map((name) => STXID_FORMS[name].write('f'.repeat(32)).replace(/.$/, '!')),
    ...['', 'ch_', '9'.repeat(39)],
  ])('is none of %s', (text) => {
    expect(formOf(text)).toBeUndefined();
  });
});

// The names of defects, and their state. `npm run check:selftest` shows that each is found by its own rule.

describe('a defect', () => {
  it('refuses a request without the field that the defect is about', async () => {
    await using mock = await createMock({ defects: ['nicn/never-echoes-card-number'] });

    expect((await asking(mock)(FEE, { amount: 1, region: 'AZ' })).status).toBe(422);
  });

  it('keeps its state within one mock', async () => {
    const defects: readonly MustRule[] = ['robustness/survives-malformed-input'];
    await using broken = await createMock({ defects });
    await using other = await createMock({ defects });
    await asking(broken)(FEE, '{');

    expect((await asking(broken)(FEE, BASELINE)).status).toBe(500);
    expect((await asking(other)(FEE, BASELINE)).status).toBe(200);
  });

  it('makes createMock throw if no rule has the id', async () => {
    const defects = ['nicn/accepts-6-to-8-digit'] as unknown as readonly MustRule[];

    await expect(createMock({ defects })).rejects.toMatchObject({
      code: 'unknown-defect',
      message:
        'defect: expected the id of a rule that a mock can break, got "nicn/accepts-6-to-8-digit". Did you mean nicn/accepts-6-to-8-digits?',
    });
  });
});

describe('the list of defects', () => {
  it('has one defect for each rule that a mock can break, in the order of the rules', () => {
    const breakable = [...MUST_RULES, ...SHOULD_RULES].filter((id) => id !== 'transport/https');

    expect(DEFECT_NAMES.filter((name) => !name.includes(':'))).toEqual(breakable);
  });
});
