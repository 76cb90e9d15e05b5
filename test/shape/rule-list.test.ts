/** The rules: the list against the folder, the ids against the catalogue, the order in which they rest on each other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OBSERVATIONS } from '../../conformance/observations/index.ts';
import { CLIENT_RULES } from '../../conformance/rules/client-rules.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { CHOICE_NAMES, type ChoiceName, optionsOf } from '../../src/contract/choices.ts';
import {
  CLIENT_MUST_RULES,
  CLIENT_RULE_IDS,
  CLIENT_SHOULD_RULES,
} from '../../src/contract/client-rule-ids.ts';
import { MUST_RULES, OBSERVE_RULES, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { warningsOf } from '../selftest/expected.ts';
import { ROOT } from './source-files.ts';

const ids = RULES.map(({ id }) => id);

test('every rule on services is one file, named by its id, and one line in the list', () => {
  const files = readdirSync(join(ROOT, 'conformance/rules'), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') && !name.endsWith('.test.ts') && !/^(index\.gen\.ts$|client-)/.test(name),
    )
    .map((name) => name.replaceAll('\\', '/').replace(/\.ts$/, ''));

  expect(ids.toSorted()).toEqual(files.toSorted());
});

test('every client rule of the catalogue is listed, in its order and with its level', () => {
  expect(CLIENT_RULES.filter(({ level }) => level === 'must').map(({ id }) => id)).toEqual([
    ...CLIENT_MUST_RULES,
  ]);
  expect(CLIENT_RULES.filter(({ level }) => level === 'should').map(({ id }) => id)).toEqual([
    ...CLIENT_SHOULD_RULES,
  ]);
  expect(CLIENT_RULE_IDS).toHaveLength(41);
});

test('every must rule of the catalogue is judged, in its order', () => {
  expect(RULES.filter(({ level }) => level === 'must').map(({ id }) => id)).toEqual([...MUST_RULES]);
});

test('every should rule of the catalogue is judged, in its order, and no other', () => {
  const others = RULES.filter(({ level }) => level !== 'must');

  expect(others.map(({ level }) => level)).toEqual(others.map(() => 'should'));
  expect(others.map(({ id }) => id)).toEqual([...SHOULD_RULES]);
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
  expect({ must: MUST_RULES.length, should: SHOULD_RULES.length }).toEqual({ must: 46, should: 30 });
  expect(new Set([...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES]).size).toBe(121);
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
