/** The parts of choices: the default option, other response formats, changed requests, more violations. */
import type { ChoiceName, OptionOf } from '../../../contract/choices.ts';
import type { OperationId, Violation } from '../../../contract/types.ts';
import type { Behavior } from '../../behavior.ts';
import type { Fields } from '../../request.ts';
import type { ResponseFormat } from '../../stages/response-format.ts';
import type { Reading } from '../deviations.ts';

/** For each option of each choice a function that creates its behavior. */
export type ChoiceBehaviors = {
  readonly [N in ChoiceName]: { readonly [O in OptionOf<N>]: () => Behavior };
};

/** The default option: the mock does this without any behavior. */
export function unchanged(): Behavior {
  return {};
}

/** Writes responses in another format. */
export function formatted(format: Partial<ResponseFormat>): () => Behavior {
  return () => ({ respond: () => format });
}

/** Changes parsed requests before they are validated. */
export function readAs(read: Reading): () => Behavior {
  return () => ({
    parse(request, next, { operation }) {
      const parsed = next(request);

      return parsed.kind === 'refused' ? parsed : read(parsed, operation);
    },
  });
}

/** Refuses requests for violations beside those of the contract. */
export function refuseFor(
  find: (fields: Fields, operation: OperationId) => readonly Violation[],
): () => Behavior {
  return () => ({
    validate: (violations, { fields, operation }) => [...violations, ...find(fields, operation)],
  });
}
