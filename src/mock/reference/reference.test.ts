import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { asking, FEE, fieldsOf } from '../../../test/support/ask-mock.ts';
import { contractText, readContract } from '../../contract/document.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { parseMerchants } from '../../engine/index.ts';
import { createMock, startMock } from '../index.ts';
import { addressOf, contractForPage, createReference, listFor } from './reference.ts';
import { REFERENCE_PATHS } from './reference-paths.ts';

const HTML = { accept: 'text/html,*/*;q=0.8' };

const mock = await startMock();
afterAll(() => mock.close());

async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const { statusCode, headers: got, body } = await request(`${mock.url}${path}`, { method, headers });

  return { status: statusCode, headers: got, text: await body.text() };
}

/** The address in it differs from mock to mock. */
const withoutServers = (text: string) => ({ ...(parse(text) as object), servers: undefined });

const contractFile = contractText();

describe('the index', () => {
  it('shows a program the operations, links and a first command', async () => {
    const { status, headers, text } = await get('/');
    const index = JSON.parse(text);

    expect({ status, type: headers['content-type'], vary: headers['vary'] }).toEqual({
      status: 200,
      type: 'application/json',
      vary: 'Accept',
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(index).toMatchObject({ name: 'tollgate', contract: { title: 'Transaction Fee and Sale API' } });
    expect(index.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(index.operations).toEqual([
      expect.objectContaining({ method: 'POST', path: '/v1/ch', url: `${mock.url}/v1/ch` }),
      expect.objectContaining({ method: 'POST', path: '/v1/ch/sale', url: `${mock.url}/v1/ch/sale` }),
    ]);
    for (const link of Object.values<string>(index.links)) {
      expect((await request(link)).statusCode).toBe(200);
    }
    expect(index.try[0]).toContain(`curl -sS '${mock.url}/v1/ch'`);
    expect(text).not.toContain(mock.token());
  });

  it('links to the control routes of a mock that has them', () => {
    const about = { merchant: 'one', processors: [], tokens: { kind: 'verified', expected: '' } } as const;
    const list = listFor('http://a', parse(contractFile), {
      ...about,
      isStatic: true,
      control: '/_tollgate',
    });

    expect(list.links.control).toBe('http://a/_tollgate');
    expect(list.description).toContain('no fees');
  });

  it('quotes the name of the processor in the command', () => {
    const processors = [
      { mid: '1', name: "o'neill" },
      { mid: '2', name: 'b' },
    ];
    const about = {
      merchant: 'one',
      processors,
      tokens: { kind: 'verified', expected: '' },
      isStatic: false,
    } as const;
    const [call] = listFor('http://a', parse(contractFile), about).try;

    expect(call).toContain(`"processor":"o'\\''neill"`);
  });
});

describe('the page', () => {
  it('is for browsers, and makes requests to the mock only', async () => {
    const { status, headers, text } = await get('/', HTML);

    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(headers['content-security-policy']).not.toMatch(/https?:|unsafe|\*/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(
      [...text.matchAll(/(?:src|href|data-contract)="([^"]*)"/g)].map(([, link = '']) => link),
    ).toSatisfy(
      (links: string[]) => links.length > 5 && links.every((link) => /^(?:_tollgate\/|data:)/.test(link)),
    );
  });

  it('contains a token where the mock accepts any', async () => {
    expect((await get('/', HTML)).text).toContain(`data-token="${mock.token()}"`);
  });

  it.each([
    ['by a secret', { jwtSecret: 'a secret of at least 32 bytes, for tests' }],
    ['by a JWK set', { jwks: 'http://127.0.0.1:1/jwks.json' }],
  ])('contains none where tokens are verified %s', async (_how, options) => {
    await using verifying = await createMock(options);
    for (const headers of [HTML, { accept: '*/*' }]) {
      const { text } = await verifying.inject({ method: 'GET', path: '/', headers });

      expect(text).not.toMatch(/eyJ|data-token/);
      expect(text).toContain('a JWT signed');
    }
  });

  it('shows the merchants of the moment, with their names as text', async () => {
    const named = (name: string) =>
      parseMerchants(
        JSON.stringify({
          merchants: {
            [name]: { processors: [{ mid: '1', name: 'p', pricing: { model: 'flat', fixed: '1.00' } }] },
          },
        }),
        'test',
      );
    await using changing = await createMock();
    const look = async () => (await changing.inject({ method: 'GET', path: '/', headers: HTML })).text;

    expect(await look()).toContain('merchant <code>one</code>');
    await changing.useMerchants(named('b"<i>&'));
    expect(await look()).toContain('merchant <code>b&quot;&lt;i&gt;&amp;</code>');
    expect(await look()).toContain(changing.token());
  });

  it('shows the address of the header Host where that is a host', async () => {
    for (const [host, shown] of [
      ['fees.test:81', 'http://fees.test:81'],
      ['"><script>', mock.url],
    ] as const) {
      expect((await get('/', { ...HTML, host })).text).toContain(`<code>${shown}</code>`);
    }
  });
});

describe('the contract', () => {
  it.each(['/_tollgate/openapi.yaml', '/_tollgate/openapi.json'])(
    '%s is the file, with the address of the mock',
    async (path) => {
      const { status, text, headers } = await get(path, { host: 'localhost:9' });

      expect(status).toBe(200);
      expect(headers['content-type']).toBe(path.endsWith('yaml') ? 'application/yaml' : 'application/json');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(parse(text).servers).toEqual([{ url: 'http://localhost:9', description: 'This mock' }]);
      expect(withoutServers(text)).toEqual(withoutServers(contractFile));
    },
  );

  it('keeps the comments of the file', async () => {
    const { text } = await get('/_tollgate/openapi.yaml');
    const kept = contractFile.split('\n').filter((line) => !text.includes(line));

    expect(kept).toEqual(['  - url: http://127.0.0.1:4010', '    description: The mock on this machine']);
  });

  it('has an address with https and the base path where the request had', async () => {
    const reference = createReference(() => {
      throw new Error('the contract needs no facts about the mock');
    });
    const own = { isTls: true, socket: LOCAL.socket };
    const path = '/_tollgate/openapi.json';
    const { body } = await reference({ path, base: '/w/one', headers: { host: 'a:2' }, ...own }, 'id');

    expect(JSON.parse(body.toString()).servers[0].url).toBe('https://a:2/w/one');
  });
});

describe('every path of the reference', () => {
  it.each(REFERENCE_PATHS)('%s is asked for again each time, and has a HEAD', async (path) => {
    const [full, head] = [await get(path), await get(path, {}, 'HEAD')];

    expect([full.status, head.status, head.text]).toEqual([200, 200, '']);
    expect(full.text).not.toBe('');
    expect(head.headers['content-length']).toBe(full.headers['content-length']);
    for (const { headers } of [full, head])
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  });

  it.each(REFERENCE_PATHS)('%s names its methods in Allow, and refuses others', async (path) => {
    const options = await mock.inject({ method: 'OPTIONS', path });

    expect(options).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const refused = await mock.inject({ method, path: `${path}?a=b`, body: {} });

      expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
      expect(refused.headers['content-type']).toBe('application/problem+json');
    }
  });

  it.each([
    '/_tollgate/reference/index.html',
    '/_tollgate/reference/package.json',
    '/_tollgate/reference/../../package.json',
    '/_tollgate/reference/%2e%2e%2fpage.ts',
    '/_tollgate/reference/page/start.js',
    '/index.html',
  ])('%s is not one of them', async (path) => {
    const answer = await mock.inject({ method: 'GET', path, headers: HTML });

    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'application/problem+json' } });
  });
});

