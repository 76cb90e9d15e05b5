/** Lists the mutants of a TypeScript file. */
import ts from 'typescript';
import type { Edit } from './mutant.ts';

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '??=': ['=', '&&='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '++': ['--'],
};

const NAMES = new Map([
  ['some', 'every'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['round', 'floor'],
]);

/** Methods whose call is replaced by the value that it is called on. */
const DROPPED_METHODS = ['replace', 'filter', 'toString'];

/** Its argument is a reason, which is not mutated, since the document does not specify errors (section 7). */
const REFUSAL = 'refusal';

/** The clients' tokens, which are not part of the service. */
const HANDED_OUT = 'TOKENS';

export function mutateTypeScript(path: string, text: string): readonly Edit[] {
  const edits: Edit[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isVariableDeclaration(node) && node.name.getText() === HANDED_OUT) return;
    for (const { at, to } of replacements(node))
      edits.push({ path, start: at.pos + leading(text, at), end: at.end, to });
    ts.forEachChild(node, (child) => {
      if (!isReason(child)) visit(child);
    });
  };
  visit(source);

  return edits;
}

interface Replacement {
  readonly at: ts.TextRange;
  readonly to: string;
}

function* replacements(node: ts.Node): Generator<Replacement> {
  if (ts.isBinaryExpression(node)) {
    for (const operator of OPERATORS[node.operatorToken.getText()] ?? [])
      yield { at: node.operatorToken, to: operator };
    if (['&&', '||'].includes(node.operatorToken.getText())) {
      yield { at: node, to: node.left.getText() };
      yield { at: node, to: node.right.getText() };
    }
  } else if (ts.isPrefixUnaryExpression(node)) yield { at: node, to: node.operand.getText() };
  else if (ts.isPostfixUnaryExpression(node)) yield { at: node, to: node.operand.getText() };
  else if (ts.isIfStatement(node)) {
    yield { at: node.expression, to: 'true' };
    yield { at: node.expression, to: 'false' };
  } else if (ts.isConditionalExpression(node)) {
    yield { at: node, to: node.whenTrue.getText() };
    yield { at: node, to: node.whenFalse.getText() };
  } else if (ts.isExpressionStatement(node)) yield { at: node, to: ';' };
  else if (ts.isReturnStatement(node) && !['undefined', undefined].includes(node.expression?.getText()))
    yield { at: node, to: 'return;' };
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) yield { at: node.body, to: 'undefined' };
  else if (ts.isObjectLiteralExpression(node)) yield* withoutEach(node.properties);
  else if (ts.isArrayLiteralExpression(node)) yield* withoutEach(node.elements);
  else if (ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined)
    yield { at: node.questionDotToken, to: '.' };
  else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    if (DROPPED_METHODS.includes(name.text)) yield { at: node, to: expression.getText() };
    const other = NAMES.get(name.text);
    if (other !== undefined) yield { at: name, to: other };
  } else yield* literals(node);
}

function* literals(node: ts.Node): Generator<Replacement> {
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield { at: node, to: 'false' };
  else if (node.kind === ts.SyntaxKind.FalseKeyword) yield { at: node, to: 'true' };
  else if (ts.isNumericLiteral(node)) {
    yield { at: node, to: String(Number(node.text) + 1) };
    if (Number(node.text) > 0) yield { at: node, to: String(Number(node.text) - 1) };
  } else if (ts.isStringLiteral(node)) yield { at: node, to: node.text === '' ? "'mutant'" : "''" };
  else if (ts.isTemplateExpression(node)) yield { at: node, to: "''" };
  else if (ts.isRegularExpressionLiteral(node)) for (const to of patterns(node.text)) yield { at: node, to };
}

function* withoutEach(items: ts.NodeArray<ts.Node>): Generator<Replacement> {
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    yield { at: { pos: item.pos, end: next?.pos ?? item.end }, to: '' };
  }
}

/** A regular expression with one anchor, flag or bound changed. */
function* patterns(text: string): Generator<string> {
  for (const { 0: found, index, groups = {} } of text.matchAll(/\{(?<low>\d+)(?:,(?<high>\d+))?\}/g)) {
    const low = Number(groups['low']);
    const high = Number(groups['high'] ?? low);
    for (const [from, to] of [
      [low - 1, high],
      [low + 1, high],
      [low, high - 1],
      [low, high + 1],
    ] as const)
      if (from <= to) yield `${text.slice(0, index)}{${from},${to}}${text.slice(index + found.length)}`;
  }
  for (const { index } of text.matchAll(/[$^?]|(?<=\/)[a-z]$/g))
    yield text.slice(0, index) + text.slice(index + 1);
}

/** Whether the node is the reason of a refusal: a text that is returned, or passed to `refusal`. */
function isReason(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) && !ts.isTemplateExpression(node)) return false;
  const { parent } = node;
  if (ts.isReturnStatement(parent) || ts.isConditionalExpression(parent)) return true;

  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    parent.expression.name.text === REFUSAL
  );
}

/** The length of the white space and comments before it. */
function leading(text: string, { pos, end }: ts.TextRange): number {
  const [comment] = ts.getLeadingCommentRanges(text, pos)?.slice(-1) ?? [];
  const from = comment?.end ?? pos;

  return from - pos + /^\s*/.exec(text.slice(from, end))![0].length;
}
