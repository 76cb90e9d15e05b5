/** Tests that the contract avoids schemas that generators and validators misinterpret. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { contractText } from './document.ts';
import type { RequestBody } from './types.ts';

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
