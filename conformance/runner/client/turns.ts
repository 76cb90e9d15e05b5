/** Gives turns to actions: so many at the same time, the most urgent first, or one that no other runs beside. */
import { clock } from '../../rule/clock.ts';

/** The highest priority is first, then the highest second one, then the action that has waited longest. */
export interface Urgency {
  readonly priority: number;
  readonly second: number;
}

/** Thrown for an action that was called back before its turn. */
export class Recalled extends Error {}

export type Turns = ReturnType<typeof createTurns>;

interface Waiting extends Urgency {
  readonly isExclusive: boolean;
  readonly go: () => void;
  readonly recall: (error: Recalled) => void;
}

/** @param most returns how many shared actions may run at the same time; any number by default */
export function createTurns(most: () => number = () => Number.POSITIVE_INFINITY) {
  const waiting: Waiting[] = [];
  let running = 0;
  let isExclusive = false;

  const mayGo = (next: Pick<Waiting, 'isExclusive'>) =>
    !isExclusive && (next.isExclusive ? running === 0 : running < most());
  /** Called once all that follows from an event waits too: a later one may be more urgent. */
  const wake = () => {
    for (let [next] = waiting; next !== undefined && mayGo(next); [next] = waiting) {
      waiting.shift();
      running++;
      isExclusive = next.isExclusive;
      next.go();
    }
  };
  const isBefore = (one: Urgency, other: Urgency) =>
    one.priority === other.priority ? one.second > other.second : one.priority > other.priority;
  const take = async <T>(act: () => Promise<T>, own: Omit<Waiting, 'go' | 'recall'>): Promise<T> => {
    await new Promise<void>((go, recall) => {
      const index = waiting.findIndex((other) => isBefore(own, other));
      waiting.splice(index === -1 ? waiting.length : index, 0, { ...own, go, recall });
      clock().afterwards(wake);
    });
    try {
      return await act();
    } finally {
      clock().afterwards(() => {
        running--;
        isExclusive = false;
        wake();
      });
    }
  };

  return {
    shared: <T>(act: () => Promise<T>, { priority = 0, second = 0 }: Partial<Urgency> = {}): Promise<T> =>
      take(act, { priority, second, isExclusive: false }),
    /** Goes before all that wait, and once the others have ended. */
    exclusive: <T>(act: () => Promise<T>): Promise<T> =>
      take(act, { priority: Infinity, second: Infinity, isExclusive: true }),
    /** The same, after all that wait: each wait for the others to end costs time. */
    exclusiveLast: <T>(act: () => Promise<T>): Promise<T> =>
      take(act, { priority: -Infinity, second: 0, isExclusive: true }),
    /** Rejects the actions that wait with Recalled. */
    recall(): void {
      for (const { recall } of waiting.splice(0)) recall(new Recalled());
    },
    /** Whether an exclusive action runs. */
    get isExclusive(): boolean {
      return isExclusive;
    },
  };
}
