/** Each package is known to one file, or to one a part: to replace it is to rewrite that file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './source-files.ts';

const OWNERS: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/sdk': ['cli/mcp/sdk.ts'],
  '@redis/client': ['src/ledger/redis.ts'],
  '@stoplight/prism-http': ['src/mock/sampling/prism.ts'],
  ajv: ['src/reading/ajv.ts'],
  commander: ['cli/program.ts'],
  'credit-card-type': ['src/engine/cards/card.ts'],
  'decimal.js': ['src/engine/money.ts'],
  'fastest-levenshtein': ['src/reading/nearest.ts'],
  'iso-3166': ['src/engine/regions/country-codes.ts', 'src/engine/regions/region.ts'],
  jose: ['conformance/evidence/sign.ts', 'src/mock/auth/token.ts'],
  'light-my-request': ['src/mock/server.ts'],
  'openapi-fetch': ['src/client/client.ts'],
  undici: ['conformance/runner/client/connections.ts'],
  vitest: ['conformance/vitest/describe-report.ts'],
  yaml: ['src/contract/document.ts', 'src/reading/yaml.ts'],
};

/** Users get them as parts of dist, which the build makes, and not as packages. */
const BUNDLED = ['@modelcontextprotocol/sdk', '@stoplight/prism-http'];

const files = sourceFiles('cli', 'src', 'conformance');

test.each(Object.entries(OWNERS))('%s is known to its owner alone', (name, owners) => {
  const importers = files
    .filter(({ importsPackages }) => importsPackages.includes(name))
    .map(({ path }) => path);

  expect(importers.toSorted()).toEqual(owners);
});

test('every package that users install has an owner', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const installed = Object.keys(OWNERS).filter((name) => !BUNDLED.includes(name));

  // fast-check is the vocabulary of rules and arbitraries; only who runs it is a matter of one file.
  expect(Object.keys({ ...dependencies, ...peerDependencies }).toSorted()).toEqual(
    [...installed, 'fast-check'].toSorted(),
  );
});

test('fast-check is run by one file', () => {
  const runners = files.filter(({ text }) => /\bfc\.(check|assert|sample|statistics)\b/.test(text));

  expect(runners.map(({ path }) => path)).toEqual(['conformance/runner/judge/cases.ts']);
});

test('SQLite, which Node brings along, is known to one file', () => {
  const knowing = files.filter(({ text }) => text.includes("'node:sqlite'"));

  expect(knowing.map(({ path }) => path)).toEqual(['src/ledger/sqlite-database.ts']);
});

test('Swagger UI, which the build copies, is known to one file', () => {
  const knowing = files.filter(({ text }) => text.includes("'swagger-ui-dist"));

  expect(knowing.map(({ path }) => path)).toEqual(['src/mock/reference/page-files.ts']);
});

test('the packages of the console, which the build bundles, are known to the console alone', () => {
  const knowing = files.filter(({ importsPackages }) =>
    importsPackages.some((name) => ['preact', '@preact/signals', 'rolldown'].includes(name)),
  );

  expect(knowing.map(({ path }) => path).filter((path) => !path.startsWith('src/console/'))).toEqual([]);
});

test('every version is exact', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );

  expect(loose).toEqual([]);
});
