/** What lies between two choices, and the forms of an sTxId. `observations.matrix.test.ts` shows that the suite sees each option. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import { CHOICE_NAMES, CHOICES, optionsOf } from '../../../contract/choices.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import { createMock } from '../../index.ts';
import { formOf, STXID_FORMS } from './stxid-forms.ts';

/** It expired in 2001. */
const EXPIRED = `eyJhbGciOiJub25lIn0.${Buffer.from('{"exp":1000000000}').toString('base64url')}.`;

it('a default option is no choice in a response', async () => {
  await using mock = await createMock({ choices: { 'success-status': '200', refusal: 'problem' } });

  for (const body of [BASELINE, '{'])
    expect((await asking(mock)(FEE, body)).headers).not.toHaveProperty('tollgate-choices');
});

it.each(CHOICE_NAMES)('%s is a question with its section, and each option is explained', (name) => {
  const { question, section, options } = CHOICES[name];

  expect(question).toMatch(/^[A-Z][^?]+\?$/);
  expect(section).toMatch(/^[1-9](\.\d)?$/);
  for (const [option, meaning] of options) expect(`${option}: ${meaning}`).toMatch(/^[a-z0-9-]+: .+\.$/);
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
