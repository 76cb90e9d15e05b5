/** The JSON Schema of a merchant file, for completion and checks in editors. */
import type { JsonSchema } from '../reading/json-schema.ts';
import { SchemaParameters } from '../reading/schema-parameters.ts';
import { type ReadExtensions, readMerchants } from './parse-merchants.ts';

/**
 * A schema cannot express uniqueness, order and the calendar: only parsing finds those problems.
 *
 * @param readExtensions as of the parser
 */
export function merchantsSchema(readExtensions: ReadExtensions<object> = () => ({})): JsonSchema {
  const asked = new SchemaParameters();
  readMerchants(asked, readExtensions);

  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'tollgate-merchants',
    title: 'The merchants of the tollgate mock and fee engine, their processors and prices',
    ...asked.schema(),
  };
}
