/** The behavior that injects faults: by the header Tollgate-Fault of a request, otherwise by the rules of a store. */
import { pathOf } from '../../../contract/operations.ts';
import { ConfigurationError } from '../../../engine/index.ts';
import { FAULT_HEADER } from '../../../exchange/journal/entry.ts';
import { maskText } from '../../../text/mask.ts';
import type { Behavior, ReceiveContext } from '../../behavior.ts';
import { problemResponse } from '../../http/problem.ts';
import { type Refusal, refuseBecause } from '../../refusal.ts';
import type { MockRequest } from '../../request.ts';
import type { MockResponse } from '../../response.ts';
import { FAULTS, type Fault, type FaultMember, type Instead, KINDS } from './fault.ts';
import type { FaultStore } from './fault-store.ts';
import { readFaultText, showFault } from './read-fault.ts';

/** The stages that follow. */
type Next = (request: MockRequest) => Promise<MockResponse>;

export function createFaults(store: Pick<FaultStore, 'isIdle' | 'match' | 'delayOf'>): Behavior {
  const inject = async (fault: Fault, request: MockRequest, next: Next): Promise<MockResponse> => {
    const delay = store.delayOf(fault);
    const { member, value } = kindOf(fault);
    const { refusal, received, staysOpen } = member;
    const instead = member.instead?.(value, fault);
    const passed = refusal === undefined ? request : { ...request, refusal };
    const response = instead === undefined ? await next(passed) : write(instead, request.id);
    const changed = { ...response, ...member.answer?.(response, value) };
    const pieces = member.send?.({ ...changed, body: Buffer.from(changed.body) }, value);

    return {
      ...changed,
      headers: { ...changed.headers, [FAULT_HEADER]: showFault(fault) },
      fault: { delay, pieces, received, staysOpen },
    };
  };

  const injectByRule = async (
    request: MockRequest,
    next: Next,
    { operation, authenticate, parse }: ReceiveContext,
  ): Promise<MockResponse> => {
    const principal = await authenticate();
    const merchant = principal.kind === 'principal' ? principal.merchant.name : undefined;
    const parsed = parse();
    const body = parsed.kind === 'parsed' ? parsed.body : undefined;
    const fault = store.match({ path: pathOf(operation), merchant, body });
    if (fault === undefined) return next(request);

    // Without the call the response has no merchant.
    return { merchant, ...(await inject(fault, request, next)) };
  };

  return {
    receive(request, next, context) {
      const header = request.headers[FAULT_HEADER];
      if (header === undefined) return store.isIdle() ? next(request) : injectByRule(request, next, context);
      const named = readFaultHeader(String(header));

      return named.kind === 'refused'
        ? Promise.resolve(problemResponse(named, request.id))
        : inject(named.fault, request, next);
    },
  };
}

/** The kind of a fault; its latency where it has no kind. */
function kindOf(fault: Fault): { readonly member: Partial<FaultMember<unknown>>; readonly value: unknown } {
  const values: Readonly<Record<string, unknown>> = fault;
  const name = KINDS.find((kind) => kind in values) ?? 'latency';

  return { member: FAULTS[name] ?? {}, value: values[name] };
}

function write(instead: Instead, requestId: string): MockResponse {
  if (!('body' in instead)) return problemResponse(instead.refusal, requestId, instead.status);

  return { ...instead, headers: { ...instead.headers, 'request-id': requestId } };
}

/** The fault in the header Tollgate-Fault of a request. */
export function readFaultHeader(value: string): { readonly kind: 'read'; readonly fault: Fault } | Refusal {
  try {
    return { kind: 'read', fault: readFaultText(value, 'Tollgate-Fault') };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;

    return refuseBecause('malformed-fault', maskText(`header ${error.problems.join('; ')}`));
  }
}
