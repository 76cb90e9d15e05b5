/** Compiles the schemas of request bodies into a module: with Ajv at the start, the first fee would take a fifth longer. */
import standalone from 'ajv/dist/standalone/index.js';
import type { ContractDocument } from '../src/contract/document.ts';
import { createAjv } from '../src/reading/ajv.ts';

const NAMES = ['FeeRequest', 'SaleRequest'] as const;

/** The modules that the compiled code requires. */
const COUNT = 'require("ajv/dist/runtime/ucs2length").default';

const ADD = /if\(vErrors === null\)\{\s*vErrors = \[(\w+)\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g;

const HELPERS = `function countCharacters(text) {
  let count = 0;
  for (const _ of text) count++;

  return count;
}

function add(errors, error) {
  errors?.push(error);

  return errors ?? [error];
}
`;

/** The validators of the contract's request bodies. */
export function contractValidators({ components }: Pick<ContractDocument, 'components'>): string {
  const ids = Object.fromEntries(NAMES.map((name) => [name, `schema#/components/schemas/${name}`]));
  const type = `Readonly<Record<${NAMES.map((name) => `'${name}'`).join(' | ')}, ValidateFunction>>`;

  return `// @ts-nocheck
import type { ValidateFunction } from '../reading/ajv.ts';

${HELPERS}
/** Each reports all errors. */
export const VALIDATORS: ${type} = ${compiled({ $id: 'schema', components }, ids)};
`;
}

function compiled(schema: object, ids: Readonly<Record<string, string>>): string {
  const ajv = createAjv({ code: { source: true, lines: true } });
  ajv.addSchema(schema);
  const code = standalone
    .default(ajv, ids)
    .replaceAll(COUNT, 'countCharacters')
    .replaceAll(ADD, 'vErrors = add(vErrors, $1);');
  if (code.includes('require(')) throw new Error('the compiled validators require an unknown module');

  return `((exports) => {\n${code}\nreturn exports;\n})({})`;
}
