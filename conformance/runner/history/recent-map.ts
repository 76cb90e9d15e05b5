/** A map that forgets the entries that were not used for longest. */
interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  /** Forgets what was neither set nor read since it was called before. */
  readonly age: () => void;
}

/** Two maps in place of one with an order: to delete single entries takes longer than to drop a whole map. */
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
