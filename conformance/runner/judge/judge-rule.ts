/** Judges one rule: runs its scripts in waves, those that the rule lists before random ones, and confirms what fails. */
import fc from 'fast-check';
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { defined, type JsonObject } from '../../../src/text/json-object.ts';
import { isSafeText } from '../../rule/arbitraries/text.ts';
import type { NotJudged } from '../../rule/failure.ts';
import { natureOf } from '../../rule/finding.ts';
import { INTERRUPTED, OUTAGE, sleep } from '../../rule/interruption.ts';
import { chunks } from '../../rule/lists.ts';
import type { Rule } from '../../rule/rule.ts';
import { keptFields, type Script } from '../../rule/script.ts';
import { isLost, type Transcript } from '../../rule/service-call.ts';
import { type FailureShape, type RequestShape, requestShapes } from '../../verdict/failure-shape/shape.ts';
import { textTraits } from '../../verdict/failure-shape/traits.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { type Judged, notJudged, type RuleOutcome, type Skipped, withoutRequests } from '../outcome.ts';
import type { RunnerContext } from '../session.ts';
import { type Execution, type FailedExecution, type StartedExecution, startExecution } from './execution.ts';
import { createFailures } from './failures.ts';

/** Scripts of one rule that run at the same time. */
const TOGETHER = 16;
/** Further executions of a script that a server error prevented: an error in 1% of all calls prevents three in a row one time in a million. */
const RETRIES_AFTER_ERROR = 2;
/** Unconfirmed failures after which no others are looked for. */
const MAX_UNSTABLE = 3;
/** Scripts without a response: each further one would take the whole time limit again. */
const MAX_SILENT = 3;
/** Differing fees that are no failure, after which no other script is tried. */
const MAX_DOUBTS = 12;

/** Why not all scripts of a failed rule were tried. */
const UNFINISHED = {
  unstable: 'not tried to the end: failures came and went',
  full: 'not tried to the end: it fails in too many ways',
  slow: 'not tried to the end: each further failure would take long',
  silent: 'answers did not come',
  spent: 'not tried to the end: many failures left few requests',
} as const;

const NO_CASE: RuleOutcome = {
  kind: 'skipped',
  cause: 'effort',
  why: 'it is not tried at this effort: raise --effort',
};

export type RuleJudge = ReturnType<typeof createRuleJudge>;

interface TriedScript {
  readonly value: Script;
  /** The violation that it repeats. */
  readonly logged?: LoggedViolation;
  /** Whether a failed one may hide its failure. */
  readonly isFurther?: true;
}

/** `random` ones are optional: the rule can pass if the cap on requests leaves them untested. `alone`: each with the deployment. */
type ScriptTurn = 'listed' | 'random' | 'alone';

