/** The parts of choices: other response formats, changed requests, more violations. */
import { type ChoiceName, type DefaultOf, type OptionOf, optionsOf } from '../../../contract/choices.ts';
import type { OperationId, Violation } from '../../../contract/types.ts';
import type { Behavior, Draft } from '../../behavior.ts';
import type { Fields } from '../../request.ts';
import { kindOf, type RefusalKind } from '../../stages/respond.ts';
import type { Reading } from '../deviations.ts';

/** The default option needs no behavior: the mock does this anyway. */
type OtherOptions<N extends ChoiceName> = Exclude<OptionOf<N>, DefaultOf<N>>;

/** For each other option of each choice a function that creates its behavior. */
export type ChoiceBehaviors = {
  readonly [N in ChoiceName]: { readonly [O in OtherOptions<N>]: () => Behavior };
};

/** One behavior for all options of a choice but the default one. */
export function byOption<N extends ChoiceName>(
  name: N,
  create: (option: OtherOptions<N>) => () => Behavior,
): ChoiceBehaviors[N] {
  const others: readonly string[] = optionsOf(name).slice(1);

  return Object.fromEntries(
    others.map((option) => [option, create(option as OtherOptions<N>)]),
  ) as ChoiceBehaviors[N];
}

/** Writes accepted responses in another form. @param only the operation whose responses are meant; by default both */
export function accepted(
  change: (draft: Draft, operation: OperationId) => Partial<Draft>,
  only?: OperationId,
) {
  return (): Behavior => ({
    respond: (draft, { outcome, operation }) =>
      outcome.kind === 'accepted' && operation === (only ?? operation)
        ? { ...draft, ...change(draft, operation) }
        : draft,
  });
}

/** Writes refusals of this kind with another status. */
export function refusedWith(kind: RefusalKind, status: string): () => Behavior {
  return () => ({
    respond: (draft, { outcome }) =>
      outcome.kind === 'refused' && kindOf(outcome) === kind ? { ...draft, status: Number(status) } : draft,
  });
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
