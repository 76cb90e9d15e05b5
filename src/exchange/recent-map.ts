/** A map that forgets the least recently used entries. */
interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  /** Forgets the entries that were neither set nor read since the last call. */
  readonly age: () => void;
}

/** Two maps, because dropping a whole map is faster than deleting the oldest entries of one. */
export function createRecentMap<Value>(): RecentMap<Value> {
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();

  return {
    get(key) {
      const value = recent.get(key);
      if (value !== undefined || older.size === 0) return value;
      const aged = older.get(key);
      if (aged !== undefined) recent.set(key, aged);

      return aged;
    },
    set: (key, value) => void recent.set(key, value),
    age() {
      older = recent;
      recent = new Map();
    },
  };
}