/** Each result covers all scripts so far. All throw internal errors. @param priority of its requests among those of all rules */
export function createRuleJudge(rule: Rule, runContext: RunnerContext, priority = 0) {
  const { effort, lock, log, signal } = runContext;
  const { budget } = runContext.client;
  const goesOn = runContext.goesOn(rule.id);
  const isLate = (rule.stage ?? 0) > 1;
  const held = new Map<string, RequestShape>();
  const tried = new Set<string>();
  const reasons: NotJudged[] = [];
  const doubts: Skipped[] = [];
  let exclusive: readonly Script[] = [];
  let random: readonly Script[] = [];
  let judged = withoutRequests(NO_CASE);
  let [requests, exercised, wave, unstable] = [0, 0, 0, 0];
  let isUnfinished = false;
  /** Whether it ended before all its scripts were tried: no further one is then. */
  let isOver = false;
  /** Whether a script got no answer twice. */
  let isSilent = false;

  const complete = async (started: StartedExecution): Promise<Execution> => {
    const execution = await started.complete();
    requests += execution.requests;
    if (goesOn && execution.kind === 'held')
      for (const shape of requestShapes(rule.id, execution.transcript.steps))
        held.set(JSON.stringify(shape), shape);

    return execution;
  };
  const failures = createFailures(rule, runContext, (value) =>
    complete(startExecution(rule, value, runContext, priority)),
  );

  /** Runs a script, and again where a server error or a lost answer prevented it. */
  const runInTurn = async (
    { value, logged, isFurther }: TriedScript,
    turn: ScriptTurn,
  ): Promise<Execution> => {
    // The first one may explain the others. Where no rule waits, one that has begun ends before another begins. Long ones
    // begin first, so that none is left over at the end.
    const urgency = (turn === 'random' ? 0 : priority + (wave === 1 ? 1 : 0.5)) + value.calls.length / 1000;
    const start = () => startExecution(rule, value, runContext, urgency);
    const isAlone =
      (turn === 'alone' && value.proof === undefined) || logged !== undefined || needsTheDeployment(value);
    for (let left = RETRIES_AFTER_ERROR; ; left--) {
      let started = start();
      // Calls beside them may have been too many.
      if (isAlone && isAccident(await lock.shared(started.sendEarly))) started = start();
      const inTurn = isAlone ? lock.exclusiveLast : lock.shared;
      const execution = await inTurn(() => complete(started));
      const isPrevented = execution.kind === 'not-judged' && isAccident(execution.transcript);
      if (!isPrevented || left === 0 || budget.isConfirmingOver) {
        // The cap is for the scripts that are sent where nothing fails; the first request of a further one is refunded before.
        if (isFurther || logged !== undefined) budget.refund(execution.requests - (isFurther ? 1 : 0));

        return execution;
      }
      if (hasTimeout(execution.transcript)) {
        // Where it gets no answer again, each further script would take as long.
        isSilent ||= left < RETRIES_AFTER_ERROR;
        if (isSilent) return execution;
      }
      budget.confirmed(execution.requests);
      // Before the last one, a short outage may end.
      if (left === 1) await sleep(OUTAGE, signal).catch(() => {});
    }
  };

  const passOrUntested = (): RuleOutcome => {
    if (doubts[0] !== undefined) return doubts[0];
    // Other rules are to blame if they prevented most scripts.
    const blamed = reasons.filter(({ blame }) => blame !== undefined);

    return exercised > 0 && exercised >= blamed.length ? { kind: 'pass' } : untested(reasons);
  };
  /** The outcome where no further script can be tried. */
  const cutShort = (why: string, turn: ScriptTurn): RuleOutcome =>
    failures.outcome(why) ??
    (turn === 'random' ? { kind: 'pass', omitted: `random cases: ${why}` } : notJudged(why));

  const takeFailure = async (
    value: Script,
    execution: FailedExecution,
    turn: ScriptTurn,
    isLast: boolean,
  ): Promise<RuleOutcome | undefined> => {
    const confirmation = await failures.confirm(value, execution);
    // The interruption cut off requests, whatever the failure looked like.
    if (signal.aborted) return cutShort(INTERRUPTED, turn);
    switch (confirmation?.kind) {
      case 'accident':
        budget.refund(execution.requests);

        return confirmation.again.kind === 'failed'
          ? undefined
          : take({ value }, confirmation.again, turn, isLast);
      case 'not-judged':
        reasons.push(confirmation.reason);

        return undefined;
      case 'skipped':
        exercised++;
        doubts.push(confirmation);

        return doubts.length < MAX_DOUBTS ? undefined : (failures.outcome() ?? confirmation);
    }
    exercised++;
    if (confirmation?.kind === 'unstable' && ++unstable >= MAX_UNSTABLE && !goesOn)
      return failures.outcome(UNFINISHED.unstable);
    if (failures.isFull) return failures.outcome(UNFINISHED.full);
    if (confirmation?.kind !== 'fail') return undefined;
    // The requests that are left belong to the other rules.
    if (budget.isConfirmingOver && !isLast) return failures.outcome(UNFINISHED.spent);

    return isSlowToConfirm(execution) && !goesOn ? failures.outcome(UNFINISHED.slow) : undefined;
  };
  /** Returns the outcome where no further script is to be tried. @param isLast whether there is none, but for those that a failed one hides */
  const take = async (
    { value, logged }: TriedScript,
    execution: Execution,
    turn: ScriptTurn,
    isLast: boolean,
  ): Promise<RuleOutcome | undefined> => {
    switch (execution.kind) {
      case 'held':
        exercised++;
        if (logged !== undefined) await failures.confirmLogged(logged);

        return undefined;
      case 'not-judged': {
        reasons.push(execution.reason);
        const silent = reasons.filter(({ blame }) => blame === 'robustness/answers-in-time');
        if (silent.length < MAX_SILENT) return undefined;

        return failures.outcome(UNFINISHED.silent) ?? passOrUntested();
      }
      case 'budget-spent':
        return cutShort(execution.why, turn);
      case 'not-answering':
      case 'interrupted':
        return cutShort(execution.why, 'listed');
      case 'failed':
        return takeFailure(value, execution, turn, isLast);
    }
  };

  /** Waves of the scripts that were not tried yet. */
  const toWaves = (scripts: readonly TriedScript[], size = TOGETHER): readonly (readonly TriedScript[])[] => {
    const fresh = scripts.filter(({ value }) => !tried.has(JSON.stringify(value)));
    for (const { value } of fresh) tried.add(JSON.stringify(value));

    return chunks(fresh, size);
  };
  /** The waves of the scripts whose failures a failed one may hide. */
  const furtherWaves = (
    { value }: TriedScript,
    execution: FailedExecution,
  ): readonly (readonly TriedScript[])[] => {
    const further = hiddenScripts(value, execution, failures.explaining(execution));
    const count = further.flat().length;
    if (count > 0 && budget.isConfirmingOver) {
      isUnfinished = true;

      return [];
    }
    budget.confirmed(count);

    return further.flatMap((scripts) =>
      toWaves(scripts.map((script) => ({ value: script, isFurther: true }))),
    );
  };
  const testWaves = async (
    first: readonly (readonly TriedScript[])[],
    turn: ScriptTurn,
  ): Promise<RuleOutcome> => {
    isOver = true;
    const waves = [...first];
    for (let scripts = waves.shift(); scripts !== undefined; scripts = waves.shift()) {
      wave++;
      const executed = await Promise.all(
        scripts.map(async (one) => ({ one, execution: await runInTurn(one, turn) })),
      );
      for (const [index, { one, execution }] of executed.entries()) {
        const isLast = index === executed.length - 1 && waves.length === 0;
        const outcome = await take(one, execution, turn, isLast);
        if (outcome !== undefined) return outcome;
        if (execution.kind === 'failed') waves.unshift(...furtherWaves(one, execution));
      }
    }

    isOver = false;

    return failures.outcome(isUnfinished ? UNFINISHED.spent : undefined) ?? passOrUntested();
  };
  const test = async (values: readonly Script[], logged: readonly LoggedViolation[], turn: ScriptTurn) => {
    // Logged ones come later, as the rule's own scripts are simpler.
    const scripts: readonly TriedScript[] = [
      ...values.map((value) => ({ value })),
      ...logged
        .toSorted((one, other) => one.script.calls.length - other.script.calls.length)
        .map((one) => ({ value: one.script, logged: one })),
    ];
    // A late must rule may break the deployment: its counterexample has to show by which script.
    const size = isLate && rule.level === 'must' ? 1 : TOGETHER;
    // The failure of the first one may explain the others; the late rules have few.
    const first = turn !== 'listed' || isLate || values === exclusive ? 0 : 1;
    const waves = [...toWaves(scripts.slice(0, first)), ...toWaves(scripts.slice(first), size)];
    const outcome = await testWaves(waves, turn);
    judged = { outcome, exercised, requests, ...(held.size === 0 ? {} : { held: [...held.values()] }) };

    return judged;
  };

  return {
    /** Judges violations that observers logged, and the scripts that the rule lists, but for those that wait. */
    async judgeListed(): Promise<Judged> {
      const logged = log.findings.takeNew(rule.id);
      const holds = log.findings.holds(rule.id);
      if (rule.observationSuffices && logged.length === 0 && holds >= effort.seenEnough)
        return { outcome: { kind: 'pass' }, exercised: holds, requests: 0 };
      if (signal.aborted) return withoutRequests(notJudged(INTERRUPTED));
      const scripts = scriptsOf(rule, runContext);
      const waits = (script: Script) => !isLate && needsTheDeployment(script);
      const listed = scripts.listed.filter((script) => !waits(script));
      exclusive = scripts.listed.filter(waits);
      random = scripts.random;

      return logged.length + listed.length > 0 ? test(listed, logged, 'listed') : judged;
    },
    /** Whether there are listed scripts that need the deployment alone: they wait, so that no other rule waits for them. */
    get waits(): boolean {
      return exclusive.length > 0 && !isOver;
    },
    judgeWaiting: (): Promise<Judged> => test(exclusive, [], 'listed'),
    /** Judges random scripts; undefined where there are none, or they cannot change the outcome. */
    async judgeRandom(): Promise<Judged | undefined> {
      return random.length > 0 && isOpen(judged.outcome) ? test(random, [], 'random') : undefined;
    },
    /** Judges further violations, and scripts that each run alone with the deployment. */
    async judgeAgain(logged: readonly LoggedViolation[], lastScripts: readonly Script[]): Promise<Judged> {
      const { kind } = (await test([], logged, 'listed')).outcome;
      if (lastScripts.length === 0 || kind === 'fail' || kind === 'unstable') return judged;

      return test(lastScripts, [], 'alone');
    },
  };
}

