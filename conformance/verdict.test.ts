import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome, RuleResult, SkipCause } from './run/outcome.ts';
import { reachVerdict } from './verdict.ts';

const COUNTEREXAMPLE = {
  value: null,
  expected: 'this',
  got: 'that',
  transcript: { steps: [], freshMtxids: new Map<string, string>() },
};

const OUTCOMES = {
  pass: { kind: 'pass' },
  fail: { kind: 'fail', counterexample: COUNTEREXAMPLE },
  unstable: { kind: 'unstable', counterexample: COUNTEREXAMPLE, repeated: 1, attempts: 9 },
  blocked: { kind: 'blocked', by: 'sale/accepts-stxid', why: 'it rests on sale/accepts-stxid' },
  lacking: skipped('deployment-file'),
  choice: skipped('choice'),
  unselected: skipped('not-selected'),
  untried: skipped('effort'),
  unjudged: skipped('not-judged'),
  observed: { kind: 'observed', option: '200' },
  broken: { kind: 'broken', fault: 'TypeError' },
} as const satisfies Record<string, Outcome>;

type Name = keyof typeof OUTCOMES;

function skipped(cause: SkipCause): Outcome {
  return { kind: 'skipped', cause, why: 'for a reason' };
}

function result(name: Name, level: RuleResult['level'] = 'must'): RuleResult {
  return {
    id: 'sale/accepts-both',
    section: '2.3',
    level,
    title: 'a rule',
    merchant: 'one',
    outcome: OUTCOMES[name],
    exercised: 1,
    requests: 1,
    durationMs: 1,
  };
}

function verdictOf(names: readonly Name[], strict = false, inconclusive?: string) {
  return reachVerdict(
    names.map((name) => result(name)),
    { strict, inconclusive },
  );
}

describe('must rules that came out', () => {
  test.each<[readonly Name[], string, number]>([
    [['pass'], 'conformant', 0],
    [['pass', 'lacking'], 'conformant', 0],
    [['pass', 'choice'], 'conformant', 0],
    [['pass', 'unselected'], 'conformant', 0],
    [['pass', 'untried'], 'conformant', 0],
    [['pass', 'observed'], 'conformant', 0],
    [['pass', 'fail'], 'nonconformant', 1],
    [['fail', 'blocked', 'unstable', 'unjudged'], 'nonconformant', 1],
    [['pass', 'unstable'], 'inconclusive', 3],
    [['pass', 'blocked'], 'inconclusive', 3],
    [['pass', 'unjudged'], 'inconclusive', 3],
    [['pass', 'broken'], 'inconclusive', 4],
    [['fail', 'broken'], 'inconclusive', 4],
    [[], 'inconclusive', 3],
    [['unselected'], 'inconclusive', 3],
    [['lacking', 'choice'], 'inconclusive', 3],
    [['observed'], 'inconclusive', 3],
  ])('%j make it %s (%d)', (names, verdict, exitCode) => {
    expect(verdictOf(names)).toMatchObject({ verdict, exitCode });
  });
});

describe('a should', () => {
  const results = [result('pass'), result('fail', 'should'), result('unstable', 'should')];

  test('that fails changes nothing', () => {
    expect(reachVerdict(results, { strict: false, inconclusive: undefined })).toMatchObject({ exitCode: 0 });
  });

  test('that fails counts where it is strict', () => {
    expect(reachVerdict(results, { strict: true, inconclusive: undefined })).toMatchObject({ exitCode: 1 });
  });

  test('alone is nothing tested', () => {
    const alone = [result('pass', 'should'), result('observed', 'observe')];

    expect(reachVerdict(alone, { strict: false, inconclusive: undefined })).toMatchObject({
      exitCode: 3,
      why: 'None of the 0 must rules was tested. With --strict the should rules count as well.',
    });
  });

  test('that breaks the tool is still told', () => {
    const all = [result('pass'), result('broken', 'should')];

    expect(reachVerdict(all, { strict: false, inconclusive: undefined })).toMatchObject({ exitCode: 4 });
  });
});

test('a run that found no footing says why', () => {
  expect(verdictOf(['unjudged'], false, 'Nothing could be reached.')).toEqual({
    verdict: 'inconclusive',
    exitCode: 3,
    why: 'Nothing could be reached.',
  });
});

const names = fc.array(fc.constantFrom(...(Object.keys(OUTCOMES) as Name[])), { maxLength: 12 });

test('nothing tested is never green, and nothing failed or left open is', () => {
  fc.assert(
    fc.property(names, fc.boolean(), (chosen, strict) => {
      const { verdict, exitCode } = verdictOf(chosen, strict);
      const isGreen =
        chosen.includes('pass') &&
        !chosen.some((name) => ['fail', 'unstable', 'blocked', 'unjudged', 'broken'].includes(name));

      expect(verdict === 'conformant').toBe(isGreen);
      expect(exitCode === 0).toBe(isGreen);
    }),
  );
});

test('a failed must is never excused by anything but a fault of the tool', () => {
  fc.assert(
    fc.property(names, (chosen) => {
      const { exitCode } = verdictOf([...chosen, 'fail']);

      expect(exitCode).toBe(chosen.includes('broken') ? 4 : 1);
    }),
  );
});
