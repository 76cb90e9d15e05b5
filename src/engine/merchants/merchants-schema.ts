/** The JSON Schema of a merchant file, which editors complete and check it by. */
import type { JsonSchema } from '../reading/json-schema.ts';
import { SchemaParameters } from '../reading/schema-parameters.ts';
import { readMerchants } from './parse-merchants.ts';

/** Uniqueness, order and the calendar are beyond it: `parseMerchants` alone has the last word. */
export function merchantsSchema(): JsonSchema {
  const asked = new SchemaParameters();
  readMerchants(asked);

  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'tollgate-merchants',
    title: 'The merchants of the tollgate mock and fee engine, their processors and prices',
    ...asked.schema(),
  };
}
