/** Checks data of users, such as a file or the body of a control request, by a JSON Schema. */
import { createAjv, type ValidateFunction } from './ajv.ts';
import {
  type DescribeValue,
  essential,
  explain,
  type JsonSchema,
  type SchemaProblem,
  type Schemas,
} from './json-schema.ts';

/**
 * Compiles a schema of data, such as a file or a request body, with its first value.
 *
 * @returns a function that returns all problems of a value, none where it fits
 * @throws Error if the schema does not compile, which is a fault of the installation
 */
export function schemaCheck(
  { $schema: _, ...schema }: JsonSchema & { readonly $schema?: string },
  describe: DescribeValue,
): (value: unknown) => readonly SchemaProblem[] {
  const schemas = { ...schema.$defs, ...schema.definitions };
  let check: ValidateFunction | undefined;

  return (value) => {
    check ??= createAjv({ strictRequired: false, validateFormats: false }).compile(schema);

    return check(value)
      ? []
      : essential(check.errors ?? []).map((error) => explain(error, schemas, describe));
  };
}

/** Ajv copies all errors once more for each list item that has one. */
const CONCAT = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g;
const PUSH =
  'if (vErrors === null) vErrors = $1.errors; else for (const error of $1.errors) vErrors.push(error);';

/** The validators of schemas that refer to each other as `#/$defs/NAME`; each is compiled when it is first needed. */
export function compileParts(schemas: Schemas): (name: string) => ValidateFunction {
  const compiler = () => {
    const ajv = createAjv({
      ...{ discriminator: true, messages: false, inlineRefs: false, strictRequired: false },
      code: { optimize: false, process: (code) => code.replaceAll(CONCAT, PUSH) },
    });
    // With its own name, each is compiled once.
    const apart: Schemas = JSON.parse(JSON.stringify(schemas).replaceAll('#/$defs/', ''));
    for (const [$id, schema] of Object.entries(apart)) ajv.addSchema({ ...schema, $id });

    return ajv;
  };
  let ajv: ReturnType<typeof compiler> | undefined;

  return (name) => {
    ajv ??= compiler();

    return ajv.getSchema(name) as ValidateFunction;
  };
}
