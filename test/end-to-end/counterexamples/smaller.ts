/** Whether a counterexample can do without anything that is in it. */
import { replay } from '../../../conformance/runner/replay.ts';
import type { Broken } from './broken.ts';
import type { Found } from './found.ts';
import { removals } from './removals.ts';

/** A case that breaks the rule as well and says less; undefined where there is none. */
export async function smallerThan(broken: Broken, { rule, counterexample }: Found): Promise<unknown> {
  for (const less of removals(counterexample.value)) {
    if (!(await breaks(less, broken.start))) continue;
    // What breaks the rule where nothing is wrong is no case of it.
    if (!(await breaks(less, broken.startSound))) return less;
  }

  return undefined;

  async function breaks(value: unknown, start: Broken['start']): Promise<boolean> {
    await using standing = await start();
    try {
      return (await replay(rule, value, standing.deployment)).kind === 'reproduced';
    } catch {
      // A rule may make nothing of a case with a hole in it.
      return false;
    }
  }
}
