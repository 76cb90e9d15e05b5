/** The stages of a fee call or a sale: authenticate → parse → validate → handle → respond. The world records it. */
import type { FeeRequest, OperationId, SaleRequest } from '../contract/types.ts';
import type { Validators } from '../contract/validators.ts';
import type { Day } from '../engine/index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { Authentication } from './auth/authenticate.ts';
import type { AuthenticateContext, Behavior, Hook } from './behavior.ts';
import { type Refusal, refuse, refuseBecause } from './refusal.ts';
import type { Call, Fields, MockRequest, Principal } from './request.ts';
import type { MockResponse, Outcome, Sampled } from './response.ts';
import type { Sample } from './sampling/sample.ts';
import { attachSale } from './stages/attach-sale.ts';
import { calculateFee } from './stages/calculate-fee.ts';
import { createCall, createJudge } from './stages/judge.ts';
import { isMendable, mend } from './stages/mend.ts';
import { parseRequest } from './stages/parse.ts';
import { respond } from './stages/respond.ts';
import { createContractCheck } from './stages/validate.ts';

export type Pipeline = (operation: OperationId, request: MockRequest) => Promise<MockResponse>;

export interface PipelineOptions {
  readonly validators: Validators;
  readonly authentication: Authentication;
  readonly behavior: Behavior;
  readonly sample: Sample;
  /** As the behavior wraps it. */
  readonly ledger: Ledger;
  /** The clock of the world, in milliseconds since 1970. */
  readonly now: () => number;
  readonly today: () => Day;
  /** Called for each request whose merchant is known. */
  readonly onAuthenticated: () => void;
  readonly onBug: OnBug;
}

/** Called with the cause of each 500, and of each 503 of the ledger, and the id of the request. */
export type OnBug = (error: unknown, requestId: string) => void;

export function createPipeline(options: PipelineOptions): Pipeline {
  const { validators, authentication, behavior, sample, ledger, today, now, onAuthenticated, onBug } =
    options;
  const authenticateContext: AuthenticateContext = { principalOf: authentication.principalOf, now };
  const check = createContractCheck(validators);
  const judge = createJudge(check, behavior.validate);
  const findPrincipal = around(behavior.authenticate, authentication.authenticate);
  const admit = <P extends Principal | Refusal>(principal: P): P => {
    if (principal.kind === 'principal') onAuthenticated();

    return principal;
  };
  const parse = around(behavior.parse, parseRequest);
  const validate = behavior.validate ?? ((violations) => violations);
  const handle = around(behavior.handle, (fields: Fields, { operation, context }) =>
    operation === 'calculateFee'
      ? calculateFee(fields as unknown as FeeRequest, context)
      : attachSale(fields as unknown as SaleRequest, context),
  );

  const fail = (error: unknown, operation: OperationId, request: MockRequest): MockResponse => {
    onBug(error, request.id);

    return respond({ operation, request, outcome: refuseError(error), call: undefined }, undefined);
  };

  /** An async function that awaits only promises: on a ledger in memory a call ends in the turn in which it began. */
  const answerFor = async (
    { merchant, engine }: Principal,
    operation: OperationId,
    request: MockRequest,
  ): Promise<MockResponse> => {
    const write = (outcome: Outcome | Sampled, call?: Call) =>
      respond({ operation, request, outcome, call }, behavior.respond);

    const parsed = parse(request, { operation });
    if (parsed.kind === 'refused') return write(parsed);
    const sampled = sample(operation, parsed);
    if (sampled !== undefined) return write(await sampled);

    const call = createCall(operation, parsed, { merchant, engine, ledger, today }, check);
    const violations = validate(call.violations, call);
    const handled = violations.length > 0 ? refuse('content-refused', violations) : handle(call.fields, call);
    const outcome = handled instanceof Promise ? await handled : handled;
    if (outcome.kind === 'accepted' || !isMendable(outcome, request.body?.length ?? 0))
      return write(outcome, call);

    const sent = parseRequest(request);

    return write(await mend(outcome, call, judge, sent.kind === 'parsed' ? sent.body : undefined), call);
  };

  const carryOut = async (operation: OperationId, request: MockRequest): Promise<MockResponse> => {
    const found = findPrincipal(request.headers.authorization, authenticateContext);
    const principal = admit(found instanceof Promise ? await found : found);
    if (principal.kind === 'refused')
      return respond({ operation, request, outcome: principal, call: undefined }, behavior.respond);
    const merchant = principal.merchant.name;
    try {
      return { ...(await answerFor(principal, operation, request)), merchant };
    } catch (error) {
      return { ...fail(error, operation, request), merchant };
    }
  };

  const receive =
    behavior.receive === undefined
      ? carryOut
      : (operation: OperationId, request: MockRequest) =>
          around(behavior.receive, (passed: MockRequest) => carryOut(operation, passed))(request, {
            operation,
            authenticate: async () => admit(await authentication.authenticate(request.headers.authorization)),
            parse: () => parseRequest(request),
          });

  return async (operation, request) => {
    try {
      return await receive(operation, request);
    } catch (error) {
      return fail(error, operation, request);
    }
  };
}

/** The stage with the hook around it. */
function around<Input, Output, Context>(
  hook: Hook<Input, Output, Context> | undefined,
  stage: (input: Input, context: Context) => Output,
): (input: Input, context: Context) => Output {
  if (hook === undefined) return stage;

  return (input, context) => hook(input, (passed) => stage(passed, context), context);
}

/** A ledger that is full, locked or unreachable may recover soon; any other error is a bug. */
function refuseError(error: unknown): Refusal {
  if (!(error instanceof LedgerError))
    return refuseBecause('internal-error', 'the mock failed; the request may be valid');

  return refuseBecause('ledger-unavailable', `${error.code}: ${error.problem}`, { 'Retry-After': '1' });
}
