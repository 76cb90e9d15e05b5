/** A behavior makes the mock act differently: a defect, a choice, a fault, a leniency. One hook for each stage. */
import type { OperationId, Violation } from '../contract/types.ts';
import type { Awaitable, Ledger } from '../ledger/ledger.ts';
import type { Refusal } from './refusal.ts';
import type { Fields, MerchantCall, MockRequest, ParsedRequest, Principal } from './request.ts';
import type { HandlerOutcome, MockResponse } from './response.ts';

/** A hook around a stage: `next` is the inner behaviors and the stage. A hook that does not call it replaces them. */
type Hook<Input, Output, Context> = (
  input: Input,
  next: (input: Input) => Output,
  context: Context,
) => Output;

export interface Behavior {
  /** HTTP methods that the operations accept beside POST. */
  readonly methods?: readonly string[];
  /** The largest body that the server reads, in bytes; the server's default if undefined. */
  readonly largestBody?: number | undefined;
  /** Around all stages. What it throws is answered with 500. */
  readonly receive?: Hook<MockRequest, Promise<MockResponse>, ReceiveContext>;
  /** From the header Authorization to the merchant. */
  readonly authenticate?: Hook<string | undefined, Awaitable<Principal | Refusal>, AuthenticateContext>;
  /** From bytes to a JSON value. */
  readonly parse?: Hook<MockRequest, ParsedRequest | Refusal, { readonly operation: OperationId }>;
  /** Adds violations to those of the contract, or removes some. A request without violations is handled. */
  readonly validate?: (violations: readonly Violation[], call: MerchantCall) => readonly Violation[];
  /** From a request without violations to its outcome. */
  readonly handle?: Hook<Fields, Promise<HandlerOutcome>, MerchantCall>;
  /** Wraps the ledger that the handlers use. */
  readonly ledger?: (ledger: Ledger) => Ledger;
  /** Changes the form of a response, which the document leaves open. */
  readonly respond?: (response: MockResponse, answered: Answered) => MockResponse;
}

interface ReceiveContext {
  readonly operation: OperationId;
  /** The stages without behaviors, for a behavior that depends on merchant or body. */
  readonly authenticate: (request: MockRequest) => Promise<Principal | Refusal>;
  readonly parse: (request: MockRequest) => ParsedRequest | Refusal;
}

export interface AuthenticateContext {
  /** The merchant of this name, or the default merchant. */
  readonly principalOf: (merchant: string | undefined) => Principal | Refusal;
  /** The clock of the world, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The outcome of a request, which a response expresses. */
export interface Answered {
  readonly operation: OperationId;
  readonly request: MockRequest;
  /** Undefined where no merchant was authenticated. */
  readonly merchant: string | undefined;
  readonly outcome: HandlerOutcome;
  /** Undefined where the request was refused before it was validated. */
  readonly call: MerchantCall | undefined;
}

/**
 * One behavior of several: the first is the innermost, the last sees each request first. It has every hook, so that a
 * hook which is not composed here does not compile.
 */
export function composeBehaviors(behaviors: readonly Behavior[]): Required<Behavior> {
  const hooksOf = <K extends keyof Behavior>(name: K) =>
    behaviors.flatMap((behavior) => {
      const hook = behavior[name];

      return hook === undefined ? [] : [hook as NonNullable<Behavior[K]>];
    });
  const validates = hooksOf('validate');
  const responds = hooksOf('respond');

  return {
    methods: [...new Set(hooksOf('methods').flat())],
    largestBody: hooksOf('largestBody').toSorted((one, other) => other - one)[0],
    receive: nest(hooksOf('receive')),
    authenticate: nest(hooksOf('authenticate')),
    parse: nest(hooksOf('parse')),
    validate: (violations, call) => validates.reduce((found, validate) => validate(found, call), violations),
    handle: nest(hooksOf('handle')),
    ledger: (ledger) => hooksOf('ledger').reduce((inner, wrap) => wrap(inner), ledger),
    respond: (response, answered) =>
      responds.reduce((changed, respond) => respond(changed, answered), response),
  };
}

function nest<Input, Output, Context>(
  hooks: readonly Hook<Input, Output, Context>[],
): Hook<Input, Output, Context> {
  const [first = passOn<Input, Output>, ...others] = hooks;

  return others.reduce<Hook<Input, Output, Context>>(
    (inner, outer) => (input, next, context) =>
      outer(input, (passed) => inner(passed, next, context), context),
    first,
  );
}

function passOn<Input, Output>(input: Input, next: (input: Input) => Output): Output {
  return next(input);
}
