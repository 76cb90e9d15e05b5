/** The methods and paths of the two operations (document 4.1, 4.2). */
import type { OperationId } from './types.ts';

export interface OperationRoute {
  readonly operation: OperationId;
  readonly method: 'POST';
  readonly path: string;
}

export const OPERATIONS: readonly OperationRoute[] = [
  { operation: 'calculateFee', method: 'POST', path: '/v1/ch' },
  { operation: 'attachSale', method: 'POST', path: '/v1/ch/sale' },
];

/** The path of an operation, such as `/v1/ch`. */
export function pathOf(operation: OperationId): string {
  return PATHS[operation];
}

const PATHS = Object.fromEntries(OPERATIONS.map((route) => [route.operation, route.path])) as Record<
  OperationId,
  string
>;

/** The required headers of every request, except the token (document 5). */
export const REQUIRED_HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'xhr' } as const;
