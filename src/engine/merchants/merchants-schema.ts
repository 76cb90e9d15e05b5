/** Generates the JSON Schema of merchant files, for editors. */
import type { JsonSchema } from '../reading/readers.ts';
import { SchemaParameters } from '../reading/schema-parameters.ts';
import { type ReadExtensions, readMerchants } from './parse-merchants.ts';

/**
 * JSON Schema cannot express uniqueness, order and calendar days: only the parser checks these.
 *
 * @param readExtensions the same as for the parser
 */
export function merchantsSchema(readExtensions: ReadExtensions<object> = () => ({})): JsonSchema {
  const parameters = new SchemaParameters();
  readMerchants(parameters, readExtensions);

  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'tollgate-merchants',
    title: 'The merchants of the tollgate mock and fee engine, their processors and prices',
    ...parameters.schema(),
  };
}