/** The scripts that the rule lists, one random script where it lists none; and random ones, equal for the same seed. */
export function scriptsOf(
  rule: Rule,
  { contextFor, effort, seed }: RunnerContext,
): { readonly listed: readonly Script[]; readonly random: readonly Script[] } {
  const context = contextFor(rule);
  const listed = rule.scripts(context).slice(0, effort.scripts ?? rule.quickScripts ?? 1);
  const count = rule.triesSequences ? effort.sequences : effort.randomScripts;
  const numRuns = listed.length === 0 ? Math.max(1, count) : count;
  if (rule.randomScripts === undefined || numRuns === 0) return { listed, random: [] };
  const random = fc.sample(rule.randomScripts(context), { seed: seedOf(rule.id, seed), numRuns });

  return listed.length > 0 ? { listed, random } : { listed: random.slice(0, 1), random: random.slice(1) };
}

/** A seed for each rule, so that a new rule does not change the scripts of the others (FNV-1a). */
function seedOf(id: string, seed: number): number {
  let hash = 2166136261 ^ seed;
  for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, 16777619);

  return hash | 0;
}

/**
 * Calls that are all to meet at once do not wait for those of other rules, and none comes between two that are to follow
 * each other.
 */
function needsTheDeployment({ calls, control, inARow }: Script): boolean {
  const isAtOnce = calls.every(({ concurrent }) => concurrent);
  const isSequence = calls.some(({ expects }) => expects?.feeOf?.evenIfFeesVary);

  return inARow === true || isAtOnce || isSequence || control !== undefined;
}

