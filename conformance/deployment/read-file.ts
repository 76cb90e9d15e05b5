/** Parses the files that users give the suite, and checks them against their JSON Schemas. */
import { ConfigurationError } from '../../src/engine/index.ts';
import type { JsonSchema, SchemaProblem } from '../../src/reading/json-schema.ts';
import { nearest } from '../../src/reading/nearest.ts';
import { schemaCheck } from '../../src/reading/schema-check.ts';
import { locateIn, readYaml } from '../../src/reading/yaml.ts';
import { describeValue } from '../../src/text/describe.ts';

/** Makes the error of a kind of file from its message: one line for each problem. */
export type FileError = (message: string) => Error;

/** Mappings are objects. Messages do not quote the text, which may contain tokens. @throws what `fail` makes */
export function parseYaml(text: string, where: string, fail: FileError): unknown {
  try {
    return readYaml(text, where, 'objects');
  } catch (error) {
    if (error instanceof ConfigurationError) throw fail(listProblems(error.problems, String));
    throw error;
  }
}

/** A function that returns the problems of a file's value. The first call compiles the schema. */
export function fileCheck(schema: JsonSchema): (value: unknown) => readonly SchemaProblem[] {
  return schemaCheck(schema, describeValue);
}

/** Problems that a message lists: to locate each takes the longer, the longer the file is. */
const MOST_LISTED = 20;

/** One line for each of the first 20 problems, and one that counts the others. */
export function listProblems<Problem>(
  problems: readonly Problem[],
  format: (problem: Problem) => string,
): string {
  const more = problems.length - MOST_LISTED;

  return [...problems.slice(0, MOST_LISTED).map(format), ...(more > 0 ? [`and ${more} more`] : [])].join(
    '\n',
  );
}

/** Names the values of a file in YAML by JSON Pointer, such as `tollgate.yaml:3:5: merchants.one.token`. */
export function placesIn(text: string, where: string): (pointer: string) => string {
  const locate = locateIn(text);

  return (pointer) => placed(where + locate(pointer), pointer);
}

/** Formats the problems of a file in YAML: with the line and column of the value, or of the mapping that lacks it. */
export function problemFormatter(text: string, where: string): (problem: SchemaProblem) => string {
  const placeOf = placesIn(text, where);

  return (problem) => phrase(placeOf(problem.pointer), problem);
}

/** Formats a problem of a file that people do not write. */
export function formatProblem(where: string, problem: SchemaProblem): string {
  return phrase(placed(where, problem.pointer), problem);
}

function phrase(place: string, { expected, got, known = [] }: SchemaProblem): string {
  const meant = nearest(got, known);

  return `${place}: expected ${expected}, got ${got}${meant === undefined ? '' : `: did you mean ${meant}?`}`;
}

/** `/merchants/one/processors/0/mid` as `merchants.one.processors[0].mid`. */
function placed(where: string, pointer: string): string {
  const path = pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');

  return path === '' ? where : `${where}: ${path}`;
}
