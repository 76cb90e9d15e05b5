import { expect, test } from 'vitest';
import { readDeployment } from './deployment-file.ts';

const URL_LINE = 'url: https://fees.test\n';

/** What is said of such a file. */
function told(text: string): string {
  try {
    readDeployment(URL_LINE + text, 'a.yaml', {}, {});
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : 'no error';
  }

  return 'nothing';
}

test.each([
  'merchants:\n  one: { token: geheim, processors: [ }\n',
  'merchants: { one: geheim }\n',
  'merchants: geheim\n',
  'merchants: { one: { token: [geheim] } }\n',
  'merchants: { one: { tokn: geheim } }\n',
  'headers: { X-Api-Key: [geheim] }\n',
  'headers: "X-Api-Key: geheim"\n',
])('what may be a secret is not repeated: %j', (text) => {
  expect(told(text)).toMatch(/^deployment: a\.yaml:/);
  expect(told(text)).not.toContain('geheim');
});

test('a mistake of YAML has its place', () => {
  expect(told('cards: [\n')).toMatch(/^deployment: a\.yaml:3:1: /);
});

test('aliases of nothing, or of too much, are a mistake of the file', () => {
  const list = (name: string, entry: string) => `${name}: &${name} [${`${entry},`.repeat(9)}]\n`;
  const bomb = list('a', 'x') + [...'bcdefgh'].map((name, n) => list(name, `*${'abcdefg'[n]}`)).join('');

  expect(told('cards: *none\n')).toContain('deployment: a.yaml: Unresolved alias');
  expect(told(bomb)).toContain('deployment: a.yaml: Excessive alias count');
});
