/** Creates the compiler of JSON Schemas; the only file that loads Ajv, with the first schema: a mock starts without it. */
import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';

export type { ErrorObject, ValidateFunction };

export function createAjv(options: Options = {}): Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    // Validating the schemas would take most of the time; a test does it.
    validateSchema: false,
    // Optimizing the code would take a third of the time of compiling it.
    code: { optimize: false },
    ...options,
  });
  ajv.addVocabulary(['x-section', 'x-rules', 'x-expected', 'components']);

  return ajv;
}
