/** Remembers refusals of a call that was accepted before and again afterwards: lapses, which one call cannot show. */
import type { Answered } from '../client/answer.ts';
import type { Step } from '../conversation.ts';

/** A refusal, and how it came. */
interface Lapse {
  readonly answer: Answered;
  readonly step: Step;
}

export interface LapseMemory {
  /** One more answer to that call. */
  note(how: 'accepted' | 'refused', came: Lapse): void;
  /** The refusals that were followed by acceptance. One that lasts is another rule's concern. */
  readonly lapses: readonly Lapse[];
  /** Answers noted. */
  readonly noted: number;
}

/** Beyond so many they would tell nothing new. */
const MOST_KEPT = 20;

export function createLapseMemory(): LapseMemory {
  const lapses: Lapse[] = [];
  let refused: Lapse | undefined;
  let noted = 0;

  return {
    note(how, came) {
      noted++;
      if (how === 'refused') {
        refused = came;
        return;
      }
      if (refused !== undefined && lapses.length < MOST_KEPT) lapses.push(refused);
      refused = undefined;
    },
    lapses,
    get noted() {
      return noted;
    },
  };
}
