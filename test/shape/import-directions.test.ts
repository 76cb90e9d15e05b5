/** Who may import whom: the mock and the suite share the contract and nothing else. */
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** For each part the parts it may import, beside itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/text': [],
  // Contract and engine, the mock and the suite read untrusted data with the same words.
  'src/reading': [],
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

const PARTS = Object.keys(MAY_IMPORT);

function partOf(path: string): string | undefined {
  return PARTS.find((part) => path.startsWith(`${part}/`));
}

test.each(PARTS)('%s imports only the parts below it', (part) => {
  const allowed = [part, ...(MAY_IMPORT[part] ?? [])];
  const strays = sourceFiles(part).flatMap(({ path, importsFiles }) =>
    importsFiles
      .filter((target) => !target.endsWith('.json') && !allowed.includes(partOf(target) ?? target))
      .map((target) => `${path} imports ${target}`),
  );

  expect(strays).toEqual([]);
});

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

test.each([
  'src/contract',
  'src/text',
  'src/reading',
  'src/ledger',
  'src/exchange',
  'src/control',
  'src/proxy',
  'src/client',
  'src/mock',
  'src/console',
  'conformance',
])('no files of %s import each other in a circle, types included', (part) => {
  const imports = sourceFiles(part).map(({ path, importsFiles }) => [path, importsFiles] as const);

  expect(circlesIn(new Map(imports))).toEqual([]);
});

/** For each lower folder of the suite the folders that it may import, beside itself. */
const LOWER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  deployment: [],
  rule: ['deployment'],
  rules: ['rule', 'deployment'],
  observations: ['rule', 'deployment'],
};

test.each(Object.keys(LOWER_FOLDERS))('conformance/%s imports only the folders below it', (folder) => {
  const allowed = [folder, ...(LOWER_FOLDERS[folder] ?? [])].map((name) => `conformance/${name}/`);
  const strays = sourceFiles(`conformance/${folder}`).flatMap(({ path, importsFiles }) =>
    importsFiles
      .filter(
        (target) => target.startsWith('conformance/') && !allowed.some((start) => target.startsWith(start)),
      )
      .map((target) => `${path} imports ${target}`),
  );

  expect(strays).toEqual([]);
});
