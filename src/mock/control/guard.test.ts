import { describe, expect, it } from 'vitest';
import { createMock, startMock } from '../index.ts';
import { asking, fieldsOf } from '../testing.ts';
import { type Caller, guard } from './guard.ts';

const LOCAL: Caller = {
  method: 'GET',
  headers: { host: '127.0.0.1:4010' },
  peer: '127.0.0.1',
  scheme: 'http',
  bytes: undefined,
};

const from = (more: Partial<Caller>, host = '127.0.0.1') =>
  guard({ ...LOCAL, ...more }, 'loopback', host)?.code;

describe('the control routes', () => {
  it.each([
    ['this machine', {}],
    ['this machine by IPv6', { peer: '::1', headers: { host: '[::1]:4010' } }],
    ['this machine by IPv4 in IPv6', { peer: '::ffff:127.0.0.1', headers: { host: 'localhost:4010' } }],
    ['a name below localhost', { headers: { host: 'shop.localhost:4010' } }],
    ['who says no host, as no browser does', { headers: {} }],
    [
      'a page of the mock itself',
      {
        headers: { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' },
      },
    ],
    ['a person who typed the address', { headers: { host: 'localhost', 'sec-fetch-site': 'none' } }],
    ['the name that the mock listens on', { headers: { host: 'devbox:4010' } }, 'devbox'],
  ] as const)('may be asked by %s', (_who, more, host: string = '127.0.0.1') => {
    expect(from(more, host)).toBeUndefined();
  });

  it.each([
    ['another machine', { peer: '10.0.0.7' }],
    ['another machine by IPv6', { peer: '::ffff:10.0.0.7' }],
    ['nobody known', { peer: undefined }],
    ['a page whose name was made to lead here', { headers: { host: 'evil.example:4010' } }],
    ['a name that only begins so', { headers: { host: 'localhost.evil.example' } }],
    ['an address that only begins so', { headers: { host: '127.0.0.1.evil.example' } }],
    ['a page of another origin', { headers: { host: 'localhost:4010', origin: 'http://localhost:3000' } }],
    ['a page of no origin', { headers: { host: 'localhost:4010', origin: 'null' } }],
    [
      'an image in a page of another site',
      { headers: { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' } },
    ],
    ['one in a page at another port', { headers: { host: 'localhost:4010', 'sec-fetch-site': 'same-site' } }],
  ] as const)('may not be asked by %s', (_who, more) => {
    expect(from(more)).toBe('control-forbidden');
  });

  it('take changes as JSON alone, which no page may send to others without asking', () => {
    const bytes = Buffer.from('{}');
    const headers = { host: 'localhost', 'content-type': 'text/plain' };

    expect(from({ method: 'POST', headers, bytes })).toBe('unsupported-media-type');
    expect(
      from({ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, bytes }),
    ).toBeUndefined();
    expect(from({ method: 'POST' })).toBeUndefined();
  });

  it('may be for anyone, but for pages of other origins', () => {
    const caller = { ...LOCAL, peer: '10.0.0.7', headers: { host: 'mock.example' } };
    const page = { ...caller, headers: { host: 'mock.example', origin: 'http://evil.example' } };

    expect(guard(caller, 'anyone', '0.0.0.0')).toBeUndefined();
    expect(guard(page, 'anyone', '0.0.0.0')?.code).toBe('control-forbidden');
  });

  it('are not there when they are off, like any other path', async () => {
    await using mock = await createMock({ control: 'off' });
    const answer = await asking(mock)('/_tollgate/health', {});
    const other = await asking(mock)('/other', {});

    expect([answer.status, fieldsOf(answer)['detail']]).toEqual([
      404,
      String(fieldsOf(other)['detail']).replace('/other', '/_tollgate/health'),
    ]);
  });

  it('refuse a foreign host over the wire, and answer the mock itself', async () => {
    await using mock = await startMock();
    const statusFor = async (headers: Record<string, string>) =>
      (await fetch(`${mock.url}/_tollgate/health`, { headers })).status;

    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ origin: 'http://evil.example' })).toBe(403);
    expect((await fetch(`${mock.url}/_tollgate/reset`, { method: 'POST' })).status).toBe(204);
  });
});
