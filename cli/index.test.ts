import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { REPORTERS } from '../conformance/index.ts';
import { createMock as createBareMock } from '../src/mock/index.ts';
import { headersFor, posting } from '../test/support/ask-mock.ts';
import { createMock, type Mock, type MockOptions, mintToken, STRICT_CHOICES, startMock } from './index.ts';
import { matchers } from './matchers.ts';

const SALE = '/v1/ch/sale';
const FEE = { amount: 100, nicn: '424242', region: 'AZ' };
const CARD = '4242424242424242';

/** Sends with the headers of the document. */
function clientOf(
  mock: Pick<Mock, 'token'> & Pick<Mock, 'inject'>,
  headers: Readonly<Record<string, string>> = {},
) {
  return async (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) => {
    const answered = await mock.inject({
      path,
      body,
      headers: { ...headersFor(mock.token()), ...headers, ...more },
    });
    const fields = answered.text === '' ? {} : (JSON.parse(answered.text) as { readonly sTxId?: string });

    return { ...answered, sTxId: fields.sTxId ?? '', hints: answered.headers['tollgate-hints'] };
  };
}

async function mockWith(options: MockOptions = {}) {
  const mock = await createMock(options);

  return { mock, send: clientOf(mock) };
}

function failedIn(mock: Pick<Mock, 'verdict'>): readonly string[] {
  return mock
    .verdict()
    .rules.filter(({ outcome }) => outcome === 'fail')
    .map(({ id }) => id);
}

describe('the header Tollgate-Hints', () => {
  it('names what the client rules say about an accepted request', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    const { sTxId, hints } = await send('/v1/ch', { ...FEE, amount: 107.97999999999999, mtxid: 'order-1' });

    expect(hints).toBe(
      'client-request/amount-has-whole-cents: Expected amount in whole cents, such as 107.98, got 14 decimals. | client-request/uses-documented-fields: Expected the field mTxId, got mtxid.',
    );
    expect((await send(SALE, { sTxId, authCode: 'A1' })).hints).toBeUndefined();
    expect((await send(SALE, { sTxId, authCode: 'B2' })).hints).toBe(
      'client-flow/sells-once: Expected one sale for a transaction, got a second one with other fields.',
    );
  });

  it('shows no card number and no other characters than printable ASCII, and stays short', async () => {
    const { mock, send } = await mockWith({ lenient: true });
    await using _ = mock;
    const name = `|\r\n${CARD} ünïcode ${'x'.repeat(500)}`;
    const { status, hints } = await send('/v1/ch', {
      ...FEE,
      amount: 1.001,
      [name]: CARD,
      m_tx_id: 'a',
      cvv: '123',
    });

    expect(status).toBe(200);
    expect(hints).toMatch(/^[\x20-\x7e]{100,2000}$/);
    expect(hints).not.toContain(CARD);
  });

  it('is not sent with a refusal, which the journal has hints on', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    const { status, hints } = await send('/v1/ch', { ...FEE, region: 'Arizona' });
    const hint = {
      rule: 'client-request/region-has-a-documented-form',
      message: expect.stringContaining('Arizona'),
    };

    expect({ status, hints }).toEqual({ status: 422, hints: undefined });
    expect(mock.journal()).toMatchObject([{ status: 422, hints: [hint] }]);
    const { nearMisses } = (await mock.inject({ method: 'GET', path: '/_tollgate/near-misses' })).json() as {
      readonly nearMisses: readonly unknown[];
    };
    expect(nearMisses).toMatchObject([{ hints: [hint] }]);
  });

  it('can be read by a page of another origin', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    const { headers } = await send('/v1/ch', { ...FEE, mtxid: 'a' }, { origin: 'http://shop.example' });

    expect(headers['access-control-expose-headers']).toContain('Tollgate-Hints');
  });
});

