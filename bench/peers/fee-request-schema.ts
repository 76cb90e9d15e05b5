/** The contract's fee request as a JSON Schema that stands alone and has standard keywords only, for peers that read no OpenAPI. */
import { type ContractSchema, readContract } from '../../src/contract/document.ts';

/** @throws where the contract has no such schema */
export function feeRequestSchema(): ContractSchema {
  const schema = readContract().components.schemas['FeeRequest'];
  if (schema === undefined) throw new Error('openapi.yaml: expected a schema FeeRequest, got none');
  const standard = JSON.stringify(schema, (key, value: unknown) =>
    key.startsWith('x-') ? undefined : value,
  );
  if (standard.includes('$ref'))
    throw new Error('FeeRequest: expected a schema without references, got some');

  return JSON.parse(standard);
}
