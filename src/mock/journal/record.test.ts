import { describe, expect, it } from 'vitest';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { toExchange, toRecorded } from './record.ts';

const record = (request: MockRequest, response: MockResponse, world?: string) =>
  toRecorded(toExchange(request, response, world), response, []);

const REQUEST: MockRequest = {
  ...{ id: 'r-1', method: 'POST', url: '/v1/ch?a=b', headers: {}, body: Buffer.from('{}') },
  ...{ receivedAt: 1_700_000_000_000, startedAt: performance.now() },
};
const RESPONSE: MockResponse = {
  status: 200,
  headers: { 'request-id': 'r-1' },
  body: Buffer.from('{"message":"ok"}'),
};

describe('the exchange of a request', () => {
  it('has request, response, world, merchant and times', () => {
    const exchange = record(REQUEST, { ...RESPONSE, merchant: 'one' }, 'cart-7');

    expect(exchange).toEqual({
      ...{ id: 'r-1', world: 'cart-7', merchant: 'one', startedAt: 1_700_000_000_000 },
      endedAt: expect.any(Number),
      duration: expect.any(Number),
      request: { method: 'POST', url: '/v1/ch?a=b', headers: {}, body: '{}' },
      response: { ...RESPONSE, body: '{"message":"ok"}' },
      overlooked: [],
      choices: {},
      hints: [],
    });
    expect(exchange.duration).toBe(exchange.endedAt - REQUEST.startedAt);
  });

  it('has no body where none was read', () => {
    const { request } = record({ ...REQUEST, body: undefined }, RESPONSE);

    expect(request).toMatchObject({ body: undefined });
    expect(request.bodyLength).toBeUndefined();
  });

  it('has neither tokens nor cookies, which the headers of the request keep', () => {
    const secrets = { authorization: 'Bearer a.b.c', 'proxy-authorization': 'Basic x', cookie: 's=1' };
    const headers = Object.freeze({ ...secrets, host: 'localhost' });
    const { request } = record({ ...REQUEST, headers }, RESPONSE);

    expect(request.headers).toEqual({
      authorization: '(not kept)',
      'proxy-authorization': '(not kept)',
      cookie: '(not kept)',
      host: 'localhost',
    });
    expect(headers).toEqual({ ...secrets, host: 'localhost' });
  });

  it('has the beginning of long bodies, and at most 100 violations', () => {
    const violation = { section: '4', pointer: '/x', expected: 'y', got: 'z' };
    const violations = Array(150).fill(violation);
    const { request, response, refusal } = record(
      { ...REQUEST, body: Buffer.alloc(20_000, 'x') },
      {
        ...RESPONSE,
        body: Buffer.alloc(1_000_000, 'y'),
        refusal: { kind: 'refused', code: 'content-refused', violations },
      },
    );

    expect([request.body, request.bodyLength]).toEqual(['x'.repeat(16_384), 20_000]);
    expect(response.body).toBe('y'.repeat(16_384));
    expect(refusal?.violations).toHaveLength(100);
    expect(violations).toHaveLength(150);
  });
});
