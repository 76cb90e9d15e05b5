/** What a client rule may ask about the exchanges before the one that it judges. */
import type { Exchange } from '../../src/traffic/exchange.ts';

export interface ClientHistory {
  /** `mock`: complete. `recording`: something may be missing, and what is missing is not judged. */
  readonly source: 'mock' | 'recording';
  /** All exchanges so far in the order of their responses, without the one that is judged. */
  readonly exchanges: readonly Exchange[];
}
