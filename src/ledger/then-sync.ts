/** Continues at once with a value, later with a promise: no other request runs between two steps on a ledger in memory. */
import type { Awaitable } from './ledger.ts';

export function thenSync<T, R>(awaitable: Awaitable<T>, then: (value: T) => Awaitable<R>): Awaitable<R> {
  return awaitable instanceof Promise ? awaitable.then(then) : then(awaitable);
}
