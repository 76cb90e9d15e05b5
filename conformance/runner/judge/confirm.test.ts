import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RuleContext } from '../../rule/context.ts';
import { NotJudged } from '../../rule/failure.ts';
import { feesDiffer, type Nature, violation } from '../../rule/finding.ts';
import { neverInterrupted } from '../../rule/interruption.ts';
import { fee, type Script } from '../../rule/script.ts';
import type { ServiceCall } from '../../rule/service-call.ts';
import { capReached } from '../client/budget.ts';
import { createTurns } from '../client/turns.ts';
import { confirmFailure } from './confirm.ts';
import type { Execution, FailedExecution } from './execution.ts';
import type { FailedScript } from './repeat.ts';
import { shrinkFailed, smallerScripts } from './shrink.ts';

const TRANSCRIPT = { steps: [], freshMtxids: new Map<string, string>() };
const HELD: Execution = { kind: 'held', transcript: { steps: [], freshMtxids: new Map() }, requests: 1 };

function broken(nature: Nature = 'plain', requests = 1): FailedExecution {
  const failure = violation('an answer', 'another', { nature });

  return { kind: 'failed', failure, transcript: TRANSCRIPT, requests };
}

const REQUEST = { amount: 100, nicn: '424242', region: '85004' };

/** A script with a call for each number. */
function scriptOf(numbers: readonly number[]): Script {
  const needs = 'fee-request/accepts-required-fields-alone';

  return { calls: numbers.map((amount) => fee({ ...REQUEST, amount }, { needs })) };
}

function numbersIn(value: unknown): readonly unknown[] {
  return (value as Script).calls.map(({ body }) => ('amount' in body ? body['amount'] : 'between'));
}

function caseOf(value: Script, execution: FailedExecution): Omit<FailedScript, 'run'> {
  return {
    context: {
      deployment: { amounts: { min: 0.01, max: 5000 } },
      baseline: { amount: 1 },
      data: { plainAmounts: [1, 2] },
      signal: neverInterrupted(),
      requestsLeft: () => 1000,
      history: { firstErrorAt: undefined },
    } as unknown as RuleContext,
    ...{ value, execution, allowance: 100, controls: new Map(), lock: createTurns() },
  };
}

/** A script that has just failed once, and how its executions go from there. */
async function confirmWith(
  first: ReturnType<typeof broken>,
  next: (numbers: readonly unknown[], run: number) => Execution,
) {
  let runs = 0;
  const confirmation = await confirmFailure({
    ...caseOf(scriptOf([1, 2, 3, 4]), first),
    run: async (value) => next(numbersIn(value), ++runs),
  });

  return { confirmation, runs };
}

