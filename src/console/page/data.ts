/** Data of control routes: loaded once, or read again after new exchanges and actions. */
import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from './api.ts';
import { useStore } from './store.ts';

export interface Loaded<Value> {
  /** Undefined until it is there. */
  readonly value?: Value;
  /** Why it cannot be loaded. */
  readonly error?: string;
}

/** @param load undefined where there is nothing to load; its signal is aborted as soon as nobody waits for it */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value> | undefined,
  on: readonly unknown[],
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    const current = new AbortController();
    const set = (next: Loaded<Value>) => {
      if (!current.signal.aborted) setLoaded(next);
    };
    set({});
    load(current.signal)?.then(
      (value) => set({ value }),
      (error: unknown) => set({ error: reasonOf(error) }),
    );

    return () => current.abort();
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
  /** Why the last action was refused, or the last try failed. */
  readonly problem: string | undefined;
  readonly refresh: () => Promise<void>;
  /**
   * Acts on the server, and reads the data again.
   *
   * @param done the message after success
   * @returns whether the action was carried out
   */
  readonly act: (action: (api: Api) => Promise<unknown>, done: string) => Promise<boolean>;
}

/** @param path below `_tollgate` */
export function useLive<Data>(path: string): Live<Data> {
  const { api, feed, run, server, say } = useStore();
  const data = useSignal<Data | undefined>(undefined);
  const unread = useSignal<string | undefined>(undefined);
  const refused = useSignal<string | undefined>(undefined);
  const last = useRef(-PAUSE);
  const refresh = async () => {
    last.current = performance.now();
    try {
      data.value = await api.get<Data>(path);
      unread.value = undefined;
    } catch (error) {
      unread.value = reasonOf(error);
    }
  };
  useSignalEffect(() => {
    // Each new exchange, restart and connection; the feed of a hidden page has none.
    void [feed.exchanges.value, feed.waiting.value, run.value, server.value];
    const timer = setTimeout(refresh, Math.max(0, last.current + PAUSE - performance.now()));

    return () => clearTimeout(timer);
  });

  return {
    data,
    problem: refused.value ?? unread.value,
    refresh,
    async act(action, done) {
      try {
        await action(api);
        refused.value = undefined;
        say(done);
      } catch (error) {
        refused.value = reasonOf(error);
      }
      await refresh();

      return refused.value === undefined;
    },
  };
}

/** How to fix what breaks each rule, by its id; empty until it is there. */
export function useFixes(isNeeded: boolean): Readonly<Record<string, string>> {
  const { api } = useStore();
  const { value = {} } = useLoaded(
    () => (isNeeded ? api.get<Readonly<Record<string, string>>>('/console/fixes.json') : undefined),
    [api, isNeeded],
  );

  return value;
}
