/** Collects the failures of one rule, one for each shape, confirmed ones first. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import {
  covers,
  coversInAnyCall,
  type FailureShape,
  formatShape,
  shapeOf,
} from '../../verdict/failure-shape/shape.ts';
import type { Failure, Outcome } from '../outcome.ts';
import type { FailedExecution } from './execution.ts';

/** The most shapes that are reported of one rule. */
const MAX_SHAPES = 12;

export interface FoundFailures {
  /** Whether a known failure covers this one. @param orUnstable whether unstable failures count */
  isExplained(execution: FailedExecution, orUnstable: boolean): boolean;
  /** The shapes of the confirmed failures that cover this one. */
  explaining(execution: FailedExecution): readonly FailureShape[];
  /** Whether a smaller case fails in a known way that does not cover the original failure. */
  isOther(smaller: FailedExecution, execution: FailedExecution): boolean;
  /** Returns whether the shape is new. */
  add(failure: Failure): boolean;
  readonly isFull: boolean;
  /** Undefined where there is no failure. @param unfinished why not all cases were tried */
  outcome(unfinished?: string): Outcome | undefined;
}

export function createFoundFailures(rule: RuleId): FoundFailures {
  const found = new Map<string, { readonly shape: FailureShape; readonly failure: Failure }>();
  const shapeOfExecution = ({ failure: { expected, got, at }, transcript }: FailedExecution) =>
    shapeOf(rule, { expected, got, at, transcript });
  const covering = (shape: FailureShape) => [...found.values()].filter((one) => covers(one.shape, shape));

  return {
    isExplained: (execution, orUnstable) =>
      covering(shapeOfExecution(execution)).some(({ failure }) => orUnstable || failure.kind === 'fail'),
    explaining: (execution) =>
      covering(shapeOfExecution(execution))
        .filter(({ failure }) => failure.kind === 'fail')
        .map(({ shape }) => shape),
    isOther(smaller, execution) {
      const shape = shapeOfExecution(smaller);

      return found.has(formatShape(shape)) && !coversInAnyCall(shape, shapeOfExecution(execution));
    },
    add(failure) {
      const shape = shapeOf(rule, failure.counterexample);
      const key = formatShape(shape);
      const known = found.get(key);
      if (known === undefined || known.failure.kind === 'unstable') found.set(key, { shape, failure });

      return known === undefined;
    },
    get isFull() {
      return found.size >= MAX_SHAPES;
    },
    outcome(unfinished) {
      const distinct = [...found.values()]
        .filter((one) => !covering(one.shape).some((other) => other !== one && other.failure.kind === 'fail'))
        .map(({ failure }) => failure);
      const [first, ...others] = [
        ...distinct.filter(({ kind }) => kind === 'fail'),
        ...distinct.filter(({ kind }) => kind === 'unstable'),
      ];
      if (first === undefined) return undefined;

      return {
        ...first,
        ...(others.length === 0 ? {} : { others }),
        ...(unfinished === undefined ? {} : { unfinished }),
      };
    },
  };
}
