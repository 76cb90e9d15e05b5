/** The behaviors of a mock in their order: defects innermost, then leniency, then choices. Faults are added by each world. */
import type { Validators } from '../../contract/validators.ts';
import type { Behavior } from '../behavior.ts';
import type { MockOptions } from '../options.ts';

/**
 * Loads only what the options ask for.
 *
 * @returns creates the behaviors, each with a new memory. It throws a MockError: `unknown-defect`, `unknown-choice`
 */
export async function loadBehaviors(
  { defects = [], lenient = false, choices = {}, grease }: MockOptions,
  validators: Validators,
): Promise<() => readonly Behavior[]> {
  const hasChoices = Object.keys(choices).length > 0 || grease !== undefined;
  const [ofDefects, ofLeniency, ofChoices] = await Promise.all([
    defects.length > 0 ? import('./defects/index.ts') : undefined,
    lenient ? import('./leniency.ts') : undefined,
    hasChoices ? import('./choices/index.ts') : undefined,
  ]);

  return () => {
    const broken = ofDefects?.createDefects(defects) ?? [];
    const chosen = ofChoices?.createChoices({ choices, grease });

    return [
      ...broken,
      ...(ofLeniency === undefined ? [] : [ofLeniency.createLeniency(validators, chosen)]),
      ...(chosen === undefined ? [] : [chosen]),
    ];
  };
}
