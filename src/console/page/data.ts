/** Data of control routes: loaded once, read again after new exchanges, or changed by an action. */
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from './store.ts';

export interface Loaded<Value> {
  /** Undefined until it is there. */
  readonly value: Value | undefined;
  /** Why it cannot be loaded. */
  readonly error: string | undefined;
}

/** @param load undefined where there is nothing to load */
export function useLoaded<Value>(
  load: () => Promise<Value> | undefined,
  on: readonly unknown[],
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ value: undefined, error: undefined });
  useEffect(() => {
    let isCurrent = true;
    const set = (next: Loaded<Value>) => {
      if (isCurrent) setLoaded(next);
    };
    set({ value: undefined, error: undefined });
    load()?.then(
      (value) => set({ value, error: undefined }),
      (error: unknown) => set({ value: undefined, error: reasonOf(error) }),
    );

    return () => {
      isCurrent = false;
    };
  }, on);

  return loaded;
}

export function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server cannot be reached.';

  return error instanceof Error ? error.message : String(error);
}

/** In milliseconds. */
const PAUSE = 2_000;

export interface Live<Data> {
  /** Undefined until the first response. */
  readonly data: ReadonlySignal<Data | undefined>;
  /** Why the last try failed; undefined where it did not. */
  readonly error: ReadonlySignal<string | undefined>;
  readonly refresh: () => Promise<void>;
}

/** @param path below `_tollgate` */
export function useLive<Data>(path: string): Live<Data> {
  const { api, feed, run } = useStore();
  const data = useSignal<Data | undefined>(undefined);
  const error = useSignal<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(0);
  const newest = useComputed(
    () => `${run.value} ${feed.exchanges.value.at(-1)?.requestId} ${feed.waiting.value}`,
  );

  const refresh = async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    last.current = performance.now();
    try {
      data.value = await api.get<Data>(path);
      error.value = undefined;
    } catch (problem) {
      error.value = reasonOf(problem);
    }
  };
  const schedule = () => {
    // A hidden page waits until it is looked at again.
    if (document.hidden || timer.current !== undefined) return;
    timer.current = setTimeout(refresh, Math.max(0, last.current + PAUSE - performance.now()));
  };
  useSignalEffect(() => {
    void newest.value;
    schedule();
  });
  useEffect(() => {
    void refresh();
    document.addEventListener('visibilitychange', schedule);

    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', schedule);
    };
  }, []);

  return { data, error, refresh };
}

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
