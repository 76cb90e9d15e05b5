/** The parts of choices: other response formats, changed requests, more violations. */
import type { ChoiceName, DefaultOf, OptionOf } from '../../../contract/choices.ts';
import type { OperationId, Violation } from '../../../contract/types.ts';
import type { Behavior } from '../../behavior.ts';
import { problemResponse } from '../../http/problem.ts';
import { kindOf, type RefusalKind } from '../../refusal.ts';
import type { Fields } from '../../request.ts';
import type { MockResponse } from '../../response.ts';
import type { Reading } from '../deviations.ts';

/** The default option needs no behavior: the mock does this anyway. */
type OtherOptions<N extends ChoiceName> = Exclude<OptionOf<N>, DefaultOf<N>>;

/** The behavior of each other option of a choice, or a function that creates it, for each mock with a memory of its own. */
export type ChoiceBehaviors = {
  readonly [N in ChoiceName]:
    | Readonly<Record<OtherOptions<N>, Behavior>>
    | ((option: OtherOptions<N>) => Behavior);
};

/** Writes accepted responses in another form. @param only the operation whose responses are meant; by default both */
export function accepted(
  change: (response: MockResponse, operation: OperationId) => Partial<MockResponse>,
  only?: OperationId,
): Behavior {
  return {
    respond: (response, { outcome, operation }) =>
      outcome.kind === 'accepted' && operation === (only ?? operation)
        ? { ...response, ...change(response, operation) }
        : response,
  };
}

/** Writes refusals of this kind with another status. */
export function refusedWith(kind: RefusalKind, status: string): Behavior {
  return {
    respond(response, { outcome, request }) {
      if (outcome.kind !== 'refused' || kindOf(outcome) !== kind) return response;
      const { body } = problemResponse(outcome, request.id, Number(status));

      return { ...response, status: Number(status), body };
    },
  };
}

/** Changes parsed requests before they are validated. */
export function readAs(read: Reading): Behavior {
  return {
    parse(request, next, { operation }) {
      const parsed = next(request);

      return parsed.kind === 'refused' ? parsed : read(parsed, operation);
    },
  };
}

/** Refuses requests for violations beside those of the contract. */
export function refuseFor(find: (fields: Fields, operation: OperationId) => readonly Violation[]): Behavior {
  return {
    validate: (violations, { fields, operation }) => [...violations, ...find(fields, operation)],
  };
}
