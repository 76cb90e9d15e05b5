/** A map that forgets the least recently used entries. */
export interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  /** Forgets the entries that were neither set nor read since the last call. @returns whether there were any */
  readonly age: () => boolean;
  /** The oldest first. */
  readonly values: () => readonly Value[];
  readonly keys: () => readonly string[];
}

/** Two maps, because dropping a whole map is faster than deleting the oldest entries of one. */
export function createRecentMap<Value>(): RecentMap<Value> {
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  const all = () => new Map([...older, ...recent]);

  return {
    get(key) {
      const value = recent.get(key);
      if (value !== undefined || older.size === 0) return value;
      const aged = older.get(key);
      if (aged !== undefined) {
        older.delete(key);
        recent.set(key, aged);
      }

      return aged;
    },
    set: (key, value) => void recent.set(key, value),
    age() {
      const hasForgotten = older.size > 0;
      older = recent;
      recent = new Map();

      return hasForgotten;
    },
    values: () => [...all().values()],
    keys: () => [...all().keys()],
  };
}
