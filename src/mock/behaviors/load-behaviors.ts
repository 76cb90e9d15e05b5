/** The behaviors of a mock in their order: defects innermost, then leniency, then choices. Faults are added by each world. */
import type { Choices } from '../../contract/choices.ts';
import type { Validators } from '../../contract/validators.ts';
import type { Behavior } from '../behavior.ts';
import type { MockOptions } from '../options.ts';

export interface BehaviorSource {
  /** The choices of the start. */
  readonly choices: Choices;
  /** Whether a seed randomises the choices that are not made. */
  readonly isGreased: boolean;
  /** Loads the code of choices. Await it before you create behaviors with choices that the start did not have. */
  readonly loadChoices: () => Promise<void>;
  /**
   * Creates the behaviors of a world.
   *
   * @returns a function of the choices. Defects keep their memory from call to call; choices begin with a new one.
   */
  readonly create: () => (choices: Choices) => readonly Behavior[];
}

/**
 * Loads only what the options ask for.
 *
 * @throws MockError `unknown-defect`, `unknown-choice`
 */
export async function loadBehaviors(
  { defects = [], lenient = false, choices = {}, grease }: MockOptions,
  validators: Validators,
): Promise<BehaviorSource> {
  let ofChoices: typeof import('./choices/index.ts') | undefined;
  const loadChoices = async () => {
    ofChoices ??= await import('./choices/index.ts');
  };
  const isGreased = grease !== undefined;
  const has = (made: Choices) => Object.keys(made).length > 0 || isGreased;
  const [ofDefects, ofLeniency] = await Promise.all([
    defects.length > 0 ? import('./defects/index.ts') : undefined,
    lenient ? import('./leniency.ts') : undefined,
    has(choices) ? loadChoices() : undefined,
  ]);
  const create: BehaviorSource['create'] = () => {
    const broken = ofDefects?.createDefects(defects) ?? [];

    return (made) => {
      const chosen = has(made) ? ofChoices?.createChoices({ choices: made, grease }) : undefined;

      return [
        ...broken,
        ...(ofLeniency === undefined ? [] : [ofLeniency.createLeniency(validators, chosen)]),
        ...(chosen === undefined ? [] : [chosen]),
      ];
    };
  };
  return { choices, isGreased, loadChoices, create };
}
