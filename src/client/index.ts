/** The client's public entry. */

export type { FeeRequest, Problem, SaleRequest } from '../contract/types.ts';
export {
  type CallOptions,
  createFeeClient,
  type FeeClient,
  type FeeClientOptions,
  type FirstFeeRequest,
  type UpdateRequest,
} from './client.ts';
export type { Fee, FeeResult, Later, Refused, Sale, SaleResult, Unanswered, Unclear } from './result.ts';
export { FeeClientError, type FeeClientErrorCode } from './result.ts';
