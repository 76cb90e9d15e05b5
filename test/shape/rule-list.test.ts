/** The rules: the list against the folder, the ids against the catalogue, the order in which they rest on each other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../conformance/rules/index.ts';
import { MUST_RULES, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { ROOT } from './source-files.ts';

const ids = RULES.map(({ id }) => id);

test('every rule is one file, named by its id, and one line in the list', () => {
  const files = readdirSync(join(ROOT, 'conformance/rules'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
    .map((name) => name.replaceAll('\\', '/').replace(/\.ts$/, ''));

  expect(ids.toSorted()).toEqual(files.toSorted());
});

test('every must rule of the catalogue is judged, in its order', () => {
  expect(RULES.filter(({ level }) => level === 'must').map(({ id }) => id)).toEqual([...MUST_RULES]);
});

test('every other rule is a should rule of the catalogue', () => {
  const others = RULES.filter(({ level }) => level !== 'must').map(({ id }) => id);

  expect(others.filter((id) => !SHOULD_RULES.some((known) => known === id))).toEqual([]);
});

test('the ids of the catalogue are these and stay these', () => {
  expect({ must: MUST_RULES.length, should: SHOULD_RULES.length }).toEqual({ must: 44, should: 23 });
  expect(new Set([...MUST_RULES, ...SHOULD_RULES]).size).toBe(67);
});

test('no rule rests, by way of whatever others, on itself', () => {
  const after = new Map(RULES.map((rule) => [rule.id, rule.after ?? []]));
  const reach = (id: string, seen: ReadonlySet<string>): boolean =>
    (after.get(id as never) ?? []).some((next) => seen.has(next) || reach(next, new Set([...seen, next])));

  expect(ids.filter((id) => reach(id, new Set([id])))).toEqual([]);
});

test('no rule rests on one of a later stage', () => {
  const stages = new Map(RULES.map(({ id, stage = 0 }) => [id, stage]));
  const wrong = RULES.filter(({ stage = 0, after = [] }) =>
    after.some((id) => (stages.get(id) ?? 0) > stage),
  );

  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('every rule names a section of the document and says its sentence without a full stop', () => {
  for (const { section, title } of RULES) {
    expect(section).toMatch(/^[1-9](\.\d)?(, [1-9](\.\d)?)*$/);
    expect(title).toMatch(/^[^.]+$/);
  }
});
