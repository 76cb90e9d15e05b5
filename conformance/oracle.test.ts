import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answered, toAnswered } from './client/answer.ts';
import { type Dialect, DOCUMENTED, judge, learnDialect } from './oracle.ts';

function answer(status: number, body: unknown): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body);

  return toAnswered({ status, headers: {}, text, ms: 1 });
}

const FEE = { transactionFee: 2.5, sTxId: 'a', message: 'ok' };

describe('a fee call is', () => {
  test.each([
    ['accepted', 'the documented answer', 200, FEE],
    ['accepted', 'any 2xx', 299, FEE],
    ['accepted', 'a fee of zero', 200, { ...FEE, transactionFee: 0 }],
    ['accepted', 'further fields', 200, { ...FEE, error: null, more: [1] }],
    ['accepted', 'white space around it', 200, ` ${JSON.stringify(FEE)}\n`],
    ['refused', 'any other status', 404, ''],
    ['refused', 'any other status, even with the body of a success', 400, FEE],
    ['refused', 'a server error', 500, '<h1>No</h1>'],
    ['refused', 'a redirect', 302, ''],
    ['refused', 'another message', 200, { message: 'invalid' }],
    ['refused', 'another message beside a fee and an sTxId', 200, { ...FEE, message: 'declined' }],
    ['refused', 'a message in other letters', 200, { ...FEE, message: 'OK' }],
    ['refused', 'a message that is null', 200, { transactionFee: null, sTxId: null, message: null }],
    ['refused', 'none of the three fields', 200, { error: 'no' }],
    ['refused', 'an empty object', 200, {}],
    ['unclear', 'a fee as a text', 200, { ...FEE, transactionFee: '2.50' }],
    ['unclear', 'no fee', 200, { sTxId: 'a', message: 'ok' }],
    ['unclear', 'an empty sTxId', 200, { ...FEE, sTxId: '' }],
    ['unclear', 'an sTxId that is a number', 200, { ...FEE, sTxId: 7 }],
    ['unclear', 'no message', 200, { transactionFee: 1, sTxId: 'a' }],
    ['unclear', 'an array', 200, [FEE]],
    ['unclear', 'HTML', 200, '<h1>Welcome</h1>'],
    ['unclear', 'nothing', 204, ''],
    ['unclear', 'null', 200, 'null'],
    ['unclear', 'two objects', 200, '{}{}'],
  ])('%s by %s', (kind, _, status, body) => {
    expect(judge('calculateFee', answer(status, body)).kind).toBe(kind);
  });
});

describe('a sale is', () => {
  test.each([
    ['accepted', 'an sTxId alone', 200, { sTxId: 'a' }],
    ['accepted', 'an sTxId and ok', 201, { sTxId: 'a', message: 'ok' }],
    ['refused', 'another status', 409, { sTxId: 'a' }],
    ['refused', 'no sTxId', 200, { message: 'ok' }],
    ['refused', 'an empty object', 200, {}],
    ['unclear', 'an sTxId and another message', 200, { sTxId: 'a', message: 'captured' }],
    ['unclear', 'an sTxId that is null', 200, { sTxId: null }],
    ['unclear', 'an sTxId that is empty', 200, { sTxId: '' }],
    ['unclear', 'no JSON', 200, 'ok'],
  ])('%s by %s', (kind, _, status, body) => {
    expect(judge('attachSale', answer(status, body)).kind).toBe(kind);
  });
});

describe('a deployment that speaks a dialect', () => {
  const loud: Dialect = { ...DOCUMENTED, message: 'OK' };
  const mute: Dialect = { ...DOCUMENTED, message: undefined };
  const texts: Dialect = { message: 'ok', fee: 'string', sTxId: 'number' };

  test.each([
    ['accepted', loud, { ...FEE, message: 'OK' }],
    ['refused', loud, { message: 'invalid' }],
    ['refused', loud, FEE],
    ['accepted', mute, { transactionFee: 1, sTxId: 'a' }],
    ['refused', mute, { ...FEE, message: 'invalid' }],
    ['refused', mute, {}],
    ['accepted', texts, { transactionFee: '1.00', sTxId: 5, message: 'ok' }],
    ['unclear', texts, { transactionFee: 'free', sTxId: 5, message: 'ok' }],
    ['unclear', texts, FEE],
  ])('%s: %j', (kind, dialect, body) => {
    expect(judge('calculateFee', answer(200, body), dialect).kind).toBe(kind);
  });

  test('may use its own word or ok or none for a sale', () => {
    const kinds = ['OK', 'ok', undefined, 'no'].map(
      (message) => judge('attachSale', answer(200, { sTxId: 'a', message }), loud).kind,
    );

    expect(kinds).toEqual(['accepted', 'accepted', 'accepted', 'unclear']);
  });

  test.each([
    ['the documented answer', FEE, DOCUMENTED],
    ['another message', { ...FEE, message: 'OK' }, loud],
    ['no message', { transactionFee: 1, sTxId: 'a' }, mute],
    ['a fee as a text and an sTxId as a number', { transactionFee: '1.00', sTxId: 5, message: 'ok' }, texts],
    ['ok alone', { message: 'ok' }, { message: 'ok', fee: 'absent', sTxId: 'absent' }],
    ['a fee of zero without a message', { transactionFee: 0, sTxId: 'a' }, mute],
  ])('is understood by %s', (_, body, dialect) => {
    expect(learnDialect(answer(200, body))).toEqual(dialect);
  });

  test.each([
    ['a refusal by status', 422, FEE],
    ['another message and a fee of zero', 200, { transactionFee: 0, sTxId: 'a', message: 'declined' }],
    ['another message alone', 200, { message: 'declined' }],
    ['no fee', 200, { sTxId: 'a', message: 'stored' }],
    ['an array', 200, [FEE]],
    ['nothing', 200, ''],
  ])('is not to be learned from %s', (_, status, body) => {
    expect(learnDialect(answer(status, body))).toBeUndefined();
  });
});

describe('laws', () => {
  const body = fc.oneof(
    fc.record(
      {
        transactionFee: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
        sTxId: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        message: fc.oneof(fc.constantFrom('ok', 'OK', 'no'), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );

  test('an answer that a dialect was learned from is accepted in it, and that of the document has one shape', () => {
    fc.assert(
      fc.property(fc.constantFrom(200, 201, 400), body, (status, value) => {
        const dialect = learnDialect(answer(status, value));
        if (dialect === undefined) return;

        expect(judge('calculateFee', answer(status, value), dialect).kind).toBe('accepted');
        expect(judge('calculateFee', answer(status, value)).kind === 'accepted').toBe(dialect === DOCUMENTED);
      }),
    );
  });

  test('what is not 2xx is refused, whatever its body', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('calculateFee' as const, 'attachSale' as const),
        fc.integer({ min: 300, max: 599 }),
        fc.oneof(body, fc.string()),
        (operation, status, value) => {
          expect(judge(operation, answer(status, value)).kind).toBe('refused');
        },
      ),
    );
  });
});
