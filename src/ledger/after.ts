/** How a caller goes on with what is there at once, or later: one that waits for nothing ends in the turn in which it began. */
import type { Awaitable } from './ledger.ts';

/** Goes on at once where there is nothing to wait for, so that nothing comes in between. */
export function after<T, R>(awaitable: Awaitable<T>, then: (value: T) => Awaitable<R>): Awaitable<R> {
  return awaitable instanceof Promise ? awaitable.then(then) : then(awaitable);
}
