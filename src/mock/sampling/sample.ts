/** Answers from the contract's examples and schemas: requests with the header Prefer, or all of a static mock. */
import { pathOf } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { Sampled } from '../response.ts';
import { parseRequest } from '../stages/parse.ts';
import { contractViolations } from '../stages/validate.ts';
import { readPreference } from './preference.ts';
import type { Prism } from './prism.ts';

/** @returns undefined where the handler answers */
export type Sample = (operation: OperationId, request: MockRequest) => Promise<Sampled | Refusal> | undefined;

/** @param isStatic whether requests without a preference are sampled too */
export function createSample(prism: Prism, validators: Validators, isStatic: boolean): Sample {
  return (operation, request) => {
    const { prefer } = request.headers;
    if (prefer === undefined && !isStatic) return undefined;
    const read = readPreference(prefer);
    if (read.kind === 'malformed') return Promise.resolve(refuse('content-refused', [read.violation]));
    if (read.kind === 'none' && !isStatic) return undefined;
    const preference = read.kind === 'none' ? {} : read.preference;
    // As the client sent it: behaviors do not apply to samples.
    const parsed = parseRequest(request);
    if (parsed.kind === 'refused') return Promise.resolve(parsed);

    return prism.sample(pathOf(operation), parsed, preference).then((sampled) => {
      if (sampled.kind !== 'refused') return sampled;
      const violations = contractViolations(validators, operation, parsed);

      return violations.length === 0 ? sampled : refuse('content-refused', violations);
    });
  };
}
