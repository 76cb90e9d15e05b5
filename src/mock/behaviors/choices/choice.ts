/** The parts of choices: other response formats, changed requests, more violations. */
import { type ChoiceName, type DefaultOf, type OptionOf, optionsOf } from '../../../contract/choices.ts';
import type { OperationId, Violation } from '../../../contract/types.ts';
import type { Behavior } from '../../behavior.ts';
import type { Fields } from '../../request.ts';
import type { ResponseFormat } from '../../stages/response-format.ts';
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

/** A violation in a field of the body. */
export function wrongField(operation: OperationId, field: string, expected: string, got: string): Violation {
  return { section: operation === 'calculateFee' ? '2.1' : '2.3', pointer: `/${field}`, expected, got };
}

/** Refuses requests for violations beside those of the contract. */
export function refuseFor(
  find: (fields: Fields, operation: OperationId) => readonly Violation[],
): () => Behavior {
  return () => ({
    validate: (violations, { fields, operation }) => [...violations, ...find(fields, operation)],
  });
}
