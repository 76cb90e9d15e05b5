/** The contract's fee request as a JSON Schema with standard keywords only, for peers that do not read OpenAPI. */
import { readContract } from '../../src/contract/document.ts';
import type { JsonSchema } from '../../src/reading/json-schema.ts';

/** @throws where the contract has no such schema */
export function feeRequestSchema(): JsonSchema {
  const schema = readContract().components.schemas['FeeRequest'];
  if (schema === undefined) throw new Error('openapi.yaml: expected a schema FeeRequest, got none');
  const standard = JSON.stringify(schema, (key, value: unknown) =>
    key.startsWith('x-') ? undefined : value,
  );
  if (standard.includes('$ref'))
    throw new Error('FeeRequest: expected a schema without references, got some');

  return JSON.parse(standard);
}
