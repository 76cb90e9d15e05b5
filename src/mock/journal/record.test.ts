import { describe, expect, it } from 'vitest';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { toRecorded } from './record.ts';

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
