/** The types of a mock for programs that run it in their own process. */
import type { OutgoingHttpHeaders } from 'node:http';
import type { Choices } from '../contract/choices.ts';
import type { FeeResponse, Problem, SaleResponse } from '../contract/types.ts';
import type { Counting } from '../exchange/client-observer.ts';
import type { JournalEntry } from '../exchange/journal/entry.ts';
import type { Faults } from './behaviors/faults/faults.ts';
import type { Verification, VerificationResult } from './control/verification.ts';
import type { Certificate } from './http/certificate.ts';
import type { MockMerchant, Scenarios } from './read-merchants.ts';
import type { Clock } from './worlds/clock.ts';

/** How a token differs from the usual one of a mock. */
export interface TokenSettings {
  /** In seconds from now, by the clock of the mock; a negative number makes an expired token. By default it never expires. */
  readonly expiresIn?: number;
  /** The secret that signs it (HS256); by default that of the mock. Another one makes a token that `jwtSecret` refuses. */
  readonly secret?: string;
}

/** What a mock, or one of its worlds, has seen of its clients since the start or the last reset. */
export interface Observed {
  /**
   * The last requests with their responses, the oldest first, as `GET /_tollgate/journal` lists them: card numbers and
   * tokens are masked. Empty where the journal is off.
   */
  readonly journal: () => readonly JournalEntry[];
  /**
   * Counts the requests that match, as `POST /_tollgate/verify` does.
   *
   * @throws MockError `verification` where the expectation is malformed
   */
  readonly verify: (expected: Verification) => VerificationResult;
  /**
   * The verdict of the client rules, as `report.schema.json` describes it. With `strict`, should rules count as well;
   * with `must`, those that match a pattern, such as `client-flow/*`.
   *
   * @throws MockError `not-observed` where the mock was created without `observeClient`; `rule-pattern` where a pattern
   * matches no rule on clients
   */
  readonly verdict: (counting?: Counting) => object;
}

/** The state of a mock, or of one of its worlds. */
export interface State extends Observed {
  /** The time of the mock: it decides the day of fees, the expiry of tokens and the times of the journal. A world follows it. */
  readonly clock: Clock;
  /** The fault rules. A world starts with those that the mock was started with. */
  readonly faults: Faults;
  /** The choices where the document leaves the behavior open. A world starts with those of the mock's start. */
  readonly choices: WorldChoices;
  /**
   * Answers all later calls as in this scenario, or as at first without a name. Choosing it again begins it anew.
   *
   * @throws MockError `unknown-scenario`, and `choice-refused` where its choices cannot be made now
   */
  readonly useScenario: (name?: string) => Promise<void>;
  /** Deletes the transactions and the journal and resets clock, faults, choices and scenario. A mock's worlds stay. */
  readonly reset: () => Promise<void>;
  /**
   * Sends a request in this process, without a port. Paths are those of the mock, without the world's part.
   *
   * @throws MockError `no-answer` where a fault suppresses or truncates the response
   */
  readonly inject: <Path extends string>(
    request: InjectedRequest<Path>,
  ) => Promise<InjectedAnswer<AnswerBody<Path>>>;
}

export interface Mock extends AsyncDisposable, State {
  /** The names of the merchants; the first is the default one. */
  readonly merchants: readonly string[];
  /**
   * A token of the merchant, or of the default merchant.
   *
   * @throws MockError `unknown-merchant`, `token-options`, and `no-signing-key` where a JWK set verifies tokens
   */
  readonly token: (merchant?: string, options?: TokenSettings) => string;
  /**
   * Replaces the merchants between two requests: open requests end with the previous ones, and transactions stay with the
   * name of their merchant. The first merchant is the default one.
   *
   * @param scenarios replace those of the merchant file; by default they stay
   * @throws MockError `merchants-unreadable` where there are none; ConfigurationError for a malformed scenario
   */
  readonly useMerchants: (merchants: readonly MockMerchant[], scenarios?: Scenarios) => Promise<void>;
  /**
   * A state apart from the mock and from other worlds. Below `/w/NAME` a world also starts with the first request that it
   * accepts.
   *
   * @param name 1 to 64 letters, digits, dots, hyphens and underscores
   * @throws MockError `world-name`
   */
  readonly world: (name: string) => MockWorld;
  readonly close: () => Promise<void>;
}

/** The choices of a world where the document leaves its behavior open. A change applies to every later request. */
export interface WorldChoices {
  /** The option of each choice that was made; any other choice has its default option. */
  readonly list: () => Choices;
  /** The choices of the start. */
  readonly start: Choices;
  /**
   * Makes these choices, and keeps the others. The memory of choices, such as the count of `rate-limiting`, begins anew.
   *
   * @throws MockError `unknown-choice`; `choice-refused` for another `stxid-form` where there are transactions, and for
   * `missing-token=take` or `invalid-token=take` where the mock verifies tokens
   */
  readonly use: (choices: Choices) => Promise<void>;
  /** Returns to the choices of the start. @throws MockError `choice-refused`, as `use` does */
  readonly reset: () => Promise<void>;
}

/** One world of a mock, with the merchants and tokens of the mock. */
export interface MockWorld extends State {
  /** The first part of its paths, such as `/w/cart-7`. */
  readonly path: string;
  /** Deletes the world. The next request to it starts a new one. */
  readonly end: () => Promise<void>;
}

export interface RunningWorld extends MockWorld {
  /** Its base address, such as `http://127.0.0.1:4010/w/cart-7`. */
  readonly url: string;
}

export interface RunningMock extends Mock {
  readonly world: (name: string) => RunningWorld;
  /** Such as `http://127.0.0.1:4010`, or with https. */
  readonly url: string;
  /** The certificate that clients have to trust; undefined for plain http. */
  readonly certificate: Certificate | undefined;
}

export interface InjectedRequest<Path extends string = string> {
  /** POST by default. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: Path;
  /** Sent unchanged: token and media type have to be given too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** The response body at a path of a mock without choices and defects. */
export type AnswerBody<Path extends string> = Path extends '/v1/ch'
  ? FeeResponse | Problem
  : Path extends '/v1/ch/sale'
    ? SaleResponse | Problem
    : unknown;

export interface InjectedAnswer<Body = unknown> {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly text: string;
  /** @throws SyntaxError where the text is not JSON */
  readonly json: () => Body;
}
