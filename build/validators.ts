/** Compiles JSON Schemas into modules, so that programs start without Ajv. */
import standalone from 'ajv/dist/standalone/index.js';
import type { ContractDocument } from '../src/contract/document.ts';
import { createAjv } from '../src/reading/ajv.ts';
import type { JsonSchema } from '../src/reading/json-schema.ts';

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

/**
 * The validators of a merchant file, of the faults in it, of a fault, and of a fault rule of the mock.
 *
 * @param when the conditions of a rule of the mock, which can also name a merchant
 */
export function merchantValidators({ $schema: _, ...schema }: JsonSchema, when: JsonSchema): string {
  const rule = schema.$defs?.['faults']?.['items'] as JsonSchema;
  const schemas = {
    ...schema.$defs,
    file: { ...schema, $defs: {} },
    faultRule: { ...rule, properties: { ...rule.properties, when } },
  };
  const options = { discriminator: true, messages: false, inlineRefs: false, strictRequired: false };
  const names = ['file', 'faults', 'faultRule', 'fault'];

  return `// @ts-nocheck
import type { ValidateFunction } from '../../reading/ajv.ts';

${HELPERS}
export const { ${names.join(', ')} }: Readonly<Record<'${names.join("' | '")}', ValidateFunction>> = ${compiled(apart(schemas), byName(names), options)};
`;
}

/** Each schema with its own name, so that it is compiled once. */
function apart(schemas: object): readonly object[] {
  const entries = Object.entries<JsonSchema>(JSON.parse(JSON.stringify(schemas).replaceAll('#/$defs/', '')));

  return entries.map(([$id, schema]) => ({ ...schema, $id }));
}

function byName(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
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
