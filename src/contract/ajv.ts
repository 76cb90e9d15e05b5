/** Creates the compiler of JSON Schemas; the only file that imports Ajv. To load it takes 80 ms. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';

export type { ErrorObject, ValidateFunction };

export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    // Validating the schemas would take most of the time; a test does it.
    validateSchema: false,
    ...options,
  });
  ajv.addVocabulary(['x-section', 'x-rules', 'x-expected', 'components']);

  return ajv;
}
