/** What becomes of an answer on its way to the client, where that is not simply sent. */

export interface Mishap {
  /** In milliseconds, before anything else. */
  readonly delay: number;
  readonly sending: Sending;
}

export type Sending =
  | { readonly kind: 'whole' }
  /** The connection is reset before the first byte. */
  | { readonly kind: 'reset' }
  /** Nothing is sent, and the connection stays open. */
  | { readonly kind: 'hang' }
  /** The head announces the whole body; the connection ends after half of it. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'dripping'; readonly bytesPerSecond: number };
