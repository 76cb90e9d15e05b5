/** A least-recently-used list: evicts the oldest entry once it holds more than its capacity. */

export interface Lru<Owner> {
  /** Makes this entry the newest one. */
  readonly touch: (key: string, owner: Owner) => void;
  /** Removes all entries of this owner without calling `evict`. */
  readonly drop: (owner: Owner) => void;
  readonly clear: () => void;
}

/**
 * Orders entries by their last change, so that a cart in use since yesterday outlives newer carts that are abandoned.
 *
 * @param capacity at least 1
 */
export function createLru<Owner>(capacity: number, evict: (key: string, owner: Owner) => void): Lru<Owner> {
  // A Map keeps the order in which its keys were set.
  let owners = new Map<string, Owner>();
  // One iterator for all evictions: each new one would step over the holes that deleted keys leave.
  let oldest = owners.entries();

  return {
    touch(key, owner) {
      owners.delete(key);
      owners.set(key, owner);
      if (owners.size <= capacity) return;
      const next = oldest.next();
      if (next.done === true) return;
      const [evictedKey, evictedOwner] = next.value;
      owners.delete(evictedKey);
      evict(evictedKey, evictedOwner);
    },
    drop(owner) {
      for (const [key, keyOwner] of owners) if (keyOwner === owner) owners.delete(key);
    },
    clear() {
      owners = new Map();
      oldest = owners.entries();
    },
  };
}
