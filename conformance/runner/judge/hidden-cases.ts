/** Finds the cases whose failures a failed case may hide. */
import { hasCallsBetween } from '../../rule/calls-between.ts';
import { hasOwnConnections } from '../../rule/own-connections.ts';
import { isRecording } from '../../rule/recording.ts';
import type { Rule } from '../../rule/rule.ts';
import { removeTraits, traitsToRemove } from '../../verdict/failure-shape/remove-traits.ts';
import type { FailedExecution } from './execution.ts';
import type { FoundFailures } from './found-failures.ts';

/** The parts of a failed case, and the case without the traits of confirmed failures: both may fail in other ways. */
export function hiddenCases(
  rule: Rule,
  value: unknown,
  execution: FailedExecution,
  failures: FoundFailures,
): readonly (readonly unknown[])[] {
  if (hasOwnConnections(value) || hasCallsBetween(value)) return [];
  if (isRecording(value)) return [execution.parts ?? []];
  const parts = rule.split?.(value) ?? [];
  const traits = rule.unmask === undefined ? [] : traitsToRemove(failures.explaining(execution));
  const unmasked = traits
    .map((names) => rule.unmask?.(value, (request, fixed) => removeTraits(request, names, fixed)))
    .filter((rest) => rest !== undefined);

  return [parts.length > 1 ? parts : [], unmasked];
}