describe('the verdict', () => {
  it('is a report on the client, as JSON Schema describes it and reporters print it', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    await send('/v1/ch', { ...FEE, data: [CARD] }, { 'x-card': CARD });
    const schema = JSON.parse(readFileSync(new URL('../report.schema.json', import.meta.url), 'utf8'));
    const answered = await mock.inject({ method: 'GET', path: '/_tollgate/verdict' });
    const report = mock.verdict();

    expect(answered.json()).toMatchObject({
      subject: 'client',
      verdict: 'nonconformant',
      exitCode: 1,
      requests: 1,
    });
    expect(answered.text).not.toContain(CARD);
    expect(answered.text).not.toContain(mock.token());
    const isValid = new Ajv({ strict: false }).addFormat('date-time', true).compile(schema);
    expect({ valid: isValid(report), errors: isValid.errors }).toEqual({ valid: true, errors: null });
    for (const [kind, print] of Object.entries(REPORTERS))
      expect(print(report), kind).toContain('client-request/never-sends-card-number');
    expect(report.rules.find(({ outcome }) => outcome === 'fail')?.counterexample?.steps).toMatchObject([
      {
        request: {
          headers: { authorization: 'Bearer $TOLLGATE_TOKEN', 'x-card': '424242…(16 digits)' },
          body: '{"amount":100,"nicn":"424242","region":"AZ","data":["424242…(16 digits)"]}',
        },
        curl: expect.stringMatching(/^curl -sS -w '\\n' 'http:\/\/[^']+\/v1\/ch' /),
      },
    ]);
  });

  it('is conformant for a client without mistakes, and inconclusive without one', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;

    expect(mock.verdict()).toMatchObject({
      verdict: 'inconclusive',
      summary: 'The mock has received no request.',
    });
    const { sTxId } = await send('/v1/ch', { ...FEE, mTxId: 'order-1' });
    await send('/v1/ch', { ...FEE, amount: 120, sTxId });
    await send(SALE, { sTxId });
    expect(mock.verdict()).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    expect(failedIn(mock)).toEqual([]);
  });

  it('starts anew with a reset, and knows the transactions from before', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    const { sTxId } = await send('/v1/ch', { ...FEE, mTxId: 'order-1', data: [CARD] });
    await mock.reset();
    expect(mock.verdict()).toMatchObject({ verdict: 'inconclusive', requests: 0 });

    // The sale of the test before the reset is late.
    await send(SALE, { sTxId });
    await send(SALE, { mTxId: 'order-1' });
    expect(failedIn(mock)).toEqual([]);
    await send(SALE, { mTxId: 'order-2' });
    expect(failedIn(mock)).toEqual(['client-flow/sells-what-was-priced']);
  });

  it('is one of each world', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    await send('/w/cart-7/v1/ch', { ...FEE, mtxid: 'a' });

    expect(failedIn(mock.world('cart-7'))).toEqual(['client-request/uses-documented-fields']);
    expect(mock.verdict().requests).toBe(0);
    expect(mock.world('cart-7').journal()).toHaveLength(1);
    const { json } = await mock.inject({ method: 'GET', path: '/w/cart-7/_tollgate/verdict' });
    expect(json()).toMatchObject({ requests: 1, target: expect.stringMatching(/\/w\/cart-7$/) });
  });

  it('lists requests that are wrong on purpose, and does not judge them', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    await send('/v1/ch', FEE);
    await send(SALE, { mTxId: 'unknown' }, { 'Tollgate-Deliberate': 'client-flow/sells-what-was-priced' });

    expect(mock.verdict()).toMatchObject({
      verdict: 'conformant',
      deliberate: [{ rule: 'client-flow/sells-what-was-priced', requests: 1 }],
      summary: expect.stringContaining('Rules exempted 1 request with Tollgate-Deliberate.'),
    });
  });

  it('judges a first call of a merchant with several processors', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    await send('/v1/ch', FEE, { authorization: `Bearer ${mock.token('several')}` });

    expect(failedIn(mock)).toEqual(['client-request/names-processor-with-several']);
  });

  it.each<readonly [string, MockOptions]>([
    [
      'of every other form',
      { grease: 7, choices: { 'stxid-form': 'digits', refusal: '2xx-zero-fee-stxid' } },
    ],
    ['that loses responses', { faults: ['path=/v1/ch/sale, times=1: reset=after'] }],
    ['that is strict', { choices: STRICT_CHOICES }],
  ])('accuses no client of a mock %s', async (_what, options) => {
    const { mock, send } = await mockWith(options);
    await using _ = mock;
    for (const order of ['order-1', 'order-2']) {
      const { sTxId } = await send('/v1/ch', { ...FEE, mTxId: order });
      const sale = () => send(SALE, { sTxId, mTxId: order, authCode: order }).catch(() => undefined);
      if ((await sale()) === undefined) await sale();
    }

    expect(failedIn(mock)).toEqual([]);
  });

  it('is not given by a mock that was created without the rules', async () => {
    await using mock = await createBareMock();
    expect(() => mock.verdict()).toThrow(expect.objectContaining({ code: 'not-observed' }));
    const { status, text } = await mock.inject({ method: 'GET', path: '/_tollgate/verdict' });

    expect({ status, text }).toEqual({ status: 404, text: expect.stringContaining('judges no clients') });
  });
});

