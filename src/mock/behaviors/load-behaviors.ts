/** The behaviors of a mock in their order: defects innermost, then leniency, then choices. Faults are added by each world. */
import type { Choices } from '../../contract/choices.ts';
import type { Validators } from '../../contract/validators.ts';
import type { Behavior } from '../behavior.ts';
import type { MockOptions } from '../options.ts';
import { createChoices } from './choices/index.ts';

export interface BehaviorSource {
  /** The choices of the start. */
  readonly choices: Choices;
  /** Whether a seed randomises the choices that are not made. */
  readonly isGreased: boolean;
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
  const [ofDefects, ofLeniency] = await Promise.all([
    defects.length > 0 ? import('./defects/index.ts') : undefined,
    lenient ? import('./leniency.ts') : undefined,
  ]);
  const isGreased = grease !== undefined;
  const create: BehaviorSource['create'] = () => {
    const broken = ofDefects?.createDefects(defects) ?? [];

    return (made) => {
      const chosen = isGreased || Object.keys(made).length > 0 ? [createChoices(made, grease)] : [];
      const lenience = ofLeniency?.createLeniency(validators, chosen[0]);

      return [...broken, ...(lenience === undefined ? [] : [lenience]), ...chosen];
    };
  };

  return { choices, isGreased, create };
}
