/** Chains a step onto a value or a promise; with a value it runs synchronously, so that no other request interleaves. */
import type { Awaitable } from './ledger.ts';

export function thenSync<T, R>(awaitable: Awaitable<T>, then: (value: T) => Awaitable<R>): Awaitable<R> {
  return awaitable instanceof Promise ? awaitable.then(then) : then(awaitable);
}
