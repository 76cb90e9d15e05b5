import { describe, expect, it } from 'vitest';
import { asking, fieldsOf } from '../../../test/support/ask-mock.ts';
import { createMock, startMock } from '../index.ts';
import { NO_BODY } from '../request.ts';
import { type Caller, guard } from './control.ts';

const LOCAL: Caller = {
  method: 'GET',
  headers: { host: '127.0.0.1:4010' },
  peer: '127.0.0.1',
  scheme: 'http',
  ...NO_BODY,
};

const refusalOf = (more: Partial<Caller>, host = '127.0.0.1') =>
  guard({ ...LOCAL, ...more }, 'loopback', host)?.code;

describe('the control routes', () => {
  it.each([
    ['this machine', {}],
    ['this machine by IPv6', { peer: '::1', headers: { host: '[::1]:4010' } }],
    ['this machine by IPv4 in IPv6', { peer: '::ffff:127.0.0.1', headers: { host: 'localhost:4010' } }],
    ['a name below localhost', { headers: { host: 'shop.localhost:4010' } }],
    ['a request without the header Host, which browsers always send', { headers: {} }],
    [
      'a page of the mock itself',
      {
        headers: { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' },
      },
    ],
    ['a person who typed the address', { headers: { host: 'localhost', 'sec-fetch-site': 'none' } }],
    ['a request to the name that the mock listens on', { headers: { host: 'devbox:4010' } }, 'devbox'],
  ] as const)('let in %s', (_who, more, host: string = '127.0.0.1') => {
    expect(refusalOf(more, host)).toBeUndefined();
  });

  it.each([
    ['another machine', { peer: '10.0.0.7' }],
    ['another machine by IPv6', { peer: '::ffff:10.0.0.7' }],
    ['a client without an address', { peer: undefined }],
    ['a page whose name resolves to this machine', { headers: { host: 'evil.example:4010' } }],
    ['a name that only starts with localhost', { headers: { host: 'localhost.evil.example' } }],
    ['a name that only starts with a loopback address', { headers: { host: '127.0.0.1.evil.example' } }],
    ['a page of another origin', { headers: { host: 'localhost:4010', origin: 'http://localhost:3000' } }],
    ['a page of no origin', { headers: { host: 'localhost:4010', origin: 'null' } }],
    [
      'an image on a page of another site',
      { headers: { host: 'localhost:4010', 'sec-fetch-site': 'cross-site' } },
    ],
    [
      'an image on a page at another port',
      { headers: { host: 'localhost:4010', 'sec-fetch-site': 'same-site' } },
    ],
  ] as const)('refuse %s', (_who, more) => {
    expect(refusalOf(more)).toBe('control-forbidden');
  });

  it('accept only JSON bodies, which pages cannot send to other origins without a preflight', () => {
    const body = '{}';
    const headers = { host: 'localhost', 'content-type': 'text/plain' };

    expect(refusalOf({ method: 'POST', headers, body })).toBe('unsupported-media-type');
    expect(
      refusalOf({ method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }),
    ).toBeUndefined();
    expect(refusalOf({ method: 'POST' })).toBeUndefined();
  });

  it('say what they have received, with masked secrets', () => {
    const detailOf = (more: Partial<Caller>) => guard({ ...LOCAL, ...more }, 'loopback', '127.0.0.1')?.detail;
    const body = '{}';

    expect(detailOf({ peer: '192.168.100.200' })).toContain('got 192.168.100.200;');
    expect(detailOf({ headers: { host: 'evil.example:4010' } })).toMatch(/, got evil\.example:4010$/);
    expect(detailOf({ headers: { host: 'localhost', origin: 'http://x/4242424242424242' } })).toMatch(
      /, got http:\/\/x\/424242…\(16 digits\)$/,
    );
    expect(detailOf({ method: 'POST', headers: { host: 'localhost' }, body })).toMatch(/, got none$/);
  });

  it('can be open to other machines, and still refuse pages of other origins', () => {
    const caller = { ...LOCAL, peer: '10.0.0.7', headers: { host: 'mock.internal' } };
    const page = { ...caller, headers: { host: 'mock.internal', origin: 'http://evil.example' } };

    expect(guard(caller, 'anyone', '0.0.0.0')).toBeUndefined();
    expect(guard(page, 'anyone', '0.0.0.0')?.code).toBe('control-forbidden');
  });

  it('are unknown paths when they are off', async () => {
    await using mock = await createMock({ control: 'off' });
    const answer = await asking(mock)('/_tollgate/health', {});
    const other = await asking(mock)('/other', {});

    expect([answer.status, fieldsOf(answer)['detail']]).toEqual([
      404,
      String(fieldsOf(other)['detail']).replace('/other', '/_tollgate/health'),
    ]);
  });

  it('let in requests of this machine, and refuse another origin, over HTTP', async () => {
    await using mock = await startMock();
    const statusFor = async (headers: Record<string, string>) =>
      (await fetch(`${mock.url}/_tollgate/health`, { headers })).status;

    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ origin: 'http://evil.example' })).toBe(403);
    expect((await fetch(`${mock.url}/_tollgate/reset`, { method: 'POST' })).status).toBe(204);
  });
});
