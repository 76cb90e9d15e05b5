/** Data of control routes: read with each restart, or also after new exchanges and actions. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from './api.ts';
import { useStore } from './store.ts';

interface Loaded<Value> {
  /** Undefined until it is there. */
  readonly value?: Value;
  /** Why it cannot be loaded. */
  readonly error?: string;
}

/** @param path below `_tollgate`; undefined where there is nothing to load */
export function useLoaded<Value>(path: string | undefined, own?: Api): Loaded<Value> {
  const store = useStore();
  const { run } = store;
  const api = own ?? store.api;
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isCurrent = true;
    const set = (next: Loaded<Value>) => isCurrent && setLoaded(next);
    set({});
    if (path !== undefined)
      api.get<Value>(path).then(
        (value) => set({ value }),
        (error: unknown) => set({ error: reasonOf(error) }),
      );

    return () => {
      isCurrent = false;
    };
  }, [path, run.value]);

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
  readonly data: Data | undefined;
  /** Why the last action was refused, or the last try failed. */
  readonly problem: string | undefined;
  readonly refresh: () => Promise<void>;
  /**
   * Acts on the server, and reads the data again.
   *
   * @param done the message after success
   * @returns whether the action was carried out
   */
  readonly act: (done: string, action: (api: Api) => Promise<unknown>) => Promise<boolean>;
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
    data: data.value,
    problem: refused.value ?? unread.value,
    refresh,
    async act(done, action) {
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
  return (
    useLoaded<Readonly<Record<string, string>>>(isNeeded ? '/console/fixes.json' : undefined).value ?? {}
  );
}
