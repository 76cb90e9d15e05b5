/** Runs an action of a control: says what it did, or keeps why it was refused. */
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useStore } from '../store.ts';
import { reasonOf } from './use-loaded.ts';

export interface Action {
  /** Why the last action was refused; undefined where it was not. */
  readonly error: ReadonlySignal<string | undefined>;
  /** @param done the message after success. @returns whether the action was carried out */
  readonly run: (act: () => Promise<unknown>, done: string) => Promise<boolean>;
}

export function useAction(): Action {
  const { say } = useStore();
  const error = useSignal<string | undefined>(undefined);

  return {
    error,
    async run(act, done) {
      try {
        await act();
        error.value = undefined;
        say(done);

        return true;
      } catch (problem) {
        error.value = reasonOf(problem);

        return false;
      }
    },
  };
}
