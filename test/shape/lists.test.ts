/** The entries of the package, each against its source. `npm run check:package` tries them as they are installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { mutantsOf, mutate, SUBJECTS } from '../../build/mutants/subjects.ts';
import { ROOT } from './source-files.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
}

const { exports: entries, bin }: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What is compiled to that path of dist. */
function sourceOf(target: string): string {
  return target.replace(/^(\.\/)?dist\//, '').replace(/(\.d\.ts|\.js)$/, '.ts');
}

test.each(Object.entries(entries))('%s is there', (_, target) => {
  const sources = typeof target === 'string' ? [target] : [target.types, target.default].map(sourceOf);

  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  // Types and program are of one file.
  expect(new Set(sources).size).toBe(1);
});

test('the command is there, and says what runs it', () => {
  const source = readFileSync(join(ROOT, sourceOf(bin['tollgate'] ?? '')), 'utf8');

  expect(source).toMatch(/^#!\/usr\/bin\/env node\n/);
});

// The list of mutants. `npm run check:mutants` judges them.

test.each(SUBJECTS)('every mutant of $name changes a line that it has', (subject) => {
  const mutants = mutantsOf(subject);
  const texts = mutants.map((mutant) => {
    const text = readFileSync(join(subject.folder, mutant.path), 'utf8');

    return { text, mutated: mutate(text, mutant) };
  });

  expect(mutants.length).toBeGreaterThan(50);
  expect(texts.filter(({ text, mutated }) => text === mutated)).toEqual([]);
});

test('a mutant of a line that is gone, or is there twice, is an error', () => {
  const mutant = { path: 'a.py', line: 'a = 1', before: '1', after: '2', isMissed: false };

  expect(mutate('b\n  a = 1\n', mutant)).toBe('b\n  a = 2\n');
  expect(() => mutate('b', mutant)).toThrow('expected once a line with 1');
  expect(() => mutate('a = 1\na = 1', mutant)).toThrow('got 1 others');
});

// The schemas are valid JSON Schema 2020-12; Ajv does not check that at run time, since it takes long.

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
