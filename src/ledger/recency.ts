/** Which were touched last: keeps so many, and lets go of the one that was not touched for the longest time. */

export interface Recency<Owner> {
  readonly touch: (name: string, owner: Owner) => void;
  /** Lets go of all that are its, and tells it nothing. */
  readonly drop: (owner: Owner) => void;
  readonly clear: () => void;
}

/**
 * By the last change and not by the opening: whoever still works on a transaction, such as a cart that is open since
 * yesterday, does not lose it to newer ones that nobody comes back to.
 *
 * @param most at least 1
 */
export function createRecency<Owner>(
  most: number,
  letGo: (name: string, owner: Owner) => void,
): Recency<Owner> {
  // A Map keeps the order in which its keys were set.
  let owners = new Map<string, Owner>();
  // One for all time: a new one would each time step over all the places that the forgotten have left.
  let oldest = owners.entries();

  return {
    touch(name, owner) {
      owners.delete(name);
      owners.set(name, owner);
      if (owners.size <= most) return;
      const next = oldest.next();
      if (next.done === true) return;
      const [forgotten, its] = next.value;
      owners.delete(forgotten);
      letGo(forgotten, its);
    },
    drop(owner) {
      for (const [name, its] of owners) if (its === owner) owners.delete(name);
    },
    clear() {
      owners = new Map();
      oldest = owners.entries();
    },
  };
}
