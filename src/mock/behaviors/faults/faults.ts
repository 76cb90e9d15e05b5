/** The behavior that injects faults: by the header Tollgate-Fault of a request, otherwise by the rules of a store. */
import { pathOf } from '../../../contract/operations.ts';
import { ConfigurationError } from '../../../engine/index.ts';
import { FAULT_HEADER } from '../../../exchange/journal/entry.ts';
import type { Awaitable } from '../../../ledger/ledger.ts';
import { maskText } from '../../../text/mask.ts';
import type { Behavior, ReceiveContext } from '../../behavior.ts';
import { problemResponse } from '../../http/problem.ts';
import { type Refusal, refuseBecause } from '../../refusal.ts';
import type { MockRequest } from '../../request.ts';
import type { MockResponse } from '../../response.ts';
import type { Fault } from './fault.ts';
import { effectOf } from './fault-kinds.ts';
import type { FaultStore } from './fault-store.ts';
import { readFaultText, showFault } from './fault-text.ts';

/** The stages that follow. */
type Next = (request: MockRequest) => Awaitable<MockResponse>;

export function createFaults(store: FaultStore): Behavior {
  const inject = async (fault: Fault, request: MockRequest, next: Next): Promise<MockResponse> => {
    const delay = store.delayOf(fault);
    const { answer, refusal, headers, changeBody = same, sending = { kind: 'whole' } } = effectOf(fault);
    const passed = refusal === undefined ? request : { ...request, refusal };
    const response = answer === undefined ? await next(passed) : answer(request.id);

    return {
      ...response,
      headers: { ...response.headers, ...headers, [FAULT_HEADER]: showFault(fault) },
      body: changeBody(response.body),
      ...(delay === 0 && sending.kind === 'whole' ? {} : { fault: { delay, sending } }),
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
        ? problemResponse(named, request.id)
        : inject(named.fault, request, next);
    },
  };
}

const same = (body: Buffer): Buffer => body;

/** The fault in the header Tollgate-Fault of a request. */
export function readFaultHeader(value: string): { readonly kind: 'read'; readonly fault: Fault } | Refusal {
  try {
    return { kind: 'read', fault: readFaultText(value, 'Tollgate-Fault') };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;

    return refuseBecause('malformed-fault', maskText(`header ${error.problems.join('; ')}`));
  }
}
