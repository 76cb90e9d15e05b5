import { createRequire } from 'node:module';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMock as createJudgingMock } from '../../../cli/index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { readContract } from '../../contract/document.ts';
import type { Problem } from '../../contract/types.ts';
import { createMock, type Mock, type RunningMock, startMock } from '../index.ts';
import { createPrism } from './prism.ts';

describe('Prism, in a static mock', () => {
  /** Shared by all tests, since Prism takes a second to read the contract. */
  let mock: RunningMock;

  beforeAll(async () => {
    mock = await startMock({ static: true });
  });
  afterAll(() => mock.close());

  it('answers with the preferred example', async () => {
    const ask = asking(mock);
    const answer = await ask(FEE, { ...BASELINE, mTxId: 'order-1' }, { prefer: 'example=no-fee' });

    expect(answer).toMatchObject({ status: 200, headers: { 'request-id': expect.any(String) } });
    expect(answer.json()).toEqual({ transactionFee: 0, sTxId: expect.any(String), message: 'ok' });
  });

  it('answers with the preferred status', async () => {
    const ask = asking(mock);

    expect((await ask(FEE, BASELINE, { prefer: 'code=422' })).status).toBe(422);
    const unavailable = await ask(FEE, BASELINE, { prefer: 'code=503' });
    expect(unavailable.status).toBe(503);
    expect(unavailable.json()).toMatchObject({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
    });
    expect((await ask(SALE, { mTxId: 'a' }, { prefer: 'code=201' })).status).toBe(201);
    expect(await ask(FEE, BASELINE, { prefer: 'code=204' })).toMatchObject({ status: 204, text: '' });
  });

  it('generates responses', async () => {
    const answer = await asking(mock)(FEE, BASELINE, { prefer: 'dynamic=true' });

    expect(answer.json()).toMatchObject({ transactionFee: expect.any(Number), sTxId: expect.any(String) });
  });

  it.each(['204', '205', '304'])('answers with the status %s without a body', async (code) => {
    const { status, body, headers } = await fetch(`${mock.url}${FEE}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${mock.token()}`,
        prefer: `code=${code}`,
      },
      body: JSON.stringify(BASELINE),
    });

    expect({ status, text: body === null ? '' : await new Response(body).text() }).toEqual({
      status: Number(code),
      text: '',
    });
    expect(headers.get('content-type')).toBeNull();
  });

  it.each([
    ['code=299; example=no-fee', 299],
    ['code=299 example=no-fee', 299],
    ['Code = "299"', 299],
    ['code=299, code=422', 299],
    ['return=minimal, code=299', 299],
    ['dynamic=true; code=503', 503],
    ['example="fee"; dynamic=false', 200],
  ])('reads the header Prefer as in RFC 7240: %s', async (prefer, status) => {
    expect((await asking(mock)(FEE, BASELINE, { prefer })).status).toBe(status);
  });

  it.each(['wait=10', 'note="code=422"', 'respond-async, handling=lenient', 'xcode=422'])(
    'ignores other preferences: %s',
    async (prefer) => {
      const ask = asking(mock);

      expect((await ask(FEE, BASELINE, { prefer })).json()).toEqual((await ask(FEE, BASELINE)).json());
    },
  );

  it.each([
    ['code=100', 'code= with a status from 200 to 599', '"100"'],
    ['code=600', 'code= with a status from 200 to 599', '"600"'],
    ['code=2XX', 'code= with a status from 200 to 599', '"2XX"'],
    ['code', 'code= with a status from 200 to 599', '""'],
    ['dynamic', 'dynamic= with true or false', '""'],
    ['dynamic=TRUE', 'dynamic= with true or false', '"TRUE"'],
    ['example=', 'example= with the name of an example of the contract', '""'],
  ])('is not used for an invalid preference: %s', async (prefer, expected, got) => {
    const answer = await asking(mock)(FEE, BASELINE, { prefer });

    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ violations: [{ pointer: 'header Prefer', expected, got }] });
  });

  it('refuses an example or a status that the contract does not have', async () => {
    const ask = asking(mock);
    const notFound = (problem: string) => ({
      status: 404,
      reasonCode: 'sample-not-found',
      detail: `header Prefer: expected ${problem}. Request a status and an example that the contract has.`,
    });

    for (const prefer of ['example=unknown', 'code=201, example=unknown'])
      expect((await ask(FEE, BASELINE, { prefer })).json()).toMatchObject(
        notFound('example= with one of fee, no-fee, got "unknown"'),
      );
    expect((await ask(SALE, { sTxId: 'a' }, { prefer: 'example=fee' })).json()).toMatchObject(
      notFound('example= with one of sale, got "fee"'),
    );
    expect((await ask(FEE, BASELINE, { prefer: 'code=422, example=fee' })).json()).toMatchObject(
      notFound('a status for which the contract has examples, got 422'),
    );
  });
});