describe('a failure', () => {
  test('that repeats is a fail', async () => {
    const { confirmation } = await confirmWith(broken(), () => broken());

    expect(confirmation).toMatchObject({
      kind: 'fail',
      counterexample: { expected: 'an answer', got: 'another' },
    });
  });

  test('that repeats is made smaller, and its smallest form is the one that is shown', async () => {
    const { confirmation } = await confirmWith(broken(), (numbers) =>
      numbers.includes(3) ? broken() : HELD,
    );

    expect(confirmation).toMatchObject({ kind: 'fail', counterexample: { value: scriptOf([3]) } });
  });

  test('whose smallest form does not repeat is shown as it was', async () => {
    const { confirmation } = await confirmWith(broken(), (numbers, run) =>
      run < 3 || numbers.length === 4 ? broken() : HELD,
    );

    expect(confirmation).toMatchObject({ kind: 'fail', counterexample: { value: scriptOf([1, 2, 3, 4]) } });
  });

  test('that repeats now and then is a fail', async () => {
    const { confirmation } = await confirmWith(broken(), (_, run) => (run % 6 === 0 ? broken() : HELD));

    expect(confirmation).toMatchObject({ kind: 'fail', often: { repeated: 2, attempts: 7 } });
  });

  test('that cannot be asked again has been tried once', async () => {
    const { confirmation } = await confirmWith(broken(), () => ({
      kind: 'budget-spent',
      why: capReached(100),
      requests: 0,
    }));

    expect(confirmation).toMatchObject({ kind: 'unstable', repeated: 1, attempts: 1 });
  });

  describe('that occurs only after a refused call', () => {
    /** Runs a case of two calls, whose last response is of this kind, and fails by this where calls come between. */
    const confirmBetween = (kind: 'accepted' | 'refused', fails = (_: number) => true) => {
      let between = 0;
      const call = { outcome: { kind } } as ServiceCall;
      const failing = { ...broken('plain', 2), transcript: { ...TRANSCRIPT, steps: [call, call] } };

      return confirmWith(failing, (numbers) =>
        numbers[numbers.indexOf(3) - 1] === 'between' && fails(++between) ? failing : HELD,
      );
    };

    test('is a fail, with that call', async () => {
      const { confirmation } = await confirmBetween('accepted');

      const { value } = 'counterexample' in confirmation ? confirmation.counterexample : {};

      expect(confirmation.kind).toBe('fail');
      expect(numbersIn(value)).toEqual(['between', 3]);
    });

    test('is unstable where it does not occur each time', async () => {
      const { confirmation } = await confirmBetween('accepted', (run) => run % 3 !== 0);

      expect(confirmation).toMatchObject({ kind: 'unstable' });
    });

    test('is unstable where the response is a refusal: it may lock out clients', async () => {
      const { confirmation } = await confirmBetween('refused');

      expect(confirmation).toMatchObject({ kind: 'unstable' });
    });
  });

  test('by two fees for one request counts where they come again', async () => {
    const { confirmation } = await confirmWith(broken('two-fees'), (_, run) =>
      run % 3 === 0 ? broken() : HELD,
    );

    expect(confirmation).toMatchObject({ kind: 'fail' });
  });

  test('by two fees for one request that stays away was a change of prices', async () => {
    const { confirmation } = await confirmWith(broken('two-fees'), () => HELD);

    expect(confirmation).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });

  test('that never repeats is unstable, with how often it was tried', async () => {
    const { confirmation, runs } = await confirmWith(broken(), () => HELD);

    expect(confirmation).toMatchObject({ kind: 'unstable', repeated: 1, attempts: runs + 1 });
    expect(runs).toBeGreaterThan(5);
    expect(runs).toBeLessThanOrEqual(60);
  });

  test.each([
    { status: 409, kind: 'accident' },
    { status: 422, kind: 'unstable' },
  ])('with status $status beside other calls, and never alone, is $kind', async ({ status, kind }) => {
    const at = { response: { kind: 'answered', status } } as ServiceCall;
    const refused = { ...broken(), failure: violation('an answer', 'refused', { at }) };
    const { confirmation } = await confirmWith(refused, () => HELD);

    expect(confirmation.kind).toBe(kind);
  });

  test('that costs many requests is not repeated for ever', async () => {
    const { runs } = await confirmWith(broken('plain', 30), () => ({ ...HELD, requests: 30 }));

    expect(runs).toBeLessThanOrEqual(3);
  });

  test('that cannot be judged again is unstable', async () => {
    const { confirmation } = await confirmWith(broken(), () => ({
      kind: 'not-judged',
      reason: new NotJudged('gone'),
      transcript: TRANSCRIPT,
      requests: 1,
    }));

    expect(confirmation.kind).toBe('unstable');
  });

  test.each([
    { kind: 'budget-spent', why: capReached(100), requests: 1 },
    { kind: 'not-answering', why: 'the token', requests: 1 },
  ] as const)('is not repeated behind $kind', async (execution) => {
    const { confirmation, runs } = await confirmWith(broken(), () => execution);

    expect(runs).toBe(1);
    expect(confirmation.kind).toBe('unstable');
  });
});

describe('a lost answer', () => {
  const LOST = ['timeout', 'lost', 'server-error'] as const;

  test.each(LOST)('(%s) that comes when asked again is an accident', async (nature) => {
    const { confirmation } = await confirmWith(broken(nature), () => HELD);

    expect(confirmation).toEqual({
      kind: 'accident',
      got: 'another',
      again: expect.objectContaining({ kind: 'held' }),
    });
  });

  test.each(LOST)('(%s) that is lost again and again is a fail', async (nature) => {
    const { confirmation } = await confirmWith(broken(nature), () => broken(nature));

    expect(confirmation.kind).toBe('fail');
  });

  test.each(['lost', 'server-error'] as const)(
    '(%s) that comes every other time is an accident',
    async (nature) => {
      const { confirmation } = await confirmWith(broken(nature), (_, run) =>
        run % 2 === 0 ? HELD : broken(nature),
      );

      expect(confirmation.kind).toBe('accident');
    },
  );

  test('on the way to a smaller case does not take the place of the failure', async () => {
    const { confirmation } = await confirmWith(broken(), (numbers) =>
      numbers.length < 4 ? broken('lost') : broken(),
    );

    expect(confirmation).toMatchObject({ kind: 'fail', counterexample: { value: scriptOf([1, 2, 3, 4]) } });
  });

  test('that was waited for takes its time, so it is asked for once more and not made smaller', async () => {
    const { runs } = await confirmWith(broken('timeout'), () => broken('timeout'));

    expect(runs).toBe(1);
  });
});

