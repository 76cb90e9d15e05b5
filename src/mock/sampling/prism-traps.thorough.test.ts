/** Surprising behaviour of these versions of Prism, and how the mock avoids it. An upgrade may change either. */
import { createRequire } from 'node:module';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { describe, expect, it, vi } from 'vitest';
import { BASELINE, FEE } from '../../../test/support/ask-mock.ts';
import { readContract } from '../../contract/document.ts';
import { createPrism } from './prism.ts';

type Components = Parameters<typeof createInstance>[1];

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
const TOKEN = 'eyJhbGciOiJub25lIn0.eyJtZXJjaGFudCI6Im9uZSJ9.';

const config = () => ({
  isProxy: false as const,
  checkSecurity: false,
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
}

/** Sends a request to Prism itself. */
async function callPrism({ contract, path, body, headers = HEADERS, components }: PrismCall) {
  const operations = await getHttpOperationsFromSpec(contract);
  const instance = createInstance(config(), { ...recordLogs(), ...components });
  const input = { method: 'post', url: { path }, headers, body } as const;
  const result = await instance.request(input, operations, config())();

  return result._tag === 'Left' ? { status: 404, body: undefined } : statusAndBody(result.right.output);
}

const statusAndBody = ({ statusCode, body }: { readonly statusCode: number; readonly body?: unknown }) => ({
  status: statusCode,
  body,
});

const fee = { contract: readContract(), path: FEE, body: BASELINE } as const;

describe('Prism', () => {
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

  it('answers with the example of a refusal instead of reasons; the contract has none', async () => {
    const contract = contractOf({ type: 'object' }, { example: { detail: 'always the same' } });
    expect(await callPrism({ contract, path: '/a', body: 'no object' })).toEqual({
      status: 422,
      body: { detail: 'always the same' },
    });

    const { Refusal } =
      (readContract().components as { responses?: Record<string, unknown> }).responses ?? {};
    expect(Refusal).toBeDefined();
    expect(JSON.stringify(Refusal)).not.toContain('"example');
  });

  it('ignores keywords that are newer than draft 7; the contract uses none', async () => {
    const pair = contractOf({ type: 'array', prefixItems: [{ type: 'string' }] });
    const alone = contractOf({ type: 'object', dependentRequired: { a: ['b'] } });
    expect(await callPrism({ contract: pair, path: '/a', body: [1] })).toMatchObject({ status: 200 });
    expect(await callPrism({ contract: alone, path: '/a', body: { a: 1 } })).toMatchObject({ status: 200 });

    const { schemas } = readContract().components;
    expect(
      Object.values(schemas)
        .flatMap(keywordsOf)
        .filter((keyword) => !OF_DRAFT_7.has(keyword)),
    ).toEqual([]);
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

const OF_DRAFT_7: ReadonlySet<string> = new Set([
  ...['$ref', 'type', 'enum', 'const', 'title', 'description', 'default', 'examples', 'format'],
  ...['required', 'properties', 'items', 'anyOf', 'minLength', 'maxLength', 'pattern'],
  ...['x-section', 'x-expected', 'x-rules'],
]);

/** The keywords of a schema and of the schemas in it. */
function keywordsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    readonly properties?: object;
    readonly items?: unknown;
    readonly anyOf?: readonly unknown[];
  };

  return [...Object.keys(schema), ...[...Object.values(properties), items, ...anyOf].flatMap(keywordsOf)];
}
