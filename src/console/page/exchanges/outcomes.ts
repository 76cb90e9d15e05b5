/** The words and colours for the effects of exchanges. */
import type { Effect } from '../../../exchange/journal/story.ts';

interface Outcome {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'note' | 'calm';
}

export const OUTCOMES: Readonly<Record<Effect, Outcome | undefined>> = {
  new: { label: 'new', tone: 'good' },
  updated: { label: 'updated', tone: 'note' },
  sold: { label: 'sold', tone: 'good' },
  refused: { label: 'refused', tone: 'bad' },
  fault: { label: 'fault', tone: 'warn' },
  other: undefined,
};

export function statusTone(status: number): 'good' | 'bad' | 'warn' {
  if (status < 400) return 'good';

  return status < 500 ? 'warn' : 'bad';
}
