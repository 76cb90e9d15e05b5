/** Parses the files that users give the suite, and checks them against their JSON Schemas. */
import { type JsonSchema, type SchemaProblem, schemaCheck } from '../../src/contract/json-schema.ts';
import { ConfigurationError } from '../../src/engine/index.ts';
import { readYaml } from '../../src/engine/reading/yaml.ts';
import { describeValue } from '../../src/text/describe.ts';

/** Makes the error of a kind of file from its message: one line for each problem. */
export type FileError = (message: string) => Error;

/** Mappings are objects. Messages do not quote the text, which may contain tokens. @throws what `fail` makes */
export function parseYaml(text: string, where: string, fail: FileError): unknown {
  try {
    return readYaml(text, where, 'objects');
  } catch (error) {
    if (error instanceof ConfigurationError) throw fail(error.problems.join('\n'));
    throw error;
  }
}

/** A function that returns the problems of a file's value. The schema is compiled with the first one. */
export function fileCheck(schema: JsonSchema): (value: unknown) => readonly SchemaProblem[] {
  return schemaCheck(schema, describeValue);
}

/** @param where the file, with line and column where they are known */
export function formatProblem(where: string, { pointer, expected, got }: SchemaProblem): string {
  const place = pointer === '' ? where : `${where}: ${toPath(pointer)}`;

  return `${place}: expected ${expected}, got ${got}`;
}

/** `/merchants/one/processors/0/mid` as `merchants.one.processors[0].mid`. */
function toPath(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
}
