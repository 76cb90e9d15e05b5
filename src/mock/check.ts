/** Everything that can be wrong with a request's content, all at once: headers, body, and what only fees can tell. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId, RequestBody, Violation } from '../contract/types.ts';
import type { Validate, Validated } from '../contract/validators.ts';
import type { Context } from './handler.ts';
import { headerViolations, isRequestedWithXhr } from './required-headers.ts';

/** A request whose body is JSON, on its way to be checked. */
export interface Visit {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What would be refused later, told now, when the request is refused anyway. Changes nothing. */
export type Foresee = (body: unknown, found: readonly Violation[], context: Context) => readonly Violation[];

export type Check<O extends OperationId> = (visit: Visit, context: Context) => Validated<RequestBody[O]>;

export function createCheck<O extends OperationId>(
  validate: Validate<RequestBody[O]>,
  foresee: Foresee,
): Check<O> {
  return ({ headers, body }, context) => {
    const validated = validate(body);
    if (validated.kind === 'valid' && isRequestedWithXhr(headers)) return validated;
    const inBody = validated.kind === 'invalid' ? validated.violations : [];
    const found = [...headerViolations(headers), ...inBody];

    return { kind: 'invalid', violations: [...found, ...foresee(body, found, context)] };
  };
}
