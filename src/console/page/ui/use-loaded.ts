/** Loads a value when a component appears, and again when what it depends on changes. */
import { useEffect, useState } from 'preact/hooks';

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
