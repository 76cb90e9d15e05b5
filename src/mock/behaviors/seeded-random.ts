/** Random numbers that repeat: the seed, the turn and the name of the draw decide each one. */

const RANGE = 2 ** 32;

/** From 0 to below 1: FNV-1a, then the finalizer of MurmurHash3 to mix its bits. */
export function seededRandom(seed: number, turn: number, name: string): number {
  let hash = 2166136261 ^ seed;
  for (const byte of Buffer.from(`${name} ${turn}`)) hash = Math.imul(hash ^ byte, 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);

  return ((hash ^ (hash >>> 16)) >>> 0) / RANGE;
}
