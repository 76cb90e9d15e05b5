import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from '../../src/engine/day.ts';
import {
  notSelected,
  type RuleOutcome,
  type RuleResult,
  type SkipCause,
  toResult,
} from '../runner/outcome.ts';
import { reachVerdict } from './verdict.ts';
import { weigh } from './weigh.ts';

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
  blocked: { kind: 'blocked', by: 'sale/accepts-stxid', why: 'it depends on sale/accepts-stxid' },
  lacking: skipped('deployment-file'),
  choice: skipped('choice'),
  unselected: skipped('not-selected'),
  untried: skipped('effort'),
  unjudged: skipped('not-judged'),
  observed: { kind: 'observed', option: '200' },
  broken: { kind: 'broken', fault: 'TypeError' },
} as const satisfies Record<string, RuleOutcome>;

type Name = keyof typeof OUTCOMES;

function skipped(cause: SkipCause): RuleOutcome {
  return { kind: 'skipped', cause, why: 'for a reason' };
}

function result(name: Name, level: RuleResult['level'] = 'must'): RuleResult {
  return {
    id: 'sale/accepts-both',
    revision: 1,
    section: '2.3',
    level,
    title: 'a rule',
    outcome: OUTCOMES[name],
    exercised: 1,
    requests: 1,
    durationMs: 1,
  };
}

/** The verdict without waivers and baseline. */
function judge(
  results: readonly RuleResult[],
  { strict = false, inconclusive = '', limitReached = '' } = {},
) {
  const shown = results.map((result) => ({ ...result, failures: [] }));
  const options = { strict, effort: 'standard', today: parseDay('2027-01-01') } as const;

  return reachVerdict(weigh(shown, options), {
    strict,
    inconclusive: inconclusive || undefined,
    limitReached: limitReached || undefined,
  });
}

function verdictOf(names: readonly Name[], options: Parameters<typeof judge>[1] = {}) {
  return judge(
    names.map((name) => result(name)),
    options,
  );
}

describe('must rules with the outcomes', () => {
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
  ])('%j are %s (%d)', (names, verdict, exitCode) => {
    expect(verdictOf(names)).toMatchObject({ verdict, exitCode });
  });
});

describe('a should rule', () => {
  const results = [result('pass'), result('fail', 'should'), result('unstable', 'should')];

  test('that fails does not count', () => {
    expect(judge(results)).toMatchObject({ exitCode: 0 });
  });

  test('that fails counts with strict', () => {
    expect(judge(results, { strict: true })).toMatchObject({ exitCode: 1 });
  });

  test('alone tests nothing', () => {
    const alone = [result('pass', 'should'), result('observed', 'observe')];

    expect(judge(alone)).toMatchObject({
      exitCode: 3,
      summary: 'None of the 0 must rules was tested. With --strict, should rules count as well.',
    });
  });

  test('in which tollgate itself fails gives exit code 4', () => {
    const all = [result('pass'), result('broken', 'should')];

    expect(judge(all)).toMatchObject({ exitCode: 4 });
  });
});

test('the summary counts the selected rules alone, and says how many were not tried', () => {
  const left: RuleResult = { ...result('pass'), outcome: notSelected().outcome };
  const results = [result('pass'), left, result('untried', 'should'), result('unjudged', 'should')];

  expect(judge(results).summary).toBe(
    '1 of 1 must rules passed, none failed. Effort and limits of the run left out 2 of 4 rules.',
  );
  expect(judge([result('pass'), result('choice')]).summary).toBe('1 of 2 must rules passed, none failed.');
});

test('a run that failed in the preflight says why', () => {
  expect(verdictOf(['unjudged'], { inconclusive: 'Nothing could be reached.' })).toEqual({
    verdict: 'inconclusive',
    exitCode: 3,
    summary: 'Nothing could be reached.',
  });
});

const names = fc.array(fc.constantFrom(...(Object.keys(OUTCOMES) as Name[])), { maxLength: 12 });

test('a run is conformant exactly if a rule passed and no rule failed or stayed open', () => {
  fc.assert(
    fc.property(names, fc.boolean(), (chosen, strict) => {
      const { verdict, exitCode } = verdictOf(chosen, { strict });
      const isGreen =
        chosen.includes('pass') &&
        !chosen.some((name) => ['fail', 'unstable', 'blocked', 'unjudged', 'broken'].includes(name));

      expect(verdict === 'conformant').toBe(isGreen);
      expect(exitCode === 0).toBe(isGreen);
    }),
  );
});

test('a failed must rule always gives exit code 1, unless tollgate itself failed', () => {
  fc.assert(
    fc.property(names, (chosen) => {
      const { exitCode } = verdictOf([...chosen, 'fail']);

      expect(exitCode).toBe(chosen.includes('broken') ? 4 : 1);
    }),
  );
});

test('the summary of a failure also names the unstable rules that count', () => {
  const results = [
    result('fail'),
    { ...result('unstable'), id: 'sale/accepts-stxid' as const },
    { ...result('unstable', 'should'), id: 'processor/refuses-unknown' as const },
  ];

  expect(judge(results).summary).toBe(
    'Failed: sale/accepts-both. Undecided: sale/accepts-stxid. Warnings, which do not count: processor/refuses-unknown.',
  );
});

test('the summary of a run that reached a limit gives it first, then five undecided rules, unstable ones before the others', () => {
  const unjudged = [
    'authcode-is-opaque',
    'accepts-stxid',
    'accepts-mtxid',
    'accepts-late-mtxid',
    'answers-stxid-string',
  ];
  const results = [
    ...unjudged.map((name) => ({ ...result('unjudged'), id: `sale/${name}` as RuleResult['id'] })),
    ...[result('unstable'), result('pass')],
  ];

  expect(judge(results, { limitReached: 'the cap of 50 requests was reached' }).summary).toBe(
    'The cap of 50 requests was reached. Undecided: sale/accepts-both, sale/authcode-is-opaque, sale/accepts-stxid, sale/accepts-mtxid, sale/accepts-late-mtxid, and 1 more.',
  );
  expect(judge([result('pass')], { limitReached: 'the cap of 50 requests was reached' }).summary).toBe(
    '1 of 1 must rules passed, none failed.',
  );
});

describe('a disputed rule', () => {
  const head = { id: 'nicn/refuses-non-digits', level: 'must', section: '2.1', title: 'a rule' } as const;
  const disputed = toResult(
    { ...head, disputed: '2026-12-01' },
    { outcome: OUTCOMES.fail, exercised: 1, requests: 1 },
    1,
  );
  const SAYS = 'Without nicn/refuses-non-digits (disputed since 2026-12-01) the verdict is conformant.';

  test('counts, and the verdict without it is given too', () => {
    expect(judge([result('pass'), disputed])).toMatchObject({
      ...{ verdict: 'nonconformant', exitCode: 1, withoutDisputed: 'conformant' },
      summary: `Failed: nicn/refuses-non-digits. ${SAYS}`,
    });
    expect(judge([result('fail'), disputed])).toMatchObject({ withoutDisputed: 'nonconformant' });
  });

  test('that was left out, or does not count, gives no other verdict', () => {
    const leftOut = { ...disputed, outcome: OUTCOMES.unselected };

    for (const one of [leftOut, { ...disputed, level: 'should' } as const])
      expect(judge([result('pass'), one]).withoutDisputed).toBeUndefined();
  });
});
