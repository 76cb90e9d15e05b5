import { describe, expect, test } from 'vitest';
import { CAP_REACHED } from '../client/budget.ts';
import { type FailureNature, FeesDiffer, NotJudged, RuleBroken } from '../failure.ts';
import { property } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Execution } from './execution.ts';
import { settle } from './settle.ts';
import { createTurns } from './turns.ts';

const TRANSCRIPT = { steps: [], freshMtxids: new Map<string, string>() };
const HELD: Execution = { kind: 'held', transcript: { steps: [], freshMtxids: new Map() }, requests: 1 };

function broken(nature: FailureNature = 'plain', requests = 1): Extract<Execution, { kind: 'broken-rule' }> {
  const failure = new RuleBroken('an answer', 'another', nature);

  return { kind: 'broken-rule', failure, transcript: TRANSCRIPT, requests };
}

/** A case that has just failed once, and how its executions go from there. */
async function settleWith(
  first: ReturnType<typeof broken>,
  next: (value: unknown, run: number) => Execution,
  louder?: (value: readonly number[]) => readonly (readonly number[])[],
) {
  let runs = 0;
  const rule = property<readonly number[]>({
    id: 'identity/stxid-is-unique',
    section: '1.2',
    level: 'must',
    fix: 'Do.',
    title: 'a rule',
    smaller: (numbers) => numbers.map((_, index) => numbers.toSpliced(index, 1)),
    ...(louder === undefined ? {} : { louder }),
    holds: async () => {},
  });
  const settled = await settle({
    rule,
    words: {} as Vocabulary,
    value: [1, 2, 3, 4],
    execution: first,
    turns: createTurns(),
    run: async (value) => next(value, ++runs),
  });

  return { settled, runs };
}

describe('a failure', () => {
  test('that repeats is a fail', async () => {
    const { settled } = await settleWith(broken(), () => broken());

    expect(settled).toMatchObject({
      kind: 'fail',
      counterexample: { expected: 'an answer', got: 'another' },
    });
  });

  test('that repeats is made smaller, and its smallest form is the one that is shown', async () => {
    const failsWith = (value: unknown) => (value as readonly number[]).includes(3);
    const { settled } = await settleWith(broken(), (value) => (failsWith(value) ? broken() : HELD));

    expect(settled).toMatchObject({ kind: 'fail', counterexample: { value: [3] } });
  });

  test('whose smallest form does not repeat is shown as it was', async () => {
    const { settled } = await settleWith(broken(), (value, run) =>
      run < 3 || (value as readonly number[]).length === 4 ? broken() : HELD,
    );

    expect(settled).toMatchObject({ kind: 'fail', counterexample: { value: [1, 2, 3, 4] } });
  });

  test('that repeats now and then is a fail', async () => {
    const { settled } = await settleWith(broken(), (_, run) => (run % 6 === 0 ? broken() : HELD));

    expect(settled).toMatchObject({ kind: 'fail', often: { repeated: 2, attempts: 7 } });
  });

  test('that cannot be asked again has been tried once', async () => {
    const { settled } = await settleWith(broken(), () => ({
      kind: 'budget-spent',
      why: CAP_REACHED,
      requests: 0,
    }));

    expect(settled).toMatchObject({ kind: 'unstable', repeated: 1, attempts: 1 });
  });

  test('by two fees for one request counts where they come again', async () => {
    const { settled } = await settleWith(broken('two-fees'), (_, run) => (run % 3 === 0 ? broken() : HELD));

    expect(settled).toMatchObject({ kind: 'fail' });
  });

  test('by two fees for one request that stays away was a change of prices', async () => {
    const { settled } = await settleWith(broken('two-fees'), () => HELD);

    expect(settled).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });

  test('that never repeats is unstable, with how often it was tried', async () => {
    const { settled, runs } = await settleWith(broken(), () => HELD);

    expect(settled).toMatchObject({ kind: 'unstable', repeated: 1, attempts: runs + 1 });
    expect(runs).toBeGreaterThan(5);
    expect(runs).toBeLessThanOrEqual(60);
  });

  test('that came in company and not alone is a fail where a crowd of its own shows it', async () => {
    const isCrowd = (value: unknown) => (value as readonly number[]).length >= 6;
    const { settled } = await settleWith(
      broken(),
      (value) => (isCrowd(value) ? broken() : HELD),
      (value) => [
        [...value, 5],
        [...value, 5, 6, 7],
      ],
    );

    expect(settled).toMatchObject({ kind: 'fail', counterexample: { value: [2, 3, 4, 5, 6, 7] } });
  });

  test('that costs many requests is not repeated for ever', async () => {
    const { runs } = await settleWith(broken('plain', 30), () => ({ ...HELD, requests: 30 }));

    expect(runs).toBeLessThanOrEqual(3);
  });

  test('that cannot be judged again is unstable', async () => {
    const { settled } = await settleWith(broken(), () => ({
      kind: 'not-judged',
      reason: new NotJudged('gone'),
      transcript: TRANSCRIPT,
      requests: 1,
    }));

    expect(settled.kind).toBe('unstable');
  });

  test.each([
    { kind: 'budget-spent', why: CAP_REACHED, requests: 1 },
    { kind: 'not-answering', why: 'the token', requests: 1 },
  ] as const)('is not repeated behind $kind', async (execution) => {
    const { settled, runs } = await settleWith(broken(), () => execution);

    expect(runs).toBe(1);
    expect(settled.kind).toBe('unstable');
  });
});

