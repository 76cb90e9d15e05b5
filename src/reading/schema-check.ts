/** Checks data of users, such as a file or the body of a control request, by a JSON Schema. */
import { createAjv, type ValidateFunction } from './ajv.ts';
import {
  type DescribeValue,
  essential,
  explain,
  type JsonSchema,
  type SchemaProblem,
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
