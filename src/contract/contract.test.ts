import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { type HttpResponse, toHttpResponse } from '../../conformance/rule/http-result.ts';
import { contractAt, contractText, contractTextAt, createLineFinder } from './document.ts';
import { contentOutcome, DOCUMENTED, detectSuccessShape, type SuccessShape } from './outcome.ts';
import { MUST_RULES, OBSERVE_RULES, placeOf, SHOULD_RULES } from './rule-ids.ts';
import type { RequestBody } from './types.ts';

function answer(status: number, body: unknown): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);

  return toHttpResponse({ status, headers: {}, text, ms: 1 });
}

const FEE = { transactionFee: 2.5, sTxId: 'a', message: 'ok' };

describe('a fee call is', () => {
  test.each([
    ['accepted', 'the documented answer', 200, FEE],
    ['accepted', 'any 2xx', 299, FEE],
    ['accepted', 'a fee of zero', 200, { ...FEE, transactionFee: 0 }],
    ['accepted', 'further fields', 200, { ...FEE, error: null, more: [1] }],
    ['accepted', 'white space around it', 200, ` ${JSON.stringify(FEE)}\n`],
    ['refused', 'any other status', 404, ''],
    ['refused', 'any other status, even with the body of a success', 400, FEE],
    ['refused', 'a server error', 500, '<h1>No</h1>'],
    ['refused', 'a redirect', 302, ''],
    ['refused', 'another message', 200, { message: 'invalid' }],
    ['refused', 'another message beside a fee and an sTxId', 200, { ...FEE, message: 'declined' }],
    ['refused', 'a message in other letters', 200, { ...FEE, message: 'OK' }],
    ['refused', 'a message that is null', 200, { transactionFee: null, sTxId: null, message: null }],
    ['refused', 'none of the three fields', 200, { error: 'no' }],
    ['refused', 'an empty object', 200, {}],
    ['unclear', 'a fee as a text', 200, { ...FEE, transactionFee: '2.50' }],
    ['unclear', 'no fee', 200, { sTxId: 'a', message: 'ok' }],
    ['unclear', 'an empty sTxId', 200, { ...FEE, sTxId: '' }],
    ['unclear', 'an sTxId that is a number', 200, { ...FEE, sTxId: 7 }],
    ['unclear', 'no message', 200, { transactionFee: 1, sTxId: 'a' }],
    ['unclear', 'an array', 200, [FEE]],
    ['unclear', 'HTML', 200, '<h1>Welcome</h1>'],
    ['unclear', 'nothing', 204, ''],
    ['unclear', 'null', 200, 'null'],
    ['unclear', 'two objects', 200, '{}{}'],
  ])('%s by %s', (kind, _, status, body) => {
    expect(contentOutcome('calculateFee', answer(status, body)).kind).toBe(kind);
  });
});

describe('a sale is', () => {
  test.each([
    ['accepted', 'an sTxId alone', 200, { sTxId: 'a' }],
    ['accepted', 'an sTxId and ok', 201, { sTxId: 'a', message: 'ok' }],
    ['refused', 'another status', 409, { sTxId: 'a' }],
    ['refused', 'no sTxId', 200, { message: 'ok' }],
    ['refused', 'an empty object', 200, {}],
    ['refused', 'another message and an sTxId that is null', 200, { sTxId: null, message: 'declined' }],
    ['refused', 'another message and an sTxId that is empty', 200, { sTxId: '', message: 'declined' }],
    ['unclear', 'ok and an sTxId that is null', 200, { sTxId: null, message: 'ok' }],
    ['unclear', 'an sTxId and another message', 200, { sTxId: 'a', message: 'captured' }],
    ['unclear', 'an sTxId that is null', 200, { sTxId: null }],
    ['unclear', 'an sTxId that is empty', 200, { sTxId: '' }],
    ['unclear', 'no JSON', 200, 'ok'],
  ])('%s by %s', (kind, _, status, body) => {
    expect(contentOutcome('attachSale', answer(status, body)).kind).toBe(kind);
  });
});

describe('a deployment with its own form of success', () => {
  const loud: SuccessShape = { ...DOCUMENTED, message: 'OK' };
  const mute: SuccessShape = { ...DOCUMENTED, message: undefined };
  const texts: SuccessShape = { message: 'ok', fee: 'string', sTxId: 'number' };

  test.each([
    ['accepted', loud, { ...FEE, message: 'OK' }],
    ['refused', loud, { message: 'invalid' }],
    ['refused', loud, FEE],
    ['accepted', mute, { transactionFee: 1, sTxId: 'a' }],
    ['refused', mute, { ...FEE, message: 'invalid' }],
    ['refused', mute, {}],
    ['accepted', texts, { transactionFee: '1.00', sTxId: 5, message: 'ok' }],
    ['unclear', texts, { transactionFee: 'free', sTxId: 5, message: 'ok' }],
    ['unclear', texts, FEE],
  ])('%s: %j', (kind, successShape, body) => {
    expect(contentOutcome('calculateFee', answer(200, body), successShape).kind).toBe(kind);
  });

  test('may send its own message, ok or none for a sale', () => {
    const kinds = ['OK', 'ok', undefined, 'no'].map(
      (message) => contentOutcome('attachSale', answer(200, { sTxId: 'a', message }), loud).kind,
    );

    expect(kinds).toEqual(['accepted', 'accepted', 'accepted', 'unclear']);
  });

  test.each([
    ['the documented answer', FEE, DOCUMENTED],
    ['another message', { ...FEE, message: 'OK' }, loud],
    ['no message', { transactionFee: 1, sTxId: 'a' }, mute],
    ['a fee as a text and an sTxId as a number', { transactionFee: '1.00', sTxId: 5, message: 'ok' }, texts],
    ['ok alone', { message: 'ok' }, { message: 'ok', fee: 'absent', sTxId: 'absent' }],
    ['a fee of zero without a message', { transactionFee: 0, sTxId: 'a' }, mute],
  ])('is detected from %s', (_, body, successShape) => {
    expect(detectSuccessShape(answer(200, body))).toEqual(successShape);
  });

  test.each([
    ['a refusal by status', 422, FEE],
    ['another message and a fee of zero', 200, { transactionFee: 0, sTxId: 'a', message: 'declined' }],
    ['another message alone', 200, { message: 'declined' }],
    ['no fee', 200, { sTxId: 'a', message: 'stored' }],
    ['an array', 200, [FEE]],
    ['nothing', 200, ''],
  ])('is not detected from %s', (_, status, body) => {
    expect(detectSuccessShape(answer(status, body))).toBeUndefined();
  });
});

