/** Data of a control route that is read again after new exchanges and resets, at most every two seconds and while the page is in view. */
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../store.ts';
import { reasonOf } from './use-loaded.ts';

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
