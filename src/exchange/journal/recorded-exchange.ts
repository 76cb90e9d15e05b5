/** An exchange with what is known about it: what a journal holds. */
import type { Choices } from '../../contract/choices.ts';
import type { Violation } from '../../contract/types.ts';
import type { Hint } from '../client-observer.ts';
import type { Exchange } from '../exchange.ts';

export interface RecordedExchange extends Exchange {
  /** The refusal that the response of a mock expresses, where it is one. */
  readonly refusal?: RecordedRefusal;
  /** Violations that a lenient mock accepted. */
  readonly overlooked: readonly Violation[];
  /** The choices that shaped the response of a mock and are not the default. */
  readonly choices: Choices;
  /** How the mock calculated the fee, in the terms of its engine. */
  readonly quote?: unknown;
  /** What the client rules say about the request. */
  readonly hints: readonly Hint[];
}

interface RecordedRefusal {
  readonly code: string;
  readonly detail?: string;
  readonly violations: readonly Violation[];
  /** The one edit that makes the mock accept the request. */
  readonly edit?: object;
  readonly fix?: string;
}
