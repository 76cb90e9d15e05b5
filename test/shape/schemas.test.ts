/** The schemas are valid JSON Schema 2020-12; Ajv does not check that at run time, since it takes long. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

const ajv = new Ajv2020({ strict: false });

function read(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** The generator of that schema calls it draft 7, as `schemaCheck` overlooks. */
function withoutDialect({ $schema: _, ...schema }: Readonly<Record<string, unknown>>) {
  return schema;
}

test.each([
  ['the deployment file', read('deployment.schema.json')],
  ['a waiver file', read('waivers.schema.json')],
  ['a merchant file', read('merchants.schema.json')],
  ['a profile', read('profile.schema.json')],
  ['a report', withoutDialect(read('report.schema.json'))],
  ...Object.entries<object>(read('src/contract/openapi.gen.json').components.schemas),
])('that of %s', (_, schema) => {
  ajv.validateSchema(schema);

  expect(ajv.errors).toBeNull();
});

test('editors accept what the readers accept, with variables', () => {
  const isValid = (schema: string, value: unknown) =>
    new Ajv2020({ strict: false }).validate(read(schema), value);
  const waiver = { rule: 'sale/accepts-mtxid', reason: 'agreed', until: '2027-01-31' };

  expect(isValid('waivers.schema.json', [waiver])).toBe(true);
  expect(isValid('waivers.schema.json', { waivers: [waiver] })).toBe(true);
  expect(isValid('waivers.schema.json', [{ ...waiver, rule: 'sale/accepts' }])).toBe(false);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the deployment file has it
  expect(isValid('deployment.schema.json', { url: '${FEES_URL}' })).toBe(true);
  expect(isValid('deployment.schema.json', { url: 'fees.example.com' })).toBe(false);
});

test('a file that is no schema is recognised', () => {
  expect(ajv.validateSchema({ type: 'text' })).toBe(false);
});
