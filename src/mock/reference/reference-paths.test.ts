import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from './reference-paths.ts';

const LOCAL = { isTls: false, address: '127.0.0.1', port: 4010 };

describe('the address of the mock as a client knows it', () => {
  it.each([
    ['localhost:4010', 'http://localhost:4010'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['[::1]:4010', 'http://[::1]:4010'],
    ['Fees.Test', 'http://fees.test'],
    ['fee_mock:8080', 'http://fee_mock:8080'],
  ])('is the one that the header Host has: %s', (host, expected) => {
    expect(addressOf(host, LOCAL)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'a b',
    'user@host',
    'host/path',
    'host?query',
    'host:99999',
    'host:',
    '[::1',
    '[zz]:1',
    '"><script>',
    'a,b',
    '999.1.1.1',
  ])('is that of the connection where the header Host is no host: %s', (host) => {
    expect(addressOf(host, LOCAL)).toBe('http://127.0.0.1:4010');
  });

  it('may have https or IPv6, and is localhost for injected requests', () => {
    expect(addressOf('fees.test:443', { ...LOCAL, isTls: true })).toBe('https://fees.test');
    expect(addressOf('', { isTls: true, address: '::1', port: 4010 })).toBe('https://[::1]:4010');
    expect(addressOf('', { isTls: false, address: undefined, port: undefined })).toBe('http://localhost');
  });

  it('is always an origin without special characters of HTML, YAML or a shell', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webAuthority({ withUserInfo: true, withPort: true })), (host) => {
        const address = addressOf(host, LOCAL);

        expect(address).toMatch(/^http:\/\/[a-z0-9_.:[\]-]+$/);
        expect(new URL(address).origin).toBe(address);
      }),
    );
  });
});