describe('laws', () => {
  const body = fc.oneof(
    fc.record(
      {
        transactionFee: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
        sTxId: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        message: fc.oneof(fc.constantFrom('ok', 'OK', 'no'), fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );

  test('a response is accepted in the form that was detected from it, and the documented form is one of them', () => {
    fc.assert(
      fc.property(fc.constantFrom(200, 201, 400), body, (status, value) => {
        const successShape = detectSuccessShape(answer(status, value));
        if (successShape === undefined) return;

        expect(contentOutcome('calculateFee', answer(status, value), successShape).kind).toBe('accepted');
        expect(contentOutcome('calculateFee', answer(status, value)).kind === 'accepted').toBe(
          successShape === DOCUMENTED,
        );
      }),
    );
  });

  test('a response with any other status than 2xx is refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('calculateFee' as const, 'attachSale' as const),
        fc.integer({ min: 300, max: 599 }),
        fc.oneof(body, fc.string()),
        (operation, status, value) => {
          expect(contentOutcome(operation, answer(status, value)).kind).toBe('refused');
        },
      ),
    );
  });
});

it('the contract at a URL as data equals the text', () => {
  const address = 'http://127.0.0.1:9';

  expect(JSON.stringify(contractAt(address))).toBe(JSON.stringify(parse(contractTextAt(address))));
});

// Tests that the contract avoids schemas that generators and validators misinterpret.

/** The generated type of a schema, on one line. */
async function typeOf(schema: object): Promise<string> {
  const contract = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    components: { schemas: { A: schema } },
  };
  const text = astToString(await openapiTS(contract as unknown as OpenAPI3, { silent: true }));

  return /schemas: \{\s*A: (.*?);?\s*\};\s*responses/s.exec(text)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
}

const generated = readFileSync(new URL('./openapi.gen.ts', import.meta.url), 'utf8');
const contract = contractText();

describe('a schema', () => {
  it('that requires one of two fields becomes unknown; the contract has an object for each field', async () => {
    const properties = { a: { type: 'string' } };
    const one = { type: 'object', properties, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
    expect(await typeOf(one)).toContain('unknown');

    const byEither: readonly RequestBody['attachSale'][] = [{ sTxId: 'a' }, { mTxId: 'b' }];
    // @ts-expect-error neither field is present
    const byNone: RequestBody['attachSale'] = { authCode: 'a' };
    expect(byEither).not.toContain(byNone);
    expect(generated).toMatch(/SaleRequest: components\["schemas"\]\["SaleByStxid"\] \| components/);
  });

  it('with a default makes its field required; the contract has no default', async () => {
    const withDefault = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
    expect(await typeOf(withDefault)).toContain('a: string');

    expect(contract).not.toMatch(/^ +default: '840'$/m);
    expect(generated).toMatch(/^ +country\?: string;$/m);
  });

  it('for whole cents refuses valid amounts; the contract has no multipleOf', () => {
    const isWholeCents = new Ajv2020().compile({ type: 'number', multipleOf: 0.01 });
    expect([19.99, 0.07, 1.1].map((amount) => isWholeCents(amount))).toContain(false);

    expect(contract).not.toContain('multipleOf');
  });
});

const LINES = contractText().split('\n');
const lineOf = createLineFinder();

function textAt(pointer: string): string | undefined {
  const line = lineOf(pointer);

  return line === undefined ? undefined : LINES[line - 1]?.trim();
}

test.each([...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES])(
  '%s has a place in openapi.yaml, on a line with its name',
  (id) => {
    const pointer = placeOf(id);
    const name = pointer.split('/').at(-1)?.replaceAll('~1', '/') ?? '';

    expect(textAt(pointer)).toMatch(new RegExp(`^${name}:`));
  },
);

test('an item of a list has its own line', () => {
  expect(textAt('/components/schemas/SaleRequest/anyOf/1')).toBe(
    "- $ref: '#/components/schemas/SaleByMtxid'",
  );
});

test('a pointer without a match has no line', () => {
  for (const pointer of ['/nowhere', '/paths/~1v1~1ch/get', '/info/title/deeper', '/tags/7'])
    expect(lineOf(pointer)).toBeUndefined();
});
