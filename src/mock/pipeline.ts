/** The stages of a fee call or a sale: authenticate → parse → validate → handle → respond. The world records it. */
import type { OperationId } from '../contract/types.ts';
import type { Validators } from '../contract/validators.ts';
import { type Ledger, LedgerError } from '../ledger/ledger.ts';
import type { Authentication } from './auth/authenticate.ts';
import type { Answered, AuthenticateContext, Behavior } from './behavior.ts';
import { problemResponse } from './http/problem.ts';
import { mend } from './mend/mend.ts';
import { MOCK_FAILED, type Refusal, refuse, refuseLedgerError } from './refusal.ts';
import type { MerchantCall, MockRequest, ParsedRequest, Principal } from './request.ts';
import type { HandlerOutcome, MockResponse } from './response.ts';
import type { Sample } from './sampling/sample.ts';
import { createPreview, handle } from './stages/handlers.ts';
import { createValidate, parseRequest } from './stages/validate.ts';
import type { FollowingClock } from './worlds/clock.ts';

export type Pipeline = (operation: OperationId, request: MockRequest) => Promise<MockResponse>;

export interface PipelineOptions {
  readonly validators: Validators;
  /** Answers in place of the handlers of a static mock. */
  readonly sample: Sample | undefined;
  readonly onBug: OnBug;
  readonly authentication: Authentication;
  readonly behavior: Required<Behavior>;
  /** The ledger as the behavior wraps it. */
  readonly ledger: Ledger;
  /** Of the world. */
  readonly clock: Pick<FollowingClock, 'now' | 'today'>;
  /** Called for each request whose merchant is known. */
  readonly onAuthenticated: () => void;
}

/** Called with the cause of each 500, and of each 503 of the ledger, and the id of the request. */
export type OnBug = (error: unknown, requestId: string) => void;

/** How far a request has come. */
interface Progress {
  readonly operation: OperationId;
  readonly request: MockRequest;
  readonly principal?: Principal;
  readonly parsed?: ParsedRequest;
  readonly call?: MerchantCall;
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const { validators, authentication, behavior, sample, ledger, clock, onAuthenticated, onBug } = options;
  const validate = createValidate(validators, behavior.validate);
  const preview = createPreview(validate);
  const authenticateContext: AuthenticateContext = {
    principalOf: authentication.principalOf,
    now: clock.now,
  };

  const stages = {
    parse: parseRequest,
    async authenticate({ headers }: MockRequest) {
      const principal = await authentication.authenticate(headers.authorization);
      if (principal.kind === 'principal') onAuthenticated();

      return principal;
    },
  };
  const contexts = {
    calculateFee: { operation: 'calculateFee', ...stages },
    attachSale: { operation: 'attachSale', ...stages },
  } as const;

  const contextOf = ({ merchant, engine }: Principal, { day }: MockRequest) => ({
    merchant,
    engine,
    ledger,
    today: day === undefined ? clock.today : () => day,
  });
  const write = (outcome: HandlerOutcome, { operation, request, principal, call }: Progress) => {
    const answered = { operation, request, merchant: principal?.merchant.name, outcome, call };

    return behavior.respond(respond(answered), answered);
  };
  const refuseWith = async (refusal: Refusal, progress: Progress) => {
    const { operation, request, parsed } = progress;
    const as = progress.principal ?? authentication.principalOf(undefined);
    if (as.kind === 'refused') return write(refusal, progress);
    const mended = await mend(
      refusal,
      { operation, request, parsed, context: contextOf(as, request) },
      preview,
    );

    return write(mended, progress);
  };
  const carryOut = async (operation: OperationId, request: MockRequest): Promise<MockResponse> => {
    const { authorization } = request.headers;
    let name: string | undefined;
    try {
      const principal = await behavior.authenticate(
        authorization,
        authentication.authenticate,
        authenticateContext,
      );
      if (principal.kind === 'refused') return await refuseWith(principal, { operation, request });
      onAuthenticated();
      name = principal.merchant.name;
      const parsed = behavior.parse(request, parseRequest, contexts[operation]);
      if (parsed.kind === 'refused') return await refuseWith(parsed, { operation, request, principal });
      if (sample !== undefined) {
        const sampled = await sample(operation, request);

        return 'kind' in sampled
          ? write(sampled, { operation, request, principal })
          : { ...sampled, merchant: name };
      }
      const { call, violations } = validate(operation, parsed, contextOf(principal, request));
      const progress = { operation, request, principal, parsed, call };
      if (violations.length > 0) return await refuseWith(refuse('content-refused', violations), progress);
      if (request.refusal !== undefined) return await refuseWith(request.refusal, progress);
      const outcome = await behavior.handle(call.fields, (fields) => handle(fields, call), call);

      return outcome.kind === 'refused' ? await refuseWith(outcome, progress) : write(outcome, progress);
    } catch (error) {
      return fail(error, operation, request, name);
    }
  };
  /** Responds without behaviors, since one of them may have failed. */
  const fail = (error: unknown, operation: OperationId, request: MockRequest, merchant?: string) => {
    onBug(error, request.id);
    const outcome = error instanceof LedgerError ? refuseLedgerError(error) : MOCK_FAILED;

    return respond({ operation, request, merchant, outcome, call: undefined });
  };
  return (operation, request) =>
    behavior.receive(request, (passed) => carryOut(operation, passed), contexts[operation]);
}

/** The outcome of a request in its default form. */
function respond({ outcome, request, merchant }: Answered): MockResponse {
  if (outcome.kind === 'refused') return { ...problemResponse(outcome, request.id), merchant };
  const { body, quote } = outcome;

  return {
    merchant,
    status: 200,
    headers: { 'content-type': 'application/json', 'request-id': request.id },
    body: JSON.stringify(body) ?? '',
    quote,
  };
}
