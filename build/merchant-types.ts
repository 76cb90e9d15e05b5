/** Generates the types of merchant files from their JSON Schema. */
import openapiTS, { astToString } from 'openapi-typescript';
import type { JsonSchema } from '../src/reading/json-schema.ts';

export async function merchantTypes({ $defs }: JsonSchema): Promise<string> {
  const schemas = JSON.parse(
    JSON.stringify($defs, withShapes).replaceAll('#/$defs/', '#/components/schemas/'),
  );
  const info = { title: 'merchants', version: '1' };
  const nodes = await openapiTS(
    { openapi: '3.1.0', info, paths: {}, components: { schemas } },
    { immutable: true, defaultNonNullable: false, enumValues: false },
  );

  const [components] = astToString(nodes).match(/^export interface components \{.*?^\}/ms) ?? [];
  if (components === undefined) throw new Error('the generated types have no components');

  return `${components.replace('export ', '')}\n\nexport type Schemas = components['schemas'];\n`;
}

/** Leaves out what is not a shape: choices between keys, and the names of variants, which are their constants. */
function withShapes(key: string, value: unknown): unknown {
  const isChoice =
    Array.isArray(value) &&
    value.some((branch) => Object.hasOwn(Object(branch), 'required') && !('properties' in branch));

  return key === 'discriminator' || key === 'not' || ((key === 'anyOf' || key === 'oneOf') && isChoice)
    ? undefined
    : value;
}
