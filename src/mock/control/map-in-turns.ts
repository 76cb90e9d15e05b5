/** Maps a list, and lets other requests be answered in between: to mask a full journal takes seconds. */
import { setImmediate } from 'node:timers/promises';
import type { Awaitable } from '../../ledger/ledger.ts';

/** After so many milliseconds it is the turn of other requests. */
const TURN = 10;

export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Awaitable<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let begin = performance.now();
  for (const item of items) {
    results.push(await map(item));
    if (performance.now() - begin < TURN) continue;
    await setImmediate();
    begin = performance.now();
  }

  return results;
}
