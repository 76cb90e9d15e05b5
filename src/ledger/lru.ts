/** A least-recently-used list: evicts the oldest entries once it holds more entries, or more bytes, than it may. */

export interface Lru<Owner> {
  /** Makes this entry the newest one. @param bytes its size now */
  readonly touch: (key: string, owner: Owner, bytes?: number) => void;
  /** Removes an entry without calling `evict`. */
  readonly remove: (key: string) => void;
}

interface LruLimits {
  /** Entries, at least 1; unlimited by default. */
  readonly most?: number;
  /** Bytes of all entries; unlimited by default. */
  readonly mostBytes?: number;
}

/**
 * Orders entries by their last change, so that a cart in use since yesterday outlives newer carts that are abandoned. An
 * entry that is larger than all that may be held is evicted at once.
 */
export function createLru<Owner>(
  { most = Number.POSITIVE_INFINITY, mostBytes = Number.POSITIVE_INFINITY }: LruLimits,
  evict: (key: string, owner: Owner) => void,
): Lru<Owner> {
  // A Map keeps the order in which its keys were set.
  const entries = new Map<string, { readonly owner: Owner; readonly bytes: number }>();
  // One iterator for many evictions: each new one would step over the holes that deleted keys leave.
  let oldest: ReturnType<typeof entries.entries> | undefined;
  let touchesSinceEviction = 0;
  let bytesOfAll = 0;

  const remove = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    bytesOfAll -= entry.bytes;
  };

  return {
    remove,
    touch(key, owner, bytes = 0) {
      remove(key);
      entries.set(key, { owner, bytes });
      bytesOfAll += bytes;
      touchesSinceEviction += 1;
      // An iterator that rests keeps all tables of the Map that came after it.
      if (touchesSinceEviction > entries.size) oldest = undefined;
      while (entries.size > most || bytesOfAll > mostBytes) {
        touchesSinceEviction = 0;
        oldest ??= entries.entries();
        let next = oldest.next();
        if (next.done === true) {
          // An iterator that has ended once finds no later entry.
          oldest = entries.entries();
          next = oldest.next();
        }
        if (next.done === true) return;
        const [evicted, { owner: ofEvicted }] = next.value;
        remove(evicted);
        evict(evicted, ofEvicted);
      }
    },
  };
}
