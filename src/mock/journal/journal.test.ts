import { describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, SALE } from '../../../test/support/ask-mock.ts';
import { createMock, type Mock } from '../index.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { toRecorded } from './record.ts';

async function journalOf(mock: Mock): Promise<string> {
  return (await mock.inject({ method: 'GET', path: '/_tollgate/journal' })).text;
}

const SEPARATED = '42 42 42 42 42 42 42 42';

it.each([
  [SALE, { amount: 1, nicn: SEPARATED, region: 'AZ' }],
  [SALE, { note: SEPARATED, list: ['4242    4242    4242    4242'] }],
  [SALE, { note: '4242, 4242, 4242, 4242' }],
  [FEE, { ...BASELINE, nicn: SEPARATED }],
  [FEE, { ...BASELINE, region: SEPARATED }],
  [FEE, { ...BASELINE, country: '4242x4242x4242x4242' }],
  [FEE, { ...BASELINE, campaign: SEPARATED }],
  [FEE, `{"nicn":"${SEPARATED}","region":}`],
  [`/v1/${encodeURIComponent(SEPARATED)}?nicn=${encodeURIComponent(SEPARATED)}`, {}],
])('no refusal of %s %j and no journal shows a card number with separated digits', async (path, body) => {
  await using mock = await createMock();
  const { text } = await asking(mock)(path, body);
  const journal = await journalOf(mock);

  for (const shown of [text, journal]) expect(shown.replaceAll(/\D+/g, '')).not.toContain('42'.repeat(8));
});

it('the journal hides values with secret names in headers, queries and bodies', async () => {
  await using mock = await createMock();
  const names = ['X-Session-Id', 'X-Signature', 'X-Password', 'X-Jwt'];
  const headers = Object.fromEntries(names.map((name) => [name, 'canary-1']));
  const fields = { password: 'canary-2', cvv: 'canary-3', cardNumber: 'canary-4', pan: ['canary-5'] };
  await asking(mock)(`${FEE}?session=canary-6&sig=1`, { ...BASELINE, ...fields }, headers);
  await asking(mock)(FEE, { ...BASELINE, ...fields }, headers);
  await asking(mock)(FEE, '{"password":"canary-7","cvv":canary8', headers);
  await asking(mock)(SALE, { ...fields });

  expect(await journalOf(mock)).not.toMatch(/canary/);
});

it('the journal shows an sTxId that consists of digits', async () => {
  await using mock = await createMock({ choices: { 'stxid-form': 'digits' } });
  const ask = asking(mock);
  const { sTxId } = (await ask(FEE, BASELINE)).json() as { readonly sTxId: string };
  const unknown = `${sTxId.slice(0, -1)}${(Number(sTxId.at(-1)) + 1) % 10}`;
  const refused = await ask(SALE, { sTxId: unknown });

  expect(sTxId).toMatch(/^\d{39}$/);
  expect(refused.text).toContain(unknown);
  expect(await journalOf(mock)).toContain(sTxId);
});

it.each(['journal', 'near-misses?limit=200'])(
  'the mock answers other requests while it masks a long %s',
  async (path) => {
    await using mock = await createMock();
    const ask = asking(mock);
    for (let count = 0; count < 20; count++) await ask(FEE, `"${'4x'.repeat(8000)}"`);
    const ended: string[] = [];
    const long = mock.inject({ method: 'GET', path: `/_tollgate/${path}` }).then(() => ended.push('journal'));
    for (let count = 0; count < 5; count++) ended.push(String((await ask(FEE, BASELINE)).status));
    await long;

    expect(ended).toEqual(['200', '200', '200', '200', '200', 'journal']);
  },
);

const record = (request: MockRequest, response: MockResponse, world?: string) =>
  toRecorded(request, response, world);

const REQUEST: MockRequest = {
  ...{ id: 'r-1', method: 'POST', url: '/v1/ch?a=b', headers: {}, body: '{}', isUtf8: true },
  ...{ receivedAt: 1_700_000_000_000, startedAt: performance.now() },
};
const RESPONSE: MockResponse = {
  status: 200,
  headers: { 'request-id': 'r-1' },
  body: '{"message":"ok"}',
};

describe('the exchange of a request', () => {
  it('has no body where none was read', () => {
    const { request } = record({ ...REQUEST, body: undefined }, RESPONSE);

    expect(request).toMatchObject({ body: undefined });
    expect(request.bodyLength).toBeUndefined();
  });

  it('has the beginning of long bodies, and at most 100 violations', () => {
    const violation = { section: '4', pointer: '/x', expected: 'y', got: 'z' };
    const violations = Array(150).fill(violation);
    const { request, response, refusal } = record(
      { ...REQUEST, body: 'x'.repeat(20_000) },
      {
        ...RESPONSE,
        body: 'y'.repeat(1_000_000),
        refusal: { kind: 'refused', code: 'content-refused', violations },
      },
    );

    expect([request.body, request.bodyLength]).toEqual(['x'.repeat(16_384), 20_000]);
    expect(response.body).toBe('y'.repeat(16_384));
    expect(refusal?.violations).toHaveLength(100);
    expect(violations).toHaveLength(150);
  });
});
