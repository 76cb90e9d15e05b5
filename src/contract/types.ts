/** Names the types of the contract, all generated from openapi.yaml. */
import type { components, operations } from './openapi.gen.ts';
import type { RuleId } from './rule-ids.ts';

/** The fields of a body, before they are validated. */
export type JsonObject = Readonly<Record<string, unknown>>;

type Schemas = components['schemas'];

/** The operations of the contract by their operationId. */
export type OperationId = keyof operations;

/** The body of a fee call (document 2.1). Amounts are in US dollars. */
export type FeeRequest = Schemas['FeeRequest'];

/** The response to an accepted fee call (document 2.2). The fee is in US dollars. */
export type FeeResponse = Schemas['FeeResponse'];

/** The body of a sale (document 2.3). */
export type SaleRequest = Schemas['SaleRequest'];

/** The response to an accepted sale (document 4.2). */
export type SaleResponse = Schemas['SaleResponse'];

/** A refusal of the mock, as problem details. */
export type Problem = Schemas['Problem'];

export interface RequestBody {
  readonly calculateFee: FeeRequest;
  readonly attachSale: SaleRequest;
}

/** One operation of the JSON Patch that corrects a refused request. */
export type PatchOperation = Readonly<Schemas['PatchOperation']>;

/** A violation of the contract or a rule. */
export type Violation = Readonly<Omit<Schemas['Violation'], 'rule'>> & { readonly rule?: RuleId };
