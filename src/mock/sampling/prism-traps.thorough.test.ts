/** Surprising behaviour of these versions of Prism, and how the mock avoids it. An upgrade may change either. */
import { createRequire } from 'node:module';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { describe, expect, it, vi } from 'vitest';
import { asking, BASELINE, FEE } from '../../../test/support/ask-mock.ts';
import { readContract } from '../../contract/document.ts';
import { createMemoryLedger } from '../../ledger/memory.ts';
import { createMock } from '../index.ts';
import { createPrism } from './prism.ts';

type Components = Parameters<typeof createInstance>[1];

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
const TOKEN = 'eyJhbGciOiJub25lIn0.eyJtZXJjaGFudCI6Im9uZSJ9.';

const config = (checkSecurity = false) => ({
  isProxy: false as const,
  checkSecurity,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
});

/** A logger of Prism, and the list of what it logs. */
function recordLogs() {
  const logged: unknown[] = [];
  const names = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'];
  const logger = {
    ...Object.fromEntries(names.map((name) => [name, (...all: unknown[]) => logged.push(all)])),
    child: () => logger,
  } as unknown as Components['logger'];

  return { logged, logger };
}

/** A contract with one operation, `POST /a`. */
function contractOf(schema: object, refusal: object = {}, own: object = {}) {
  const json = { schema: { type: 'object' }, example: { ok: true } };
  const problem = { schema: { type: 'object', properties: { detail: { type: 'string' } } }, ...refusal };

  return {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    ...own,
    paths: {
      '/a': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: {
            200: { description: 'accepted', content: { 'application/json': json } },
            422: { description: 'refused', content: { 'application/problem+json': problem } },
          },
        },
      },
    },
  };
}

interface PrismCall {
  readonly contract: object | string;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly components?: Partial<Components>;
  readonly config?: ReturnType<typeof config>;
}

/** Sends a request to Prism itself. */
async function callPrism({ contract, path, body, headers = HEADERS, components, config: own }: PrismCall) {
  const operations = await getHttpOperationsFromSpec(contract);
  const instance = createInstance(config(), { ...recordLogs(), ...components });
  const input = { method: 'post', url: { path }, headers, body } as const;
  const result = await instance.request(input, operations, own ?? config())();

  return result._tag === 'Left' ? { status: 404, body: undefined } : statusAndBody(result.right.output);
}

const statusAndBody = ({ statusCode, body }: { readonly statusCode: number; readonly body?: unknown }) => ({
  status: statusCode,
  body,
});

const fee = { contract: readContract(), path: FEE, body: BASELINE } as const;

describe('Prism', () => {
  it('does not answer where its mock component throws; the mock answers an error with 500', async () => {
    const mock = () => {
      throw new Error('broken');
    };
    await expect(callPrism({ ...fee, components: { mock } })).rejects.toThrow('broken');
    // Prism does not await the component.
    const late = (async () => mock) as unknown as typeof mock;
    await expect(callPrism({ ...fee, components: { mock: late } })).rejects.toThrow('is not a function');

    const bugs: unknown[] = [];
    const ledger = { ...createMemoryLedger(), record: () => Promise.reject(new Error('broken')) };
    await using failing = await createMock({ ledger, onBug: (error) => bugs.push(error) });
    const { status, text } = await asking(failing)(FEE, BASELINE);

    expect([status, bugs.length]).toEqual([500, 1]);
    expect(text).not.toContain('broken');
  });

  it('logs the token; the mock discards its logs', async () => {
    const { logged, logger } = recordLogs();
    const headers = { ...HEADERS, authorization: `Bearer ${TOKEN}` };
    await callPrism({ ...fee, headers, components: { logger } });
    expect(JSON.stringify(logged)).toContain(TOKEN);

    const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
    const consoles = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    const prism = await createPrism(readContract());
    await prism(FEE, BASELINE, {});
    await prism(FEE, {}, { code: 599 });
    const written = JSON.stringify([...streams, ...consoles].map(({ mock }) => mock.calls));
    vi.restoreAllMocks();
    expect(written).not.toContain(TOKEN);
  });

  it('ignores the path of a server; the contract has the version in its paths', async () => {
    const contract = contractOf({ type: 'object' }, {}, { servers: [{ url: 'http://127.0.0.1/v1' }] });
    const [without, within] = await Promise.all(
      ['/a', '/v1/a'].map((path) => callPrism({ contract, path, body: {} })),
    );
    expect([without?.status, within?.status]).toEqual([200, 404]);

    const { servers, paths } = readContract() as unknown as {
      readonly servers: readonly { readonly url: string }[];
      readonly paths: object;
    };
    expect(servers.map(({ url }) => new URL(url).pathname)).toEqual(['/']);
    expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  it('has the versions that these tests are about', () => {
    const { packages } = createRequire(import.meta.url)('../../../package-lock.json') as {
      readonly packages: Readonly<Record<string, { readonly version: string }>>;
    };
    const resolved = Object.entries(packages)
      .filter(([path]) => path.includes('@stoplight/prism-'))
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`);

    expect(resolved.toSorted()).toEqual([
      '@stoplight/prism-cli 5.14.2',
      '@stoplight/prism-core 5.8.0',
      '@stoplight/prism-http 5.12.0',
      '@stoplight/prism-http-server 5.12.2',
    ]);
  });
});