describe('in code', () => {
  test('journal() and verify() are those of the control routes', async () => {
    const { mock, send } = await mockWith();
    await using _ = mock;
    await send('/v1/ch', { ...FEE, mTxId: 'order-1' });
    await send('/v1/ch', { ...FEE, mTxId: 'order-2', cardToken: 'tok_1' });
    const { entries } = (await mock.inject({ method: 'GET', path: '/_tollgate/journal' })).json() as {
      readonly entries: readonly unknown[];
    };

    expect(JSON.parse(JSON.stringify(mock.journal()))).toEqual(entries);
    expect(JSON.stringify(mock.journal())).not.toContain('tok_1');
    expect(mock.verify({ request: { path: '/v1/ch', body: { mTxId: 'order-1' } }, count: 1 })).toMatchObject({
      ...{ satisfied: true, matched: 1 },
    });
    expect(mock.verify({ request: { path: SALE } })).toMatchObject({
      satisfied: false,
      nearMisses: [{ differences: [{ at: 'path', expected: SALE, got: '/v1/ch' }] }, {}],
    });
    expect(() => mock.verify({ request: {}, count: -1 })).toThrow(
      expect.objectContaining({
        code: 'verification',
        message: expect.stringMatching(/^\/count: expected a whole number, 0 or more, .* got -1$/),
      }),
    );
  });

  test('token() makes tokens that have expired, or have another signature', async () => {
    await using mock = await createMock({ jwtSecret: 'a secret of the mock' });
    const send = clientOf(mock);
    const statusOf = async (token: string) =>
      (await send('/v1/ch', FEE, { authorization: `Bearer ${token}` })).status;

    expect(await statusOf(mock.token())).toBe(200);
    expect(await statusOf(mock.token('one', { expiresIn: 60 }))).toBe(200);
    expect(await statusOf(mock.token('one', { expiresIn: -60 }))).toBe(401);
    expect(await statusOf(mock.token('one', { secret: 'another secret' }))).toBe(401);
    expect(await statusOf(mintToken('one', { secret: 'a secret of the mock' }))).toBe(200);
    expect(() => mock.token('unknown', { expiresIn: 60 })).toThrow(
      expect.objectContaining({ code: 'unknown-merchant' }),
    );
    expect(() => mock.token('one', { secret: '' })).toThrow(
      expect.objectContaining({ code: 'token-options' }),
    );
  });
});

const merchants = fileURLToPath(new URL('../examples/merchants.yaml', import.meta.url));

test('say what was accepted, and else which call came nearest, or why it was refused, with all calls', async () => {
  await using mock = await startMock({ merchants });
  const send = posting(mock.url, mock.token('corner-shop'));
  expect(matchers.toHavePriced(mock).message()).toMatch(
    /^expected an accepted fee call with {}\nThe mock got no request\.$/,
  );

  const fee = { amount: 100, nicn: '424242', region: '85004', mTxId: 'order-1' };
  await send('/v1/ch', fee);
  await send('/v1/ch', { ...fee, amount: -1 });
  await send('/v1/ch/sale', { mTxId: 'order-2' });

  expect(matchers.toHavePriced(mock, { amount: 100 }).pass).toBe(true);
  expect(matchers.toHavePriced(mock, { amount: 100 }).message()).toMatch(/^expected no accepted fee call/);
  expect(matchers.toHaveSold(mock).pass).toBe(false);

  const nearest = matchers.toHavePriced(mock, { amount: 250, nicn: '424242' });
  expect(nearest.pass).toBe(false);
  expect(nearest.message()).toMatch(
    /^expected an accepted fee call with {"amount":250,"nicn":"424242"}\nThe nearest one \(\S+\) differs:\n {2}\/amount: expected 250, got -1\nThe mock got:\n/,
  );

  const refused = matchers.toHaveSold(mock, { mTxId: 'order-2' });
  expect(refused.pass).toBe(false);
  expect(refused.message()).toMatch(/\nIt was refused \(\S+\): \/mTxId: expected the mTxId of a transaction/);
  expect(refused.message().match(/→ \d+/g)).toEqual(['→ 200', '→ 422', '→ 422']);

  const verdict = matchers.toBeConformant(mock);
  expect(verdict.pass).toBe(false);
  expect(verdict.message()).toMatch(/^the client is nonconformant\..*client-flow\/sells-what-was-priced/s);
});
