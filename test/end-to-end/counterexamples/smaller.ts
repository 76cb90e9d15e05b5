/** Searches for a smaller counterexample. */
import { isScript } from '../../../conformance/rule/script.ts';
import { replay } from '../../../conformance/runner/replay.ts';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { Broken } from './broken.ts';
import type { Found } from './found.ts';
import { removals } from './removals.ts';

/** A service may refuse a list without texts or with an empty one, and an update without a required field. */
function isBeyondTheSafeDomain(value: unknown): boolean {
  const calls = isScript(value) ? value.calls : [];
  const isPartial = calls.some(({ operation, body }) => {
    const fields = Object.keys(body);

    return (
      operation === 'calculateFee' &&
      'sTxId' in body &&
      !REQUIRED_FIELDS.every((name) => fields.includes(name))
    );
  });

  return isPartial || /"(?:campaign|data)":\[(?:""|\])/.test(JSON.stringify(value) ?? '');
}

/** A smaller case that also fails; undefined where there is none. */
export async function smallerThan(broken: Broken, { rule, counterexample }: Found): Promise<unknown> {
  for (const less of removals(counterexample.value)) {
    if (isBeyondTheSafeDomain(less) || !(await breaks(less, broken.start))) continue;
    // A case that fails without the defect too is invalid.
    if (!(await breaks(less, broken.startSound))) return less;
  }

  return undefined;

  async function breaks(value: unknown, start: Broken['start']): Promise<boolean> {
    await using standing = await start();
    try {
      return (await replay(rule, value, standing.deployment)).kind === 'reproduced';
    } catch {
      // A rule may not support a case with a missing part.
      return false;
    }
  }
}
