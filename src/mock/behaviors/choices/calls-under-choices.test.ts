/** Second sales, expired tokens and partial updates, by the choices on them. */
import { describe, expect, it } from 'vitest';
import { EXPIRED, sold } from '../../../../test/choices/probe.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import { createMock } from '../../index.ts';

describe('a second sale', () => {
  it.each([
    ['replace', 'second'],
    ['keep', 'first'],
    ['refuse', 'first'],
  ] as const)('%s: the ledger has the right sale', async (option, authCode) => {
    const ledger = createMemoryLedger();
    await using mock = await createMock({ ledger, choices: { 'second-sale': option } });
    const ask = asking(mock);
    const sTxId = await sold(ask, 'first');
    await ask(SALE, { sTxId, authCode: 'second' });

    expect(await ledger.find('one', { sTxId })).toMatchObject({ transaction: { sale: { authCode } } });
  });
});

describe('an expired token', () => {
  it.each([
    [1_000_000_000, 'a JWT that expired at 2001-09-09T01:46:40.000Z'],
    [-1e20, 'a JWT that expired at an out-of-range time'],
    ['soon', 'a JWT whose claim exp is not a number'],
    [{}, 'a JWT whose claim exp is not a number'],
    [null, 'a JWT whose claim exp is not a number'],
  ])('is refused for an exp of %j', async (exp, got) => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const claims = Buffer.from(JSON.stringify({ exp })).toString('base64url');
    const authorization = `bearer  eyJhbGciOiJub25lIn0.${claims}. `;
    const answer = await asking(mock)(FEE, BASELINE, { authorization });

    expect([answer.status, fieldsOf(answer)['violations']]).toEqual([
      401,
      [expect.objectContaining({ got, expected: 'Bearer and a token that has not expired' })],
    ]);
    expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token", error_description="[\w ]+"$/);
  });

  it('is refused for its exp only: a token without one is accepted, another scheme is not', async () => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const ask = asking(mock);
    const answer = await ask(FEE, BASELINE, { authorization: EXPIRED.replace('Bearer', 'Basic') });

    expect((await ask(FEE, BASELINE)).status).toBe(200);
    expect(fieldsOf(answer)['violations']).toEqual([
      expect.objectContaining({ got: 'a value of another form' }),
    ]);
  });
});

describe('a partial update', () => {
  it.each(['take', 'keep', 'refuse'] as const)(
    'is completed before the mock checks for a sale: update-after-sale=%s',
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
});
