/** Divides a matrix: `npm test` runs a sample of it, and `npm run test:thorough` the rest. */
import { describe, inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is a run of `npm run test:thorough`. */
    readonly isThorough: boolean;
  }
}

/** For what stands in the file of a matrix and is run in full by `npm test`. */
export const testOnce = test.skipIf(inject('isThorough'));
export const describeOnce = describe.skipIf(inject('isThorough'));

/** So many entries for `npm test`, evenly spread over the list with the first one included; all others for the thorough run. */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  if (count >= all.length) return all;
  const sample = new Set(
    Array.from({ length: count }, (_, index) => Math.floor((index * all.length) / count)),
  );

  return all.filter((_, index) => sample.has(index) !== inject('isThorough'));
}

/** How often a law is tried: a part of it in `npm test`, and the rest, on other cases, in the thorough run. */
export function runsOf(count: number, part = 1 / 4): number {
  const quick = Math.ceil(count * part);

  return inject('isThorough') ? count - quick : quick;
}