const LOCAL = { isTls: false, socket: { localAddress: '127.0.0.1', localPort: 4010 } };

describe('the address of the mock as a client knows it', () => {
  it.each([
    ['localhost:4010', 'http://localhost:4010'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['[::1]:4010', 'http://[::1]:4010'],
    ['Fees.Test', 'http://fees.test'],
    ['fee_mock:8080', 'http://fee_mock:8080'],
  ])('is the one that the header Host has: %s', (host, expected) => {
    expect(addressOf({ ...LOCAL, headers: { host } })).toBe(expected);
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
    expect(addressOf({ ...LOCAL, headers: { host } })).toBe('http://127.0.0.1:4010');
  });

  it('may have https or IPv6, and is localhost for injected requests', () => {
    expect(addressOf({ ...LOCAL, isTls: true, headers: { host: 'fees.test:443' } })).toBe(
      'https://fees.test',
    );
    expect(addressOf({ isTls: true, socket: { localAddress: '::1', localPort: 4010 }, headers: {} })).toBe(
      'https://[::1]:4010',
    );
    expect(addressOf({ isTls: false, socket: {}, headers: {} })).toBe('http://localhost');
  });

  it('is always an origin without special characters of HTML, YAML or a shell', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webAuthority({ withUserInfo: true, withPort: true })), (host) => {
        const address = addressOf({ ...LOCAL, headers: { host } });

        expect(address).toMatch(/^http:\/\/[a-z0-9_.:[\]-]+$/);
        expect(new URL(address).origin).toBe(address);
      }),
    );
  });
});

const ALPHA = { mid: '700100', name: 'alpha' };
const BETA = { mid: '700200', name: 'beta' };

function examplesOf(contract: object): Record<string, { summary?: string; value: Record<string, unknown> }> {
  const paths = (contract as { paths: Record<string, { post: object }> }).paths;
  const { requestBody } = paths[OPERATIONS[0]!.path]!.post as {
    requestBody: { content: Record<string, { examples: object }> };
  };

  return requestBody.content['application/json']!.examples as ReturnType<typeof examplesOf>;
}

const fitted = (...processors: readonly (typeof ALPHA)[]) =>
  examplesOf(contractForPage(readContract(), processors));

describe('the examples on the page', () => {
  it('are those of the contract where the merchant can send them', () => {
    expect(fitted(ALPHA)).toEqual(examplesOf(readContract()));
  });

  it('name a processor of the merchant where it has several', () => {
    expect(Object.values(fitted(BETA, ALPHA)).map(({ value }) => value['processor'])).toEqual([
      'beta',
      'beta',
      'beta',
      'alpha',
      'beta',
    ]);
    expect(Object.values(fitted(BETA)).map(({ value }) => value['processor'])).toEqual([
      undefined,
      undefined,
      undefined,
      'beta',
      undefined,
    ]);
    expect(fitted(BETA)['every-field']?.summary).toBeUndefined();
  });

  it('do not change the contract', () => {
    const contract = readContract();
    contractForPage(contract, [BETA, ALPHA]);

    expect(contract).toEqual(readContract());
  });

  it.each([[[ALPHA]], [[BETA]], [[BETA, ALPHA]]])('all get a fee: %j', async (processors) => {
    const pricing = { model: 'flat', fixed: '1.50' };
    const merchants = { shop: { processors: processors.map((names) => ({ ...names, pricing })) } };
    await using mock = await createMock({ merchants: parseMerchants(JSON.stringify({ merchants }), 'test') });
    const ask = asking(mock);
    for (const { value } of Object.values(fitted(...processors))) {
      expect(fieldsOf(await ask(FEE, value))).toMatchObject({ transactionFee: 1.5, message: 'ok' });
    }
  });
});
