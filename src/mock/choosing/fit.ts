/** Fits a mock with choices: those that were made for it, those that vary from answer to answer, and lenience. */
import { CHOICE_NAMES, type ChoiceName, type Choices } from '../../contract/choices.ts';
import { readChoices } from '../../contract/read-choices.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import { MADE_CHOICES } from '../choices/index.ts';
import type { Fitting } from '../fitting.ts';
import { createLine, type Line, type Stations } from '../line.ts';
import { MockError } from '../mock-error.ts';
import type { Rendered } from '../render.ts';
import type { Hooks } from './choice.ts';
import { createGrease } from './grease.ts';
import { tellChoices, tellViolations } from './headers.ts';
import { fitLenience } from './lenient.ts';
import { shapedBy } from './shaped-by.ts';
import { write } from './write.ts';
import { ORDINARY, type Writing } from './writing.ts';

export interface Choosing {
  readonly choices: Choices;
  /** A 32-bit number; without one nothing varies. */
  readonly grease: number | undefined;
  readonly lenient: boolean;
}

/** @throws MockError `unknown-choice` */
export function fitChoices({ choices, grease, lenient }: Choosing): Pick<Fitting, 'ledger' | 'createLine'> {
  refuseStrange(choices);
  const hooksOf = rememberHooks();
  const fixed = hooksOf(choices);
  const greased = grease === undefined ? undefined : createGrease(grease, choices);

  return {
    ledger(ledger) {
      const chosen = fixed.reduce((inner, hooks) => hooks.ledger?.(inner) ?? inner, ledger);

      return greased?.ledger(chosen) ?? chosen;
    },

    createLine<O extends OperationId>(operation: O, stations: Stations<O>): Line {
      return async (arrival) => {
        const varied = greased?.next() ?? {};
        const made = { ...varied, ...choices };
        const hooks = [...fixed, ...hooksOf(varied)];
        const writing: Writing = Object.assign({}, ORDINARY, ...hooks.map((hook) => hook.writing));
        let overlooked: readonly Violation[] | undefined;
        // The first check is the one of the request itself; others try out how to mend it.
        const overlook = (violations: readonly Violation[]) => {
          overlooked ??= violations;
        };
        const indulged = lenient ? fitLenience(operation, stations, overlook) : stations;
        const fitted = hooks.reduce((inner, hook) => hook.stations?.(operation, inner) ?? inner, indulged);
        const outcome = await createLine(fitted)(arrival);
        if (outcome.kind === 'written') return outcome;
        const shaped = shapedBy(outcome, operation, made);

        return {
          kind: 'written',
          write: (requestId) =>
            annotate(write(outcome, { operation, writing, requestId }), shaped, overlooked ?? []),
        };
      };
    },
  };
}

/** Each is put around those before it: what is left out has to be added before anything looks at the request. */
const FITTED: readonly ChoiceName[] = [
  ...CHOICE_NAMES.filter((name) => name !== 'partial-update'),
  'partial-update',
];

/** The hooks of an option are made when it is first chosen, and last as long as the mock. */
function rememberHooks(): (choices: Choices) => readonly Hooks[] {
  const known = new Map<string, Hooks>();
  const hooksOf = (name: ChoiceName, option: string): Hooks => {
    const key = `${name}=${option}`;
    const options: Readonly<Record<string, () => Hooks>> = MADE_CHOICES[name].options;
    const hooks = known.get(key) ?? options[option]?.() ?? {};
    known.set(key, hooks);

    return hooks;
  };

  return (choices) =>
    FITTED.flatMap((name) => {
      const option = choices[name];

      return option === undefined ? [] : [hooksOf(name, option)];
    });
}

function annotate(rendered: Rendered, shaped: Choices, overlooked: readonly Violation[]): Rendered {
  return {
    ...rendered,
    headers: {
      ...rendered.headers,
      ...(Object.keys(shaped).length === 0 ? {} : { 'tollgate-choices': tellChoices(shaped) }),
      ...(overlooked.length === 0 ? {} : { 'tollgate-violations': tellViolations(overlooked) }),
    },
    choices: shaped,
    overlooked,
  };
}

/** Who is not typed can pass anything. */
function refuseStrange(choices: Choices): void {
  const [strange] = readChoices(choices).strange;
  if (strange === undefined) return;
  const what =
    strange.kind === 'unknown-name'
      ? `expected the name of a choice, got ${strange.name}`
      : `${strange.name}: expected one of its options, got ${JSON.stringify(strange.option)}`;
  throw new MockError('unknown-choice', `choices: ${what}`);
}