/** Whether further scripts can change the outcome. */
function isOpen(outcome: RuleOutcome): boolean {
  const isFailed = outcome.kind === 'fail' || outcome.kind === 'unstable';

  return outcome.kind === 'pass' || (isFailed && outcome.unfinished === undefined);
}

/** Whether each script of the same kind would take as long again. */
function isSlowToConfirm({ failure }: FailedExecution): boolean {
  return !['plain', 'server-error', 'fees-differ', 'two-fees'].includes(natureOf(failure));
}

/** No script could be judged: another rule is to blame, or the deployment is free to leave nothing to judge. */
function untested(reasons: readonly NotJudged[]): RuleOutcome {
  const blamed = reasons.find(({ blame }) => blame !== undefined);
  if (blamed?.blame !== undefined) return { kind: 'blocked', by: blamed.blame, why: blamed.message };
  const why = reasons[0]?.message;

  return why === undefined
    ? notJudged('no case of it came to an end: answers were lost')
    : { kind: 'skipped', cause: 'choice', why };
}

/** Whether a server error or a lost answer may have prevented the script. */
function isAccident({ steps }: Transcript): boolean {
  return steps.some((step) =>
    step.response.kind === 'answered' ? step.response.status >= 500 : isLost(step),
  );
}

function hasTimeout({ steps }: Transcript): boolean {
  return steps.some(({ response }) => response.kind === 'unanswered' && response.cause === 'timeout');
}

/**
 * The scripts whose failures a failed one may hide: its parts, and itself without a trait of confirmed failures, where its
 * calls are to be accepted.
 */
function hiddenScripts(
  value: Script,
  { parts = [] }: FailedExecution,
  known: readonly FailureShape[],
): readonly (readonly Script[])[] {
  const { calls, ...others } = value;
  if ([others.connections, others.copies, others.control, others.proof].some((form) => form !== undefined))
    return [];
  const isAcceptance = calls.some(({ expects }) => expects?.accepted !== undefined);
  const traits = new Set(isAcceptance ? known.flatMap((shape) => shape.traits) : []);
  const unmasked = [...traits].flatMap((text) => {
    const [name = '', trait] = text.split(': ');
    const isNeeded = calls.some((_, index) =>
      [...REQUIRED_FIELDS, ...keptFields(calls, index)].includes(name),
    );
    if (trait === undefined || isNeeded || !calls.some(({ body }) => name in body)) return [];
    const left = calls.map((call) => {
      const { [name]: whole, ...body } = call.body as JsonObject;

      return { ...call, body: defined({ ...body, [name]: textWithout(whole, trait) }) };
    });

    return [{ ...others, calls: left }];
  });

  return [parts.length > 1 ? parts : [], unmasked];
}

/** Texts without the characters that have a trait; undefined where they have others, or nothing is left. */
function textWithout(value: unknown, trait: string): unknown {
  const texts = [value].flat().map(String);
  const left = texts
    .map((text) => [...text].filter((character) => !textTraits(character).includes(trait)).join(''))
    .filter((text) => isSafeText(text));
  if (left.length === 0 || left.join() === texts.join()) return undefined;

  return Array.isArray(value) ? [...new Set(left)] : left[0];
}