describe('a lost answer', () => {
  const LOST = ['timeout', 'lost', 'server-error'] as const;

  test.each(LOST)('(%s) that comes when asked again is an accident', async (nature) => {
    const { settled } = await settleWith(broken(nature), () => HELD);

    expect(settled).toEqual({
      kind: 'accident',
      got: 'another',
      again: expect.objectContaining({ kind: 'held' }),
    });
  });

  test.each(LOST)('(%s) that is lost again and again is a fail', async (nature) => {
    const { settled } = await settleWith(broken(nature), () => broken(nature));

    expect(settled.kind).toBe('fail');
  });

  test.each(['lost', 'server-error'] as const)(
    '(%s) that comes every other time is an accident',
    async (nature) => {
      const { settled } = await settleWith(broken(nature), (_, run) =>
        run % 2 === 0 ? HELD : broken(nature),
      );

      expect(settled.kind).toBe('accident');
    },
  );

  test('on the way to a smaller case does not take the place of the failure', async () => {
    const { settled } = await settleWith(broken(), (value) =>
      (value as readonly number[]).length < 4 ? broken('lost') : broken(),
    );

    expect(settled).toMatchObject({ kind: 'fail', counterexample: { value: [1, 2, 3, 4] } });
  });

  test('that was waited for takes its time, so it is asked for once more and not made smaller', async () => {
    const { runs } = await settleWith(broken('timeout'), () => broken('timeout'));

    expect(runs).toBe(1);
  });
});

describe('two fees that differ', () => {
  const differing = (got: number, expected: number) => ({
    ...broken(),
    failure: new FeesDiffer(got, expected, 'the fee'),
  });

  test('in the same way each time are a fail', async () => {
    const { settled } = await settleWith(differing(2, 3), () => differing(2, 3));

    expect(settled.kind).toBe('fail');
  });

  test('and then agree may vary from call to call, which is a choice', async () => {
    const { settled } = await settleWith(differing(2, 3), (_, run) => (run === 2 ? HELD : differing(2, 3)));

    expect(settled).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });

  test('of which one is seen on the other side as well vary likewise', async () => {
    const { settled } = await settleWith(differing(2, 3), (_, run) =>
      run === 3 ? differing(3, 4) : differing(2, 3),
    );

    expect(settled).toMatchObject({ kind: 'skipped', cause: 'choice' });
  });
});

test('what lasts is a fail without being tried again', async () => {
  const { settled, runs } = await settleWith(broken('lasting'), () => HELD);

  expect(settled.kind).toBe('fail');
  expect(runs).toBe(0);
});
