/** What is made from the contract and from the schema of merchant files: fields, types, validators, plain statuses. */
import standalone from 'ajv/dist/standalone/index.js';
import openapiTS, { astToString } from 'openapi-typescript';
import { isMap, isScalar, parseDocument, visit } from 'yaml';
import type { ContractDocument } from '../src/contract/document.ts';
import { createAjv } from '../src/reading/ajv.ts';
import type { JsonSchema } from '../src/reading/json-schema.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The schema of each operation's body; both named schemas of a sale have the same properties. */
const BODIES = { calculateFee: 'FeeRequest', attachSale: 'SaleByStxid' } as const;

/** The fields of the request bodies with their types, for parts that read bodies field by field. */
export function contractFields({ components }: Pick<ContractDocument, 'components'>): string {
  const schemas = components.schemas as unknown as Readonly<Record<string, Schema>>;
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);

    return name === undefined ? schema : (schemas[name] ?? schema);
  };
  const typesOf = (name: string) =>
    Object.fromEntries(
      Object.entries(schemas[name]?.properties ?? {}).map(([field, schema]) => {
        const { type } = resolve(schema);

        return [field, type === 'array' ? 'strings' : type];
      }),
    );
  const types = Object.fromEntries(Object.entries(BODIES).map(([id, name]) => [id, typesOf(name)]));

  return `import type { OperationId } from './types.ts';

/** \`strings\` is an array of strings. */
export type FieldType = 'number' | 'string' | 'strings';

/** The type of each documented field (document 2.1, 2.3). */
export const FIELD_TYPES: Readonly<Record<OperationId, Readonly<Record<string, FieldType>>>> = ${JSON.stringify(types)};

/** The fields that a first fee call requires (document 2.1). */
export const REQUIRED_FIELDS: readonly string[] = ${JSON.stringify(schemas['FeeRequest']?.required)};
`;
}

/** A type that the schema of reports describes by a pattern only, since later versions add rules. */
const RULE_ID = {
  described: 'readonly AnyRuleId: string;',
  known: 'readonly AnyRuleId: AnyRuleId;',
  from: "import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';",
};

/** The types of a file that a schema describes. @param name of the type that has all of them */
export async function schemaTypes(name: string, { $defs, definitions = $defs }: JsonSchema): Promise<string> {
  const schemas = JSON.parse(
    JSON.stringify(definitions, withShapes).replaceAll(
      /#\/(?:\$defs|definitions)\//g,
      '#/components/schemas/',
    ),
  );
  const info = { title: 'schemas', version: '1' };
  const nodes = await openapiTS(
    { openapi: '3.1.0', info, paths: {}, components: { schemas } },
    { immutable: true, defaultNonNullable: false, enumValues: false },
  );

  const [components] = astToString(nodes).match(/^export interface components \{.*?^\}/ms) ?? [];
  if (components === undefined) throw new Error('the generated types have no components');

  const types = components.replace('export ', '').replace(RULE_ID.described, RULE_ID.known);
  const imports = types.includes(RULE_ID.known) ? `${RULE_ID.from}\n\n` : '';

  return `${imports}${types}\n\nexport type ${name} = components['schemas'];\n`;
}

/** Leaves out what is not a shape: conditions between fields, and the names of variants, which are their constants. */
function withShapes(key: string, value: unknown): unknown {
  const isCondition = (part: unknown) => {
    const keys = Object.keys(Object(part));

    return keys.includes('if') || (keys.includes('required') && !keys.includes('properties'));
  };
  if (key === 'discriminator' || key === 'not') return undefined;

  return /^(?:all|any|one)Of$/.test(key) && Array.isArray(value) && value.some(isCondition)
    ? undefined
    : value;
}

const HEADER = ` The contract of openapi.yaml for code generators: 200 in place of 2XX, and 4XX and 5XX in place of default.
 Generated from openapi.yaml by \`npm run generate\`. Changes here are lost.`;

/** The contract with plain statuses, for generators that do not support `2XX` and `default`. @param contract its text */
export function plainStatuses(contract: string): string {
  const document = parseDocument(contract);
  visit(document, {
    Pair(_, { key, value: responses }) {
      if (!isScalar(key) || key.value !== 'responses' || !isMap(responses) || !responses.has('2XX')) return;
      for (const pair of responses.items)
        if (isScalar(pair.key) && pair.key.value === '2XX') pair.key.value = '200';
      const refusal = responses.get('default');
      responses.delete('default');
      responses.set('4XX', refusal);
      responses.set('5XX', refusal);
    },
  });
  document.commentBefore = HEADER;

  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}

const VALIDATED = ['FeeRequest', 'SaleRequest'] as const;

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

/** The validators of the contract's request bodies: with Ajv at the start, the first fee would take a fifth longer. */
export function contractValidators({ components }: Pick<ContractDocument, 'components'>): string {
  const ids = Object.fromEntries(VALIDATED.map((name) => [name, `schema#/components/schemas/${name}`]));
  const type = `Readonly<Record<${VALIDATED.map((name) => `'${name}'`).join(' | ')}, ValidateFunction>>`;

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