it('a mock with state ignores the header Prefer', async () => {
  await using mock = await createMock();
  const ask = asking(mock);
  const { sTxId, transactionFee } = fieldsOf(
    await ask(FEE, BASELINE, { prefer: 'example=no-fee, code=503' }),
  );

  expect(transactionFee).toBe(2.43);
  expect((await ask(SALE, { sTxId }, { prefer: 'code=99' })).status).toBe(200);
});

describe('a static mock', () => {
  let mock: Mock;

  beforeAll(async () => {
    mock = await createMock({ static: true });
  });
  afterAll(() => mock.close());

  it('answers each request with the same example, for any transaction', async () => {
    const ask = asking(mock);
    const fee = await ask(FEE, BASELINE);

    expect(fee.json()).toEqual((await ask(FEE, { ...BASELINE, amount: 7, processor: 'unknown' })).json());
    expect((await ask(SALE, { sTxId: 'unknown' })).json()).toEqual({ sTxId: fieldsOf(fee)['sTxId'] });
  });

  it('explains a refusal with its violations', async () => {
    const answer = await asking(mock)(FEE, { amount: '1', nicn: '42424' }, { 'x-requested-with': '' });
    const { violations = [], message, instance } = answer.json() as Problem;

    expect(answer.status).toBe(422);
    expect(violations.map(({ rule, pointer }) => `${rule} ${pointer}`).toSorted()).toEqual([
      'fee-request/refuses-wrong-types /amount',
      'fee-request/requires-region /region',
      'nicn/refuses-fewer-than-6-digits /nicn',
      'undefined header X-Requested-With',
    ]);
    expect(message).not.toBe('string');
    expect(instance).toBe(answer.headers['request-id']);
  });

  it('refuses malformed requests as other mocks do', async () => {
    const ask = asking(mock);

    expect((await ask(FEE, '{')).status).toBe(400);
    expect((await ask(FEE, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask(FEE, '{}', { authorization: 'Bearer x' })).status).toBe(401);
  });

  it('answers with JSON whatever the header Accept names', async () => {
    for (const accept of ['text/html', 'application/problem+json', ',', '*; q=.2'])
      expect((await asking(mock)(FEE, BASELINE, { accept })).status).toBe(200);
  });
});

it('a static mock injects faults, and accuses no client of what it cannot know', async () => {
  await using mock = await createJudgingMock({ static: true });
  const ask = asking(mock);

  expect((await ask(FEE, BASELINE, { 'tollgate-fault': '503' })).status).toBe(503);
  for (const mTxId of ['order-1', 'order-2']) {
    const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId }));
    for (let count = 0; count < 2; count++) await ask(SALE, { sTxId, mTxId, authCode: mTxId });
  }

  const failed = mock.verdict().rules.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ id }) => id)).toEqual([]);
});

// Surprising behaviour of these versions of Prism, and how the mock avoids it. An upgrade may change either.

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
