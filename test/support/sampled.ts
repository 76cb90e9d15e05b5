/** A sample of a matrix in `npm test`, and all of it in `npm run test:thorough`. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is a run of `npm run test:thorough`. */
    readonly isThorough: boolean;
  }
}

/** So many entries, evenly spread over the list, the first one included. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (inject('isThorough') || count >= all.length) return all;

  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!);
}

/** How often a law is tried: so often in `npm run test:thorough`, and a part of it in `npm test`. */
export function runsOf(count: number, part = 1 / 4): number {
  return inject('isThorough') ? count : Math.ceil(count * part);
}
