/** Compiles JSON Schemas into modules, so that programs start without Ajv. */
import standalone from 'ajv/dist/standalone/index.js';
import type { ContractDocument } from '../src/contract/document.ts';
import { createAjv } from '../src/reading/ajv.ts';

const NAMES = ['FeeRequest', 'SaleRequest'] as const;

/** The modules that the compiled code requires. */
const COUNT = 'require("ajv/dist/runtime/ucs2length").default';

/** Copies all errors once more for each list item that has one. */
const CONCAT = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g;

const ADD = /if\(vErrors === null\)\{\s*vErrors = \[(\w+)\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g;

const HELPERS = `function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;

  return count;
}

function add(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);

  return errors;
}
`;

/** The validators of the contract's request bodies: all errors, or the first one. */
export function contractValidators({ components }: Pick<ContractDocument, 'components'>): string {
  const ids = Object.fromEntries(NAMES.map((name) => [name, `schema#/components/schemas/${name}`]));
  const type = `Readonly<Record<${NAMES.map((name) => `'${name}'`).join(' | ')}, ValidateFunction>>`;
  const schema = { $id: 'schema', components };

  return `// @ts-nocheck
import type { ValidateFunction } from '../reading/ajv.ts';

${HELPERS}
/** Each reports all errors. */
export const allErrors: ${type} = ${compiled([schema], ids, { allErrors: true })};

/** Each stops at the first error. */
export const firstError: ${type} = ${compiled([schema], ids, { allErrors: false })};
`;
}

function compiled(
  schemas: readonly object[],
  ids: Readonly<Record<string, string>>,
  options: object,
): string {
  const ajv = createAjv({ ...options, code: { source: true, lines: true } });
  for (const schema of schemas) ajv.addSchema(schema);
  const code = standalone
    .default(ajv, ids)
    .replaceAll(COUNT, 'countCharacters')
    .replaceAll(CONCAT, 'vErrors = add(vErrors, $1.errors);')
    .replaceAll(ADD, 'vErrors = add(vErrors, [$1]);');
  if (code.includes('require(') || code.includes('.concat('))
    throw new Error('the compiled validators require an unknown module, or copy their errors');

  return `((exports) => {\n${code}\nreturn exports;\n})({})`;
}
