/** Chains steps onto a value or a promise; with a value they run synchronously, so that no other request interleaves. */
import type { Awaitable } from './ledger.ts';

export function thenSync<T, R>(awaitable: Awaitable<T>, then: (value: T) => Awaitable<R>): Awaitable<R> {
  return awaitable instanceof Promise ? awaitable.then(then) : then(awaitable);
}

/** Handles the error of a step, thrown or rejected. */
export function catchSync<T>(step: () => Awaitable<T>, handle: (error: unknown) => T): Awaitable<T> {
  try {
    const awaitable = step();

    return awaitable instanceof Promise ? awaitable.catch(handle) : awaitable;
  } catch (error) {
    return handle(error);
  }
}
