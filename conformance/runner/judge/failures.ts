/** The failures of one rule: confirms each that no known one explains, and keeps one for each shape. */
import { NotAnswering, NotJudged } from '../../rule/failure.ts';
import { Interrupted } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import { isScript, type Script, sendScript } from '../../rule/script.ts';
import {
  covers,
  coversInAnyCall,
  type FailureShape,
  formatShape,
  shapeOf,
} from '../../verdict/failure-shape/shape.ts';
import { BudgetSpent } from '../client/budget.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { type Counterexample, type Failure, outcomeOf, type RuleOutcome } from '../outcome.ts';
import { converse, type RunnerContext } from '../session.ts';
import { type Confirmation, confirmAtOnce, confirmFailure } from './confirm.ts';
import { type Execution, type FailedExecution, located } from './execution.ts';
import { findOwner, type IsRefused } from './find-owner.ts';
import type { FailedScript } from './repeat.ts';

/** The most shapes that are reported of one rule. */
const MAX_SHAPES = 12;
/** Failures that one script may be shrunk to. */
const MAX_FAILURES_OF_CASE = 3;

/** @param run executes a script of the rule once */
export function createFailures(
  rule: Rule,
  runContext: RunnerContext,
  run: (value: Script) => Promise<Execution>,
) {
  const { lock, signal, controls } = runContext;
  const { budget } = runContext.client;
  const context = runContext.contextFor(rule);
  const goesOn = runContext.goesOn(rule.id);
  const found = new Map<string, { readonly shape: FailureShape; readonly failure: Failure }>();
  const shapeOfExecution = ({ failure, transcript }: FailedExecution) =>
    shapeOf(rule.id, { ...failure, transcript });
  const covering = (shape: FailureShape) => [...found.values()].filter((one) => covers(one.shape, shape));
  const isExplained = (execution: FailedExecution, orUnstable: boolean) =>
    covering(shapeOfExecution(execution)).some(({ failure }) => orUnstable || failure.kind === 'fail');

  /** Returns whether the shape is new. */
  const add = (failure: Failure): boolean => {
    const shape = shapeOf(rule.id, failure.counterexample);
    const key = formatShape(shape);
    const known = found.get(key);
    if (known === undefined || known.failure.kind === 'unstable') found.set(key, { shape, failure });

    return known === undefined;
  };
  const toFailedScript = (value: Script, execution: FailedExecution, allowance: number): FailedScript => ({
    ...{ value, execution, context, lock, controls, allowance },
    run: (other) =>
      budget.confirm(
        () => run(other),
        ({ requests }) => requests,
      ),
    // A smaller script may fail in a known way that does not cover the original failure.
    isKnown(smaller) {
      const shape = shapeOfExecution(smaller);

      return found.has(formatShape(shape)) && !coversInAnyCall(shape, shapeOfExecution(execution));
    },
  });

  const isRefused: IsRefused = async (calls) => {
    const key = JSON.stringify(calls);
    const known = controls.get(key);
    if (known !== undefined || signal.aborted) return known;
    const ask = async () => {
      const conversation = converse(runContext, { id: rule.id });
      const { steps } = conversation.transcript;
      const send = () =>
        sendScript({ calls }, conversation).then(
          () => true,
          (error: unknown) => {
            const isExpected = [NotJudged, NotAnswering, BudgetSpent, Interrupted].some(
              (kind) => error instanceof kind,
            );
            if (isExpected) return false;
            throw error;
          },
        );
      const isSent = await lock.exclusive(() => budget.confirm(send, () => steps.length));

      return isSent ? steps.at(-1)?.outcome.kind : undefined;
    };
    // A refusal counts where it repeats: it may be the end of an earlier call over the same connection.
    const first = await ask();
    const kind = first === 'refused' ? await ask() : first;
    if (kind !== 'accepted' && kind !== 'refused') return undefined;
    controls.set(key, kind === 'refused');

    return kind === 'refused';
  };
  /** With the owner of a refusal, where it is another rule, and what differs from an accepted call. */
  const explain = async (confirmation: Confirmation): Promise<Confirmation> => {
    if (confirmation.kind !== 'fail') return confirmation;
    const { counterexample } = confirmation;
    // Plainer calls over other connections show nothing of it.
    if (isOverOneConnection(counterexample)) return confirmation;
    const { owner, ...others } = (await findOwner(rule.id, counterexample, context, isRefused)) ?? {};
    const isOther = owner !== undefined && owner !== rule.id;

    return { ...confirmation, counterexample: { ...counterexample, ...others, ...(isOther && { owner }) } };
  };

  return {
    /** Undefined if a known failure explains it. */
    async confirm(value: Script, execution: FailedExecution): Promise<Confirmation | undefined> {
      let confirmation: Confirmation | undefined;
      // Repeated if the failure that it shrinks to does not explain it.
      for (let times = 0; times < MAX_FAILURES_OF_CASE; times++) {
        if (isExplained(execution, goesOn) || found.size >= MAX_SHAPES) break;
        const { failure, transcript } = execution;
        // A server error may be an accident, which needs no owner.
        const owned =
          failure.nature === 'server-error'
            ? undefined
            : await findOwner(rule.id, { ...failure, transcript }, context, isRefused);
        const isOwn = owned === undefined || owned.owner === rule.id;
        const failed = toFailedScript(value, execution, isOwn ? budget.forFailure : 0);
        confirmation = await explain(await confirmFailure(failed));
        if (confirmation.kind !== 'fail' && confirmation.kind !== 'unstable') break;
        const isNew = add(confirmation);
        if (!isNew || confirmation.kind === 'unstable' || signal.aborted) break;
      }

      return confirmation;
    },
    /** Confirms a violation whose script held alone. */
    async confirmLogged({ violation, call, script }: LoggedViolation): Promise<void> {
      const execution: FailedExecution = {
        kind: 'failed',
        failure: located(violation, call),
        transcript: { steps: [call], freshMtxids: new Map() },
        requests: script.calls.length,
      };
      if (isExplained(execution, true)) return;
      const confirmation = await confirmAtOnce(toFailedScript(script, execution, budget.forFailure));
      if (confirmation?.kind === 'unstable' || confirmation?.kind === 'fail') add(confirmation);
    },
    /** The shapes of the confirmed failures that cover this one. */
    explaining: (execution: FailedExecution): readonly FailureShape[] =>
      covering(shapeOfExecution(execution))
        .filter(({ failure }) => failure.kind === 'fail')
        .map(({ shape }) => shape),
    get isFull(): boolean {
      return found.size >= MAX_SHAPES;
    },
    /** Undefined where there is none; confirmed ones come first. @param unfinished why not all scripts were tried */
    outcome(unfinished?: string): RuleOutcome | undefined {
      const distinct = [...found.values()]
        .filter((one) => !covering(one.shape).some((other) => other !== one && other.failure.kind === 'fail'))
        .map(({ failure }) => failure);
      const isFail = ({ kind }: Failure) => kind === 'fail';

      return outcomeOf([...distinct.filter(isFail), ...distinct.filter((one) => !isFail(one))], unfinished);
    },
  };
}

/** Whether it was shown over one connection, with the call before it. */
export function isOverOneConnection({ value }: Counterexample): boolean {
  return isScript(value) && value.connections === 'one';
}
