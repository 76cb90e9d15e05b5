/** What the reference says of a mock: what it is, and what whoever sees it may be given. */
import type { ProcessorNames } from './page-contract.ts';

/** Of this moment: merchants can change while the mock runs. */
export interface About {
  /** The default merchant's. */
  readonly merchant: string;
  readonly processors: readonly ProcessorNames[];
  readonly tokens: Tokens;
  /** Whether the contract alone answers. */
  readonly isStatic: boolean;
  /** The path at which it can be controlled, where it can. */
  readonly control?: string;
}

/**
 * Where tokens open nothing, one of the default merchant is for everybody. Where they are verified none is shown, since
 * whoever reaches the port could read it.
 */
type Tokens =
  | { readonly kind: 'open'; readonly token: string }
  | { readonly kind: 'verified'; readonly expected: string };
