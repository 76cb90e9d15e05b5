/** Collects the ways in which one rule fails: a failure for each shape, confirmed ones before those that came and went. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { explains, isPartOf, type Shape, writeShape } from '../shape/shape.ts';
import { shapeOfFailure } from '../shape/shape-of-failure.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { Broken } from './settle.ts';

/** Beyond so many shapes of one rule a report would tell nothing more. */
const MOST_SHAPES = 12;

export interface FoundFailures {
  /** Whether a confirmed failure says as much as this one. @param orUnstable also one that came and went */
  isExplained(execution: Broken, orUnstable: boolean): boolean;
  /** The shapes of the confirmed ones that say as much as this one. */
  explaining(execution: Broken): readonly Shape[];
  /** Whether a smaller case shows another failure that was found before, which does not say what this one says. */
  isOther(smaller: Broken, execution: Broken): boolean;
  /** False where there is one of its shape. */
  add(failure: Failure): boolean;
  readonly isFull: boolean;
  /** Undefined where none was found. @param unfinished why not all cases were tried */
  outcome(unfinished?: string): Outcome | undefined;
}

export function createFoundFailures(rule: RuleId): FoundFailures {
  const found = new Map<string, { readonly shape: Shape; readonly failure: Failure }>();
  const shapeOfExecution = ({ failure, transcript }: Broken) =>
    shapeOfFailure(rule, { expected: failure.expected, got: failure.got, transcript });

  return {
    isExplained(execution, orUnstable) {
      const shape = shapeOfExecution(execution);

      return [...found.values()].some(
        (one) => (orUnstable || one.failure.kind === 'fail') && explains(one.shape, shape),
      );
    },
    explaining(execution) {
      const shape = shapeOfExecution(execution);

      return [...found.values()]
        .filter((one) => one.failure.kind === 'fail' && explains(one.shape, shape))
        .map((one) => one.shape);
    },
    isOther(smaller, execution) {
      const shape = shapeOfExecution(smaller);

      return found.has(writeShape(shape)) && !isPartOf(shape, shapeOfExecution(execution));
    },
    add(failure) {
      const shape = shapeOfFailure(rule, failure.counterexample);
      const key = writeShape(shape);
      const before = found.get(key);
      if (before === undefined || before.failure.kind === 'unstable') found.set(key, { shape, failure });

      return before === undefined;
    },
    get isFull() {
      return found.size >= MOST_SHAPES;
    },
    outcome(unfinished) {
      const values = [...found.values()];
      const explaining = values.filter(({ failure }) => failure.kind === 'fail');
      const all = values
        .filter((one) => !explaining.some((other) => other !== one && explains(other.shape, one.shape)))
        .map(({ failure }) => failure);
      const confirmed = all.filter(({ kind }) => kind === 'fail');
      const [first, ...others] = [...confirmed, ...all.filter((failure) => !confirmed.includes(failure))];
      if (first === undefined) return undefined;

      return {
        ...first,
        ...(others.length === 0 ? {} : { others }),
        ...(unfinished === undefined ? {} : { unfinished }),
      };
    },
  };
}
