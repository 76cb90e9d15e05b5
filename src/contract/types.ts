/** Names the types of the contract, all generated from openapi.yaml. */
import type { components, operations } from './openapi.gen.ts';
import type { RuleId } from './rule-ids.ts';

type ContractSchemas = components['schemas'];

/** The operations of the contract by their operationId. */
export type OperationId = keyof operations;

/** The body of a fee call (document 2.1). Amounts are in US dollars. */
export type FeeRequest = ContractSchemas['FeeRequest'];

/** The response to an accepted fee call (document 2.2). The fee is in US dollars. */
export type FeeResponse = ContractSchemas['FeeResponse'];

/** The body of a sale (document 2.3). */
export type SaleRequest = ContractSchemas['SaleRequest'];

/** The response to an accepted sale (document 4.2). */
export type SaleResponse = ContractSchemas['SaleResponse'];

/** A refusal of the mock, as problem details. */
export type Problem = ContractSchemas['Problem'];

export interface RequestBody {
  readonly calculateFee: FeeRequest;
  readonly attachSale: SaleRequest;
}

/** One operation of the JSON Patch that corrects a refused request. */
export type PatchOperation = Readonly<ContractSchemas['PatchOperation']>;

/** A violation of the contract or a rule. */
export type Violation = Readonly<Omit<ContractSchemas['Violation'], 'rule'>> & { readonly rule?: RuleId };
