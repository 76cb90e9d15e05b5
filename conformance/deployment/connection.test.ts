import { describe, expect, test } from 'vitest';
import { selectRoute } from './connection.ts';

/** The proxy without its login and the variable; without a proxy, the kind of the route. */
function describeRoute(url: string, environment: Record<string, string>): string {
  const route = selectRoute(new URL(url), environment);

  return route.kind === 'by-proxy'
    ? `${route.proxy.protocol}//${route.proxy.host} by ${route.variable}`
    : route.kind;
}

describe('the environment names the proxy', () => {
  test.each([
    ['https', '', 'straight'],
    ['https', 'HTTPS_PROXY=http://a.test:3128', 'http://a.test:3128 by HTTPS_PROXY'],
    ['https', 'https_proxy=http://a.test:1 HTTPS_PROXY=http://b.test:2', 'http://a.test:1 by https_proxy'],
    ['https', 'https_proxy= HTTPS_PROXY=http://b.test:2', 'http://b.test:2 by HTTPS_PROXY'],
    ['http', 'HTTP_PROXY=http://a.test:1', 'http://a.test:1 by HTTP_PROXY'],
    ['https', 'HTTP_PROXY=http://a.test:1', 'straight'],
    ['http', 'HTTPS_PROXY=http://a.test:1', 'straight'],
    ['http', 'ALL_PROXY=http://a.test:1 HTTPS_PROXY=http://b.test:2', 'http://a.test:1 by ALL_PROXY'],
    ['https', 'HTTPS_PROXY=a.test:3128', 'http://a.test:3128 by HTTPS_PROXY'],
    ['https', 'HTTPS_PROXY=me:geheim@a.test:3128', 'http://a.test:3128 by HTTPS_PROXY'],
    ['https', 'HTTPS_PROXY=https://a.test', 'https://a.test by HTTPS_PROXY'],
  ])('for %s by %j: %s', (protocol, variables, expected) => {
    const environment = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=')));

    expect(describeRoute(`${protocol}://fees.test`, environment)).toBe(expected);
  });

  test.each([
    'http://127.0.0.1:4010',
    'https://localhost',
    'http://[::1]:80',
    'http://mock.localhost',
    'http://127.8.0.1',
  ])('loopback is reached directly: %s', (url) => {
    expect(describeRoute(url, { ALL_PROXY: 'http://a.test:1' })).toBe('past-proxy');
  });

  test.each(['socks5://me:geheim@a.test', 'http://me:geheim@', 'http://me:geheim@a test'])(
    'an unusable proxy is an error without its password: %s',
    (HTTPS_PROXY) => {
      const read = () => describeRoute('https://fees.test', { HTTPS_PROXY });

      expect(read).toThrow(/^HTTPS_PROXY: expected the address of a proxy/);
      expect(read).not.toThrow(/geheim/);
      expect(describeRoute('http://fees.test', { HTTPS_PROXY })).toBe('straight');
    },
  );
});

describe('NO_PROXY names hosts to reach directly', () => {
  const HOSTS = 'https://fees.example.com:8443';
  const proxied = (url: string, NO_PROXY: string) =>
    describeRoute(url, { HTTPS_PROXY: 'http://a.test:1', NO_PROXY }) !== 'straight';

  test.each([
    ['*', HOSTS],
    ['other.test, *', HOSTS],
    ['fees.example.com', HOSTS],
    ['FEES.Example.com', HOSTS],
    ['example.com', HOSTS],
    ['.example.com', HOSTS],
    ['*.example.com', HOSTS],
    ['example.com.', HOSTS],
    ['example.com:8443', HOSTS],
    ['.example.com', 'https://example.com'],
    ['example.com:443', 'https://example.com'],
    ['a.test b.test,example.com', HOSTS],
    ['10.1.2.3', 'https://10.1.2.3'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['10.1.2.3:9000', 'https://10.1.2.3:9000'],
    ['fd00::1', 'https://[fd00::1]'],
    ['[fd00::1]', 'https://[fd00::1]'],
    ['[fd00::1]:443', 'https://[fd00::1]'],
    ['fd00:0:0::1', 'https://[fd00::1]:9000'],
    ['fd00::/8', 'https://[fd00::1]'],
  ])('%s names %s', (exceptions, url) => {
    expect(proxied(url, exceptions)).toBe(false);
  });

  test.each([
    ['', HOSTS],
    [',  ,', HOSTS],
    ['ample.com', HOSTS],
    ['fees.example.com.evil.test', HOSTS],
    ['a.fees.example.com', HOSTS],
    ['example.com:443', HOSTS],
    ['*.example.com', 'https://example.com'],
    ['10.0.0.0/8', 'https://11.1.2.3'],
    ['10.0.0.0/8', HOSTS],
    ['10.0.0.0/99', 'https://10.1.2.3'],
    ['10.1', 'https://110.1'],
    ['fd00::/8', 'https://[fe00::1]'],
    ['nonsense/8', HOSTS],
    ['[', HOSTS],
  ])('%j does not name %s', (exceptions, url) => {
    expect(proxied(url, exceptions)).toBe(true);
  });

  test('no_proxy overrides NO_PROXY, also when empty', () => {
    const environment = { HTTPS_PROXY: 'http://a.test:1', NO_PROXY: '*' };

    expect(describeRoute(HOSTS, { ...environment, no_proxy: '' })).toBe('http://a.test:1 by HTTPS_PROXY');
  });
});
