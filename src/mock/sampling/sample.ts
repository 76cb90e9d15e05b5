/** Answers all requests of a static mock from the contract's examples and schemas, by the header Prefer where it is sent. */
import { pathOf } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { Sampled } from '../response.ts';
import { parseRequest } from '../stages/parse.ts';
import { contractViolations } from '../stages/validate.ts';
import { readPreference } from './preference.ts';
import { createPrismThread, type PrismThread } from './prism-thread.ts';

export interface Sampling extends Pick<PrismThread, 'close'> {
  readonly sample: (operation: OperationId, request: MockRequest) => Promise<Sampled | Refusal>;
}

export function createSampling(validators: Validators): Sampling {
  const prism = createPrismThread();

  return {
    close: prism.close,
    async sample(operation, request) {
      const read = readPreference(request.headers.prefer);
      if (read.kind === 'malformed') return refuse('content-refused', [read.violation]);
      // As the client sent it: behaviors do not apply to samples.
      const parsed = parseRequest(request);
      if (parsed.kind === 'refused') return parsed;
      const sampled = await prism.sample(pathOf(operation), parsed, read.preference);
      if (sampled.kind !== 'refused') return sampled;
      const violations = contractViolations(validators, operation, parsed);

      return violations.length === 0 ? sampled : refuse('content-refused', violations);
    },
  };
}
