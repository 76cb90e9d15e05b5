/** How a choice of a service is read from one exchange. */
import type { ChoiceName } from '../../src/contract/choices.ts';
import type { SeenOptions } from '../observations/observation.ts';
import type { History, Named } from '../rule/history.ts';
import type { TrafficCall } from './read-exchange.ts';

/** An exchange with its transaction and outcome. */
export interface ExchangeFacts {
  readonly exchange: TrafficCall;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly history: History;
  readonly named: Named | undefined;
  readonly isAccepted: boolean;
  /** Refused for its content, with any status but those of tokens, limits and gateways. */
  readonly isRefused: boolean;
}

export type Reading = readonly [choice: ChoiceName, read: (facts: ExchangeFacts) => SeenOptions | undefined];
