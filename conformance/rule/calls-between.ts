/** Cases that hold alone, but fail with calls of other transactions between their own. */

/** A valid first call, or a fee call without any field, which every deployment has to refuse. */
export type CallBetween = 'accepted' | 'refused';

export interface CallsBetween<Case = unknown> {
  /** Sent in this order, by the same merchant, before each call of the case but its first. */
  readonly between: readonly CallBetween[];
  readonly of: Case;
}

export function hasCallsBetween(value: unknown): value is CallsBetween {
  return typeof value === 'object' && value !== null && 'between' in value && 'of' in value;
}