describe('two fees that differ', () => {
  const differing = (got: number, expected: number) => ({
    ...broken(),
    failure: feesDiffer('the fee', { got, expected }),
  });

  test('in the same way each time are a fail', async () => {
    const { confirmation } = await confirmWith(differing(2, 3), () => differing(2, 3));

    expect(confirmation.kind).toBe('fail');
  });

  test('and then agree may vary from call to call, which is a choice', async () => {
    const { confirmation } = await confirmWith(differing(2, 3), (_, run) =>
      run === 2 ? HELD : differing(2, 3),
    );

    expect(confirmation).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });

  test('and are others each time vary likewise', async () => {
    const { confirmation } = await confirmWith(differing(2, 3), (_, run) =>
      differing(2 * run + 2, 2 * run + 3),
    );

    expect(confirmation).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });

  test('of which one is seen on the other side as well vary likewise', async () => {
    const { confirmation } = await confirmWith(differing(2, 3), (_, run) =>
      run === 3 ? differing(3, 4) : differing(2, 3),
    );

    expect(confirmation).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });
});

test('what lasts is a fail that is not tried again: another valid call fails as well', async () => {
  const { confirmation, runs } = await confirmWith(broken('lasting'), () => broken('lasting'));

  expect(confirmation).toMatchObject({ kind: 'fail', counterexample: { value: scriptOf([1, 2, 3, 4]) } });
  expect(runs).toBe(1);
});

test('what does not last is tried again', async () => {
  const { confirmation } = await confirmWith(broken('lasting'), () => HELD);

  expect(confirmation.kind).toBe('accident');
});

/** Shrinks a script with a call for each number, whose executions fail where these numbers are at fault. */
async function shrunk(
  numbers: readonly number[],
  isFaulty: (numbers: readonly unknown[]) => boolean,
  { cost = 1, allowance = 100 } = {},
) {
  let requests = 0;
  const { value, spent } = await shrinkFailed({
    ...caseOf(scriptOf(numbers), broken()),
    allowance,
    run: async (value) => {
      requests += cost;

      return isFaulty(numbersIn(value)) ? broken('plain', cost) : { ...HELD, requests: cost };
    },
  });

  return { left: numbersIn(value), script: value, spent, requests };
}

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 12 });

/** Some ways in which numbers can be at fault, each kept by many smaller scripts and lost by others. */
const fault = fc.constantFrom<(numbers: readonly unknown[]) => boolean>(
  (all) => all.some((one) => Number(one) % 7 === 0),
  (all) => all.length > 3,
  (all) => all.includes(1) && all.includes(2),
  () => true,
);

describe('the smallest case', () => {
  test('still fails, has no other calls, and stays within the budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fault,
        fc.integer({ min: 1, max: 7 }),
        fc.nat({ max: 60 }),
        async (start, isFaulty, cost, allowance) => {
          fc.pre(isFaulty(start));
          const { left, spent } = await shrunk(start, isFaulty, { cost, allowance });

          expect(isFaulty(left)).toBe(true);
          expect(start).toEqual(expect.arrayContaining([...left]));
          // The last attempt may be under way when the budget ends.
          expect(spent).toBeLessThan(allowance + cost);
        },
      ),
    );
  });

  test('cannot be made smaller once more', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 7], { minLength: 1 }),
        fault,
        async (start, isFaulty) => {
          fc.pre(isFaulty(start));
          const { script } = await shrunk(start, isFaulty);

          expect(smallerScripts(script).map(numbersIn).filter(isFaulty)).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('takes a plain mTxId for the only one of its calls, in all of them', () => {
    const mTxIds = (...all: readonly string[]) =>
      smallerScripts({ calls: all.map((mTxId) => fee({ ...REQUEST, mTxId })) }).map(({ calls }) =>
        calls.map(({ body }) => ('mTxId' in body ? body['mTxId'] : undefined)),
      );

    expect(mTxIds('{d1}--1', '{d1}--1')).toContainEqual(['{m1}', '{m1}']);
    expect(mTxIds('{d1}--1', '{d1}--2').flat()).not.toContain('{m1}');
  });

  test('is the case itself where there is no budget', async () => {
    expect((await shrunk([1, 2], () => true, { allowance: 0 })).left).toEqual([1, 2]);
  });
});
