import { describe, expect, it } from 'vitest';
import { createMock } from '../../../cli/index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import type { Mock, MockOptions } from '../index.ts';

/** Sends a request that is refused, then the mended one. */
async function mend(
  mock: Pick<Mock, 'inject' | 'token'>,
  request: {
    readonly path?: string;
    readonly body: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  },
) {
  const refused = await asking(mock)(request.path ?? FEE, request.body, request.headers);
  const path = `/_tollgate/near-misses/${refused.headers['request-id']}`;
  const found = await mock.inject({ method: 'GET', path });
  const sent = await mock.inject({ path });
  const { requestId } = fieldsOf(sent);
  const entry = await mock.inject({ method: 'GET', path: `/_tollgate/journal/${String(requestId)}` });

  return { edit: fieldsOf(found)['edit'], sent, entry: fieldsOf(entry) };
}

describe('a mended request', () => {
  it.each<[string, Parameters<typeof mend>[1], object]>([
    ['a field', { body: { ...BASELINE, nicn: '4242' } }, { body: { nicn: '424242' } }],
    ['a missing header', { body: BASELINE, headers: { 'x-requested-with': '' } }, { body: BASELINE }],
    ['a missing token', { body: BASELINE, headers: { authorization: '' } }, { body: BASELINE }],
  ])('is accepted: %s', async (_, request, sent) => {
    await using mock = await createMock();
    const { sent: answer, entry } = await mend(mock, request);

    expect(fieldsOf(answer)).toEqual({ requestId: expect.any(String), status: 200 });
    expect(entry).toMatchObject({ status: 200, merchant: 'one', request: sent });
    expect(answer.text + JSON.stringify(entry)).not.toContain('eyJ');
  });

  it('is sent for the merchant of the request, in its world, and not held against the client', async () => {
    await using mock = await createMock();
    const world = mock.world('cart-7');
    const inWorld = { inject: world.inject, token: () => mock.token('several') };
    const { entry } = await mend(inWorld, { body: { ...BASELINE, processor: 'alpa' } });

    expect(entry).toMatchObject({ status: 200, merchant: 'several', world: 'cart-7', hints: [] });
    expect(entry['request']).toMatchObject({ headers: { 'tollgate-deliberate': '*' } });
  });

  it.each<[string, MockOptions, Parameters<typeof mend>[1], string]>([
    ['without an edit', {}, { body: { amount: '1', nicn: '1' } }, 'no single edit'],
    ['without its body', {}, { path: '/v1/chh', body: BASELINE }, 'did not read the body'],
    [
      'with the beginning of its body',
      {},
      { body: { ...BASELINE, nicn: '4242', data: ['x'.repeat(20_000)] } },
      'no single edit',
    ],
    [
      'with a body that is nested too deeply',
      {},
      { body: `{"amount":1,"nicn":"42424","region":"85004","x":${'['.repeat(4500)}${']'.repeat(4500)}}` },
      'nested too deeply',
    ],
  ])('is not sent %s', async (_, options, request, why) => {
    await using mock = await createMock(options);
    const { sent } = await mend(mock, request);

    expect([sent.status, fieldsOf(sent)['detail']]).toEqual([422, expect.stringContaining(why)]);
  });

  it('has no response where a fault suppresses it', async () => {
    await using mock = await createMock();
    const refused = await asking(mock)(FEE, { ...BASELINE, nicn: '4242' });
    mock.faults.add('reset=before');
    const sent = await mock.inject({ path: `/_tollgate/near-misses/${refused.headers['request-id']}` });

    expect([sent.status, fieldsOf(sent)['detail']]).toEqual([422, expect.stringContaining('the fault')]);
  });

  it('is looked for among the refused requests of the journal', async () => {
    await using mock = await createMock();
    const accepted = await asking(mock)(FEE, BASELINE);
    for (const id of [accepted.headers['request-id'], 'unknown']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await mock.inject({ method, path: `/_tollgate/near-misses/${id}` });

        expect([answer.status, fieldsOf(answer)['reasonCode']]).toEqual([404, 'not-found']);
      }
    }
  });

  it('is not sent for a page of another origin', async () => {
    await using mock = await createMock();
    const refused = await asking(mock)(SALE, {});
    const path = `/_tollgate/near-misses/${refused.headers['request-id']}`;
    const answer = await mock.inject({
      path,
      headers: { host: 'localhost:1', origin: 'http://elsewhere.test' },
    });

    expect(answer.status).toBe(403);
  });
});
