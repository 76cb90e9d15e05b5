/** How a choice of a service is read from one exchange. */
import type { ChoiceName } from '../../src/contract/choices.ts';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import type { SeenOptions } from '../observations/observation.ts';
import type { History, Named } from '../rule/history.ts';
import type { ServiceExchange } from './read-exchange.ts';

/** An exchange with its transaction and outcome. */
export interface ExchangeFacts {
  readonly exchange: ServiceExchange;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly history: History;
  readonly named: Named | undefined;
  readonly event: SeenExchange;
  readonly isAccepted: boolean;
  /** Refused for its content, with any status but those of tokens, limits and gateways. */
  readonly isRefused: boolean;
}

export type Reading = readonly [choice: ChoiceName, read: (facts: ExchangeFacts) => SeenOptions | undefined];
