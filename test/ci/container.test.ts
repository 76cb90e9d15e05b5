/** The container recipe, as far as it can be tried without a container engine. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { findFreePort } from '../deployments/listen.ts';
import { ROOT } from '../support/root.ts';

const recipe = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const lines = recipe.replaceAll('\\\n', '').split('\n');
const argumentsOf = (instruction: string) =>
  lines
    .filter((line) => line.trim().startsWith(`${instruction} `))
    .map((line) => line.trim().slice(instruction.length + 1));

test('the linter has nothing to say', () => {
  expect(validate(recipe)).toEqual([]);
  expect(validate(`${recipe}MAINTAINER nobody\n`)).toHaveLength(1);
});

test('it has two stages of the very Node that the tests run on, and no user is root in the end', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const image = `node:${devDependencies.node}-bookworm-slim`;

  expect(argumentsOf('ARG')).toEqual([`BASE=${image}`]);
  expect(argumentsOf('FROM')).toEqual([`\${BASE} AS build`, `\${BASE}`]);
  expect(argumentsOf('USER')).toEqual(['node']);
  // The second stage takes nothing of the first but the package with what it needs.
  expect(recipe.split(/^FROM /m).at(-1)).toMatch(/^COPY --from=build \/opt\/tollgate \/opt\/tollgate$/m);
});

test('no shell stands between the engine and Node, and the mock is reached from outside', () => {
  expect(argumentsOf('ENTRYPOINT').map((text) => JSON.parse(text))).toEqual([['tollgate']]);
  expect(
    argumentsOf('CMD')
      .map((text) => JSON.parse(text) as string[])
      .at(-1),
  ).toEqual(['mock', '--host', '0.0.0.0']);
});

test('the health check passes for a running mock and fails without one', async () => {
  const [check = ''] = argumentsOf('HEALTHCHECK');
  const [, ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
  await using mock = await startMock({ host: '0.0.0.0' });
  const ask = (port: string) =>
    promisify(execFile)(
      process.execPath,
      args.map((text) => text.replace('4010', port)),
    ).then(
      () => 0,
      ({ code }) => code,
    );

  expect(await ask(new URL(mock.url).port)).toBe(0);
  expect(await ask(String(await findFreePort()))).toBe(1);
});

test('the build gets the files that it needs, and none that may hold secrets', () => {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  const published = files.filter((path) => /^\w/.test(path) && path !== 'dist' && !path.endsWith('.json'));

  expect(rules[0]).toBe('*');
  expect(rules).toEqual(
    expect.arrayContaining(
      [...published, 'build', 'cli', 'src', 'conformance', '*.json'].map((path) => `!${path}`),
    ),
  );
  for (const rule of rules.filter((rule) => /^!\w/.test(rule)))
    expect(existsSync(join(ROOT, rule.slice(1))), rule).toBe(true);
});
