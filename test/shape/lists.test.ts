/** The entries of the package, each against its source. `npm run check:package` tries them as they are installed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { OBSERVATIONS } from '../../conformance/observations/index.ts';
import { CLIENT_RULES } from '../../conformance/rules/client-rules.gen.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { CHOICE_NAMES, type ChoiceName, optionsOf } from '../../src/contract/choices.ts';
import {
  CLIENT_MUST_RULES,
  CLIENT_RULE_IDS,
  CLIENT_SHOULD_RULES,
} from '../../src/contract/client-rule-ids.ts';
import { MUST_RULES, OBSERVE_RULES, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { mutantsOf, mutate, SUBJECTS } from '../mutants/subjects.ts';
import { warningsOf } from '../selftest/subjects.ts';
import { ROOT } from '../support/root.ts';

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

// The rules: the list against the folder, the ids against the catalogue, the order in which they rest on each other.

const ids = RULES.map(({ id }) => id);

test('every rule on services stands in the folder of its group, and is one line in the list', async () => {
  const files = readdirSync(join(ROOT, 'conformance/rules'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?!client-)[^/]+\/.*\.ts$/.test(name) && !name.endsWith('.test.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const module: Readonly<Record<string, unknown>> = await import(
        pathToFileURL(join(ROOT, 'conformance/rules', file)).href
      );
      const exported = Object.values(module).filter(
        (value) => typeof value === 'object' && value !== null && 'id' in value && 'level' in value,
      );

      return exported as readonly { readonly id: string }[];
    }),
  );

  expect(new Set(found.flat())).toEqual(new Set(RULES));
  for (const [at, file] of files.entries())
    for (const { id } of found[at] ?? []) expect(id.startsWith(`${file.split('/')[0]}/`), id).toBe(true);
});

const idsOf = (level: string, rules: typeof RULES | typeof CLIENT_RULES) =>
  rules.filter((rule) => rule.level === level).map(({ id }) => id);

test('every rule of the catalogue is judged, in its order and with its level, and no other', () => {
  expect(idsOf('must', RULES)).toEqual(MUST_RULES);
  expect(idsOf('should', RULES)).toEqual(SHOULD_RULES);
  expect(idsOf('must', CLIENT_RULES)).toEqual(CLIENT_MUST_RULES);
  expect(idsOf('should', CLIENT_RULES)).toEqual(CLIENT_SHOULD_RULES);
  expect(RULES).toHaveLength(MUST_RULES.length + SHOULD_RULES.length);
  expect(CLIENT_RULE_IDS).toHaveLength(42);
});

test('the observations are listed in the order of the catalogue', () => {
  expect(OBSERVATIONS.map(({ id }) => id)).toEqual([...OBSERVE_RULES]);
  expect(OBSERVATIONS.every(({ id, choice }) => choice === undefined || id === `observe/${choice}`)).toBe(
    true,
  );
});

test('every choice is observed, and one thing more that no mock could choose', () => {
  const choices = OBSERVATIONS.flatMap(({ choice }) => choice ?? []);

  expect(choices.toSorted()).toEqual(CHOICE_NAMES.toSorted());
  expect(OBSERVATIONS.filter(({ choice }) => choice === undefined).map(({ id }) => id)).toEqual([
    'observe/refusal-forms',
  ]);
});

test('every look-alike of a rule is an option of a choice, and one that the rule does not warn of', () => {
  const lookAlikes = RULES.flatMap(({ id, lookAlikes: settings = [] }) =>
    settings.map((setting) => ({ id, setting, parts: setting.split('=') as [ChoiceName, string] })),
  );
  const isOption = ([choice, option]: readonly [ChoiceName, string]) =>
    CHOICE_NAMES.includes(choice) && optionsOf(choice).some((known) => known === option);
  const warns = ({ id, parts: [choice, option] }: (typeof lookAlikes)[number]) =>
    warningsOf({ [choice]: option }).includes(id);

  expect(lookAlikes.filter(({ parts }) => !isOption(parts))).toEqual([]);
  expect(lookAlikes.filter(warns)).toEqual([]);
});

test('no must rule rests on a should rule, which is judged after it', () => {
  const musts = RULES.filter(({ level }) => level === 'must');

  expect(musts.flatMap(({ dependsOn: after = [] }) => after.filter((id) => !isMust(id)))).toEqual([]);
});

test('the ids of the catalogue are these and stay these', () => {
  expect({ must: MUST_RULES.length, should: SHOULD_RULES.length }).toEqual({ must: 46, should: 31 });
  expect(new Set([...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES]).size).toBe(122);
});

test('no rule rests, by way of whatever others, on itself', () => {
  const after = new Map(RULES.map((rule) => [rule.id, rule.dependsOn ?? []]));
  const reach = (id: string, seen: ReadonlySet<string>): boolean =>
    (after.get(id as never) ?? []).some((next) => seen.has(next) || reach(next, new Set([...seen, next])));

  expect(ids.filter((id) => reach(id, new Set([id])))).toEqual([]);
});

test('no rule rests on one of a later stage', () => {
  const stages = new Map(RULES.map(({ id, stage = 0 }) => [id, stage]));
  const wrong = RULES.filter(({ level, stage = 0, dependsOn: after = [] }) =>
    after.some((id) => (stages.get(id) ?? 0) > stage && isMust(id) === (level === 'must')),
  );

  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('every rule names a section of the document and says its sentence without a full stop', () => {
  for (const { section, title } of [...RULES, ...OBSERVATIONS]) {
    expect(section).toMatch(/^[1-9](\.\d)?(, [1-9](\.\d)?)*$/);
    expect(title).toMatch(/^[^.]+$/);
  }
  for (const { section, title, fix, example } of CLIENT_RULES) {
    expect(section).toMatch(/^–$|^[1-9](\.\d)?(, [1-9](\.\d)?)*$/);
    expect(title).toMatch(/[^.]$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
    expect(example.wrong).not.toBe(example.right);
  }
});

function isMust(id: string): boolean {
  return MUST_RULES.some((known) => known === id);
}
