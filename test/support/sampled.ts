/** Divides a matrix: `npm test` runs a sample of it, and `npm run test:thorough` the rest. */
import { describe, inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is a run of `npm run test:thorough`. */
    readonly isThorough: boolean;
  }
}

/** For tests in the file of a matrix that `npm test` runs in full. */
export const testOnce = test.skipIf(inject('isThorough'));
export const describeOnce = describe.skipIf(inject('isThorough'));

/** For tests in the file of a matrix that take too long for `npm test`. */
export const testThoroughly = test.runIf(inject('isThorough'));
export const describeThoroughly = describe.runIf(inject('isThorough'));

/** `npm test` gets this many entries, spread evenly over the list from the first one; the thorough run gets the others. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  const sample = new Set(
    Array.from({ length: count }, (_, index) => Math.floor((index * all.length) / count)),
  );

  return all.filter((_, index) => sample.has(index) !== inject('isThorough'));
}

/** How often a property is tried: a part in `npm test`, and the rest, with other cases, in the thorough run. */
export function runsOf(count: number, part = 1 / 10): number {
  const quick = Math.ceil(count * part);

  return inject('isThorough') ? count - quick : quick;
}
