/** Finds the cases whose failures a failed case may hide. */

import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { isScript, keptFields, type Script } from '../../rule/script.ts';
import { removeTraits, traitsToRemove } from '../../verdict/failure-shape/remove-traits.ts';
import type { FailureShape } from '../../verdict/failure-shape/shape.ts';
import type { FailedExecution } from './execution.ts';
import type { FoundFailures } from './found-failures.ts';

/** The parts of a failed case, and the case without the traits of confirmed failures: both may fail in other ways. */
export function hiddenCases(
  value: unknown,
  execution: FailedExecution,
  failures: FoundFailures,
): readonly (readonly unknown[])[] {
  if (!isScript(value) || value.connections !== undefined || value.copies !== undefined) return [];
  const { parts = [] } = execution;

  return [parts.length > 1 ? parts : [], unmasked(value, failures.explaining(execution))];
}

/** The script without the traits of known failures, where its calls are to be accepted. */
function unmasked({ calls, ...others }: Script, known: readonly FailureShape[]): readonly Script[] {
  if (!calls.some(({ expects }) => expects?.accepted !== undefined)) return [];

  return traitsToRemove(known).flatMap((names) => {
    const left = calls.map((call, index) => {
      if ('raw' in call.body) return undefined;
      const body = removeTraits(call.body, names, [...REQUIRED_FIELDS, ...keptFields(calls, index)]);

      return body === undefined ? undefined : { ...call, body };
    });

    return left.includes(undefined) ? [] : [{ ...others, calls: left.filter((call) => call !== undefined) }];
  });
}
