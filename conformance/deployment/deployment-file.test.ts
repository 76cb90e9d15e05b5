import { expect, test } from 'vitest';
import { readDeployment } from './deployment-file.ts';

const URL_LINE = 'url: https://fees.test\n';

function errorOf(text: string): string {
  try {
    readDeployment(URL_LINE + text, 'a.yaml', {}, {});
  } catch (error) {
    return error instanceof Error && 'code' in error
      ? `${String(error.code)}: ${error.message}`
      : String(error);
  }

  return 'no error';
}

test.each([
  'merchants:\n  one: { token: geheim, processors: [ }\n',
  'merchants: { one: geheim }\n',
  'merchants: geheim\n',
  'merchants: { one: { token: [geheim] } }\n',
  'merchants: { one: { tokn: geheim } }\n',
  'headers: { X-Api-Key: [geheim] }\n',
  'headers: "X-Api-Key: geheim"\n',
])('an error does not contain a possible secret: %j', (text) => {
  expect(errorOf(text)).toMatch(/^deployment: a\.yaml:/);
  expect(errorOf(text)).not.toContain('geheim');
});

test('a YAML error has its line and column', () => {
  expect(errorOf('cards: [\n')).toMatch(/^deployment: a\.yaml:2:8: /);
});

test('an unresolved or excessively expanding alias is an error', () => {
  const list = (name: string, entry: string) => `${name}: &${name} [${`${entry},`.repeat(9)}]\n`;
  const bomb = list('a', 'x') + [...'bcdefgh'].map((name, n) => list(name, `*${'abcdefg'[n]}`)).join('');

  expect(errorOf('cards: *none\n')).toContain('deployment: a.yaml:2:8: no anchor &none above this alias');
  expect(errorOf(bomb)).toContain('deployment: a.yaml: Excessive alias count');
  expect(errorOf('headers: &h {a: *h}\n')).toContain(
    'expected an alias of a value above it, got *h within &h',
  );
});
