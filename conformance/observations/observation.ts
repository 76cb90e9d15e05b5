/** What an observation is: a question that the document leaves open, answers that tell, and how to ask for one. */
import { CHOICES, type ChoiceName } from '../../src/contract/choices.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import type { Scene } from './scene.ts';
import type { Sight } from './sight.ts';

/** The options that fit what was seen: several where no answer tells them apart. */
export type Finding = readonly string[];

interface Making {
  /** Looks at one answer of the run. Undefined where it does not tell. */
  readonly reads?: (sight: Sight) => Finding | undefined;
  /**
   * Asks, where the answers of the run have not told enough. What comes back is read as well, so that it need not find
   * anything itself.
   *
   * @throws NotJudged, NotAnswering, BudgetSpent
   */
  readonly asks?: (scene: Scene) => Promise<Finding | undefined>;
  /** How many findings become one: `same` as one option, or those that all of them leave open; `each` as a list. */
  readonly joins?: 'same' | 'each';
}

export interface Observation extends Making {
  readonly id: ObserveRule;
  readonly level: 'observe';
  /** Section of the document that leaves it open. */
  readonly section: string;
  /** The question. */
  readonly title: string;
  /** The choice that it tells; undefined where it is noted and is none. */
  readonly choice: ChoiceName | undefined;
}

/** Observes which option of a choice a deployment takes. */
export function observes(choice: ChoiceName, making: Making): Observation {
  const { section, question } = CHOICES[choice];

  return { ...making, id: `observe/${choice}`, level: 'observe', section, title: question, choice };
}
