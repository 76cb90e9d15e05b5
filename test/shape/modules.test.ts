/** Nothing at the top level of a module can change: two mocks or two runs in one process never meet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../support/root.ts';
import { sourceFiles } from './source-files.ts';

/** Most files have none of these at the beginning of a line, and are not parsed. */
const SUSPECT = /^(?:export )?(?:let|var)\b|^(?:(?:export )?const |[>}\])]).*=(?:$| new | \[\]| \{\})/m;

/** What a top-level statement declares that could change later, in words. */
function mutableState(path: string, text: string): readonly string[] {
  if (!SUSPECT.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations
        .filter(
          (declaration) =>
            (declarationList.flags & ts.NodeFlags.Const) === 0 ||
            (!isReadonly(declaration.type) && isEmptyContainer(declaration.initializer)),
        )
        .map((declaration) => `${path}: ${declaration.getText()}`),
    );
}

function isReadonly(type: ts.TypeNode | undefined): boolean {
  return /^(readonly |Readonly)/.test(type?.getText() ?? '');
}

/** An empty container at the top level has no other use than to be filled later. */
function isEmptyContainer(initializer: ts.Expression | undefined): boolean {
  if (initializer === undefined) return true;
  if (ts.isNewExpression(initializer)) {
    const isContainer = /^(Map|Set|WeakMap|WeakSet|Array)$/.test(initializer.expression.getText());

    return isContainer && (initializer.arguments?.length ?? 0) === 0;
  }
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;

  return ts.isObjectLiteralExpression(initializer) && initializer.properties.length === 0;
}

test('no module of the project keeps state', () => {
  const state = sourceFiles('cli', 'src', 'conformance').flatMap(({ path, text }) =>
    mutableState(path, text),
  );

  expect(state).toEqual([]);
});

test.each([
  ['let count = 0;'],
  ['var count = 0;'],
  ['const seen = new Map<string, number>();'],
  ['export const log: string[] = [];'],
  ['const cache = {};'],
])('the check finds %s', (text) => {
  expect(mutableState('example.ts', text)).toHaveLength(1);
});

test('a table that is there from the start is no state', () => {
  expect(mutableState('example.ts', "const NAMES = new Map([['a', 1]]); const LIST = [1];")).toEqual([]);
});

// Each package is known to one file, or to one a part: to replace it is to rewrite that file.

const OWNERS: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/sdk': ['cli/mcp/sdk.ts'],
  '@redis/client': ['src/ledger/redis.ts'],
  '@stoplight/prism-http': ['src/mock/sampling/prism.ts'],
  ajv: ['src/reading/ajv.ts'],
  commander: ['cli/program.ts'],
  'credit-card-type': ['src/engine/cards/card.ts'],
  'decimal.js': ['src/engine/money.ts'],
  'fastest-levenshtein': ['src/reading/nearest.ts'],
  'iso-3166': ['src/engine/regions/country-codes.ts', 'src/engine/regions/regions.ts'],
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

test.each([
  [
    'fast-check is run by',
    /\bfc\.(?:check|assert|sample|statistics)\b/,
    'conformance/runner/judge/judge-rule.ts',
  ],
  ['SQLite, which Node brings along, is known to', /'node:sqlite'/, 'src/ledger/sqlite-database.ts'],
  ['Swagger UI, which the build copies, is known to', /'swagger-ui-dist/, 'src/mock/reference/page.ts'],
])('%s one file', (_, pattern, owner) => {
  expect(files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([owner]);
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

// Who may import whom: the mock and the suite share the contract and nothing else.

/** For each part the parts it may import, beside itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/text': [],
  // Contract and engine, the mock and the suite read untrusted data with the same words.
  'src/reading': ['src/text'],
  'src/contract': ['src/text', 'src/reading'],
  'src/engine': ['src/text', 'src/reading'],
  'src/ledger': ['src/engine'],
  'src/client': ['src/contract', 'src/text'],
  'src/exchange': ['src/contract', 'src/text'],
  'src/control': ['src/contract', 'src/text', 'src/reading', 'src/exchange'],
  'src/proxy': ['src/contract', 'src/text', 'src/exchange', 'src/control'],
  'src/mock': [
    'src/contract',
    'src/text',
    'src/reading',
    'src/engine',
    'src/ledger',
    'src/exchange',
    'src/control',
  ],
  conformance: ['src/contract', 'src/text', 'src/reading', 'src/engine', 'src/exchange'],
  // The page shows what the control routes return: exchanges, explanations of the engine, reports of the suite.
  'src/console': ['src/contract', 'src/text', 'src/exchange', 'src/control', 'src/engine', 'conformance'],
  // The command and the package entry, which hands the client rules to the mock.
  cli: [
    'src/contract',
    'src/text',
    'src/reading',
    'src/engine',
    'src/ledger',
    'src/exchange',
    'src/control',
    'src/proxy',
    'src/mock',
    'src/console',
    'conformance',
  ],
};

/** For each lower folder of the suite those that it may import of the suite, beside itself. */
const LOWER_FOLDERS: typeof MAY_IMPORT = {
  'conformance/deployment': [],
  'conformance/rule': ['conformance/deployment'],
  'conformance/rules': ['conformance/rule', 'conformance/deployment'],
  'conformance/observations': ['conformance/rule', 'conformance/deployment'],
};

const PARTS = Object.keys(MAY_IMPORT);

function partOf(path: string, parts = PARTS): string | undefined {
  return parts.find((part) => path.startsWith(`${part}/`));
}

test.each(Object.entries({ ...MAY_IMPORT, ...LOWER_FOLDERS }))(
  '%s imports only what is below it',
  (part, below) => {
    const isStray = (target: string) =>
      part in MAY_IMPORT ? !target.endsWith('.json') : target.startsWith('conformance/');
    const strays = sourceFiles(part).flatMap(({ path, importsFiles }) =>
      importsFiles
        .filter((target) => isStray(target) && partOf(target, [part, ...below]) === undefined)
        .map((target) => `${path} imports ${target}`),
    );

    expect(strays).toEqual([]);
  },
);

test('every source file belongs to a part', () => {
  const homeless = sourceFiles('src', 'conformance', 'cli').filter(({ path }) => partOf(path) === undefined);

  expect(homeless.map(({ path }) => path)).toEqual([]);
});

test.each(['src/ledger', 'src/console'])('%s takes types alone from the engine and the suite', (part) => {
  const values = sourceFiles(part).flatMap(({ path, text }) =>
    [...text.matchAll(/^import (?!type).*(?:engine|conformance)\//gm)].map((match) => `${path}: ${match[0]}`),
  );

  expect(values).toEqual([]);
});

/** Paths of files that lead back to their first file. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const settled = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (way.includes(path) || settled.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    settled.add(path);
  };
  for (const path of imports.keys()) visit(path, []);

  return circles;
}

test('no files load each other in a circle', () => {
  const loads = sourceFiles('src', 'conformance', 'cli').map(
    ({ path, loadsFiles }) => [path, loadsFiles] as const,
  );

  expect(circlesIn(new Map(loads))).toEqual([]);
});

const MAY_CIRCLE = ['src/engine', 'cli'];

test.each(PARTS.filter((part) => !MAY_CIRCLE.includes(part)))(
  'no files of %s import each other in a circle, types included',
  (part) => {
    const imports = sourceFiles(part).map(({ path, importsFiles }) => [path, importsFiles] as const);

    expect(circlesIn(new Map(imports))).toEqual([]);
  },
);
