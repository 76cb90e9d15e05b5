/** Nothing at the top level of a module can change: two mocks or two runs in one process never meet. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Most files have none of these, and are not parsed. */
const SUSPECT = /^(?:export )?(?:let|var)\b|= (?:new (?:Weak)?(?:Map|Set)\b|new Array\b|\[\]|\{\})/m;

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
