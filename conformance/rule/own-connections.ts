/** Cases whose requests do not share connections with others: one connection for all of them, or one for each. */
import type { MerchantRole } from './exchange.ts';

export interface OwnConnections<Case = unknown> {
  readonly connections: 'one' | 'each';
  /** The merchant whose valid fee call is sent first, over the same connection; none unless given. */
  readonly after?: MerchantRole;
  readonly of: Case;
}

export function hasOwnConnections(value: unknown): value is OwnConnections {
  return typeof value === 'object' && value !== null && 'connections' in value && 'of' in value;
}
