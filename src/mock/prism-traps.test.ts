/** What Prism of these versions does that one would not expect, and that it does not show here: so that an upgrade that changes it is seen. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contractPath, readContract } from '../contract/document.ts';
import { createAnswers } from './answers.ts';
import { createMock } from './index.ts';
import { createPrism } from './prism.ts';
import { asking, BASELINE, FEE } from './testing.ts';

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

/** One that notes down what it is told. */
function listening() {
  const said: unknown[] = [];
  const names = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'];
  const logger = {
    ...Object.fromEntries(names.map((name) => [name, (...all: unknown[]) => said.push(all)])),
    child: () => logger,
  } as unknown as Components['logger'];

  return { said, logger };
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
            200: { description: 'taken', content: { 'application/json': json } },
            422: { description: 'refused', content: { 'application/problem+json': problem } },
          },
        },
      },
    },
  };
}

interface Asked {
  readonly contract: object | string;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly components?: Partial<Components>;
  readonly config?: ReturnType<typeof config>;
}

/** Asks Prism as it comes. */
async function askPrism({ contract, path, body, headers = HEADERS, components, config: own }: Asked) {
  const operations = await getHttpOperationsFromSpec(contract);
  const instance = createInstance(config(), { ...listening(), ...components });
  const input = { method: 'post', url: { path }, headers, body } as const;
  const result = await instance.request(input, operations, own ?? config())();

  return result._tag === 'Left' ? { status: 404, body: undefined } : statusAndBody(result.right.output);
}

const statusAndBody = ({ statusCode, body }: { readonly statusCode: number; readonly body?: unknown }) => ({
  status: statusCode,
  body,
});

const fee = { contract: contractPath(), path: FEE, body: BASELINE } as const;

describe('Prism', () => {
  it('answers nobody where its part that answers throws; here a fault is a 500', async () => {
    const mock = () => {
      throw new Error('broken');
    };
    await expect(askPrism({ ...fee, components: { mock } })).rejects.toThrow('broken');
    // It is called before anybody could wait for it.
    const late = (async () => mock) as unknown as typeof mock;
    await expect(askPrism({ ...fee, components: { mock: late } })).rejects.toThrow('is not a function');

    const faults: unknown[] = [];
    const line = () => Promise.reject(new Error('broken'));
    const answers = createAnswers({ calculateFee: line, attachSale: line }, (error) => faults.push(error));
    const { status, text } = await answers.calculateFee({ headers: {}, bytes: undefined }, 'a');

    expect([status, faults.length]).toEqual([500, 1]);
    expect(text).not.toContain('broken');
  });

  it('keeps the first Accept in a config that requests share; here each has its own', async () => {
    const shared = config();
    const accepting = (accept: string) => ({ ...fee, headers: { ...HEADERS, accept }, config: shared });
    const first = await askPrism(accepting('application/json'));
    const second = await askPrism(accepting('text/html'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(shared.mock).toMatchObject({ mediaTypes: ['application/json'] });

    await using mock = await createMock({ static: true });
    const ask = asking(mock);
    expect((await ask(FEE, BASELINE, { accept: 'application/json' })).status).toBe(200);
    expect((await ask(FEE, BASELINE, { accept: 'text/html' })).status).toBe(406);
  });

  it('takes whatever comes where a schema does not compile; here it is not used then', async () => {
    const broken = contractOf({ type: 'object', properties: { a: { type: 'string', pattern: '(' } } });
    expect(await askPrism({ contract: broken, path: '/a', body: 'no object' })).toMatchObject({
      status: 200,
    });

    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'openapi.yaml');
    writeFileSync(path, readFileSync(contractPath(), 'utf8').replace('^[0-9]*$', '('));
    await expect(createPrism(path)).rejects.toThrow('Prism cannot read the schema of /v1/ch');
  });

  it('logs the token; here it has nowhere to', async () => {
    const { said, logger } = listening();
    const headers = { ...HEADERS, authorization: `Bearer ${TOKEN}` };
    await askPrism({ ...fee, headers, components: { logger } });
    expect(JSON.stringify(said)).toContain(TOKEN);

    const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
    const consoles = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    const prism = await createPrism(contractPath());
    await prism.sample(FEE, { headers, body: BASELINE }, {});
    await prism.sample(FEE, { headers, body: {} }, {});
    const written = JSON.stringify([...streams, ...consoles].map(({ mock }) => mock.calls));
    vi.restoreAllMocks();
    expect(written).not.toContain(TOKEN);
  });

  it('knows Bearer in one spelling alone; here it is not asked', async () => {
    const status = async (authorization: string) =>
      (
        await askPrism({
          ...fee,
          headers: { ...HEADERS, authorization },
          config: config(true),
        })
      ).status;
    expect(await Promise.all(['Bearer', 'bearer'].map((scheme) => status(`${scheme} ${TOKEN}`)))).toEqual([
      200, 401,
    ]);

    await using mock = await createMock({ static: true });
    expect((await asking(mock)(FEE, BASELINE, { authorization: `bearer ${TOKEN}` })).status).toBe(200);
  });

  it('ignores the path of a server; here the version is in the paths', async () => {
    const contract = contractOf({ type: 'object' }, {}, { servers: [{ url: 'http://127.0.0.1/v1' }] });
    const [without, within] = await Promise.all(
      ['/a', '/v1/a'].map((path) => askPrism({ contract, path, body: {} })),
    );
    expect([without?.status, within?.status]).toEqual([200, 404]);

    const { servers, paths } = readContract() as unknown as {
      readonly servers: readonly { readonly url: string }[];
      readonly paths: object;
    };
    expect(servers.map(({ url }) => new URL(url).pathname)).toEqual(['/']);
    expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  it('shows a fixed example of a refusal in place of reasons; here is none', async () => {
    const contract = contractOf({ type: 'object' }, { example: { detail: 'always the same' } });
    expect(await askPrism({ contract, path: '/a', body: 'no object' })).toEqual({
      status: 422,
      body: { detail: 'always the same' },
    });

    const { Refusal } =
      (readContract().components as { responses?: Record<string, unknown> }).responses ?? {};
    expect(Refusal).toBeDefined();
    expect(JSON.stringify(Refusal)).not.toContain('"example');
  });

  it('ignores keywords that came after draft 7; here are none', async () => {
    const pair = contractOf({ type: 'array', prefixItems: [{ type: 'string' }] });
    const alone = contractOf({ type: 'object', dependentRequired: { a: ['b'] } });
    expect(await askPrism({ contract: pair, path: '/a', body: [1] })).toMatchObject({ status: 200 });
    expect(await askPrism({ contract: alone, path: '/a', body: { a: 1 } })).toMatchObject({ status: 200 });

    const { schemas } = readContract().components;
    expect(
      Object.values(schemas)
        .flatMap(keywordsOf)
        .filter((keyword) => !OF_DRAFT_7.has(keyword)),
    ).toEqual([]);
  });

  it('is of the versions of which all this was seen', () => {
    const { packages } = createRequire(import.meta.url)('../../package-lock.json') as {
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

/** The keywords of a schema and of those in it. */
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
