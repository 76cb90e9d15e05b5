/** The list of choices and what lies between two of them. `observations.matrix.test.ts` shows that the suite sees each option. */
import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import { CHOICE_NAMES, CHOICES, optionsOf } from '../../../contract/choices.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import { createMock, type InjectedAnswer } from '../../index.ts';
import { CHOICE_BEHAVIORS } from './index.ts';

/** It expired in 2001. */
const EXPIRED = `eyJhbGciOiJub25lIn0.${Buffer.from('{"exp":1000000000}').toString('base64url')}.`;

describe('a default option', () => {
  it('gives the same responses as a mock without choices', async () => {
    const bodies = [BASELINE, { ...BASELINE, nicn: '4' }, '{', { ...BASELINE, sTxId: 'unknown' }];
    await using withDefault = await createMock({ choices: { 'success-status': '200' } });
    await using plain = await createMock();
    const [one, other] = [asking(withDefault), asking(plain)];
    const shown = ({ status, headers, text }: InjectedAnswer) => ({
      status,
      type: headers['content-type'],
      text: text.replaceAll(/[0-9a-f]{32}|"instance":"[^"]*"/g, ''),
      choices: headers['tollgate-choices'],
    });

    for (const body of bodies) expect(shown(await one(FEE, body))).toEqual(shown(await other(FEE, body)));
    expect(shown(await one(FEE, BASELINE, { authorization: 'Bearer x' }))).toEqual(
      shown(await other(FEE, BASELINE, { authorization: 'Bearer x' })),
    );
  });
});

describe('the list of choices', () => {
  it('has the choices of the contract and no others', () => {
    expect(Object.keys(CHOICE_BEHAVIORS).toSorted()).toEqual([...CHOICE_NAMES].toSorted());
  });

  it.each(CHOICE_NAMES)('%s has the options of the contract, and asks one question', (name) => {
    const { question, section, options } = CHOICES[name];

    const [, ...others] = optionsOf(name);
    expect(Object.keys(CHOICE_BEHAVIORS[name]).toSorted()).toEqual(others.toSorted());
    expect(question).toMatch(/^[A-Z][^?]+\?$/);
    expect(section).toMatch(/^[1-9](\.\d)?$/);
    for (const [option, meaning] of options) {
      expect(option).toMatch(/^[a-z0-9-]+$/);
      expect(meaning).toMatch(/^.+\.$/);
    }
  });

  it('refuses unknown choices and options by name', async () => {
    const unknown = { 'no-such-choice': 'yes' } as object;
    const option = { refusal: 'shout' } as object;

    await expect(createMock({ choices: unknown })).rejects.toMatchObject({
      code: 'unknown-choice',
      message: 'choices: expected the name of a choice, got no-such-choice',
    });
    await expect(createMock({ choices: option })).rejects.toMatchObject({
      code: 'unknown-choice',
      message: 'choices: refusal: expected one of its options, got "shout"',
    });
  });
});

describe('a second sale', () => {
  it.each([
    ['replace', 'second'],
    ['keep', 'first'],
    ['refuse', 'first'],
  ] as const)('%s: the ledger has the right sale', async (option, authCode) => {
    const ledger = createMemoryLedger();
    await using mock = await createMock({ ledger, choices: { 'second-sale': option } });
    const ask = asking(mock);
    await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
    for (const code of ['first', 'second']) await ask(SALE, { mTxId: 'order-1', authCode: code });

    expect(await ledger.find('one', { mTxId: 'order-1' })).toMatchObject({
      transaction: { sale: { authCode } },
    });
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
    const answer = await ask(FEE, BASELINE, { authorization: `Basic ${EXPIRED}` });

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
