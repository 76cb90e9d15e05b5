import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Judged, Mark } from './judge.ts';
import { page } from './page.ts';
import type { Subject } from './subject.ts';

const ASKED = { command: 'tollgate', version: '1.2.3', seed: 7 };

const DEFECT: Subject = {
  kind: 'defect',
  name: 'nicn/refuses-non-digits',
  rule: 'nicn/refuses-non-digits',
  defect: 'nicn/refuses-non-digits',
  effort: 'standard',
  seed: 7,
};
const PLAIN: Subject = { kind: 'plain', name: 'plain', effort: 'standard', seed: 7 };
const TAKES: Subject = {
  kind: 'choice',
  name: 'missing-token=take',
  choice: 'missing-token',
  option: 'take',
  effort: 'standard',
  seed: 7,
};
const CREATED: Subject = {
  kind: 'choice',
  name: 'success-status=201',
  choice: 'success-status',
  option: '201',
  effort: 'standard',
  seed: 7,
};
const MIXTURE: Subject = {
  kind: 'mixture',
  name: 'mixture/3',
  choices: { 'missing-token': 'take', refusal: 'html' },
  lenient: false,
  effort: 'quick',
  seed: 10,
};

const mark = (id: RuleId, level: Mark['level'], outcome: Mark['outcome'] = 'pass', reason = ''): Mark => ({
  id,
  level,
  outcome,
  reason,
  steps: outcome === 'fail' ? 1 : 0,
});

/** A report of three rules, of which some came out otherwise than they should at a right mock. */
function judged(
  subject: Subject,
  changed: Partial<Record<RuleId, Mark['outcome']>> = {},
  overrides: Partial<Judged> = {},
): Judged {
  const marks = (
    [
      ['nicn/accepts-6-to-8-digits', 'must'],
      ['nicn/refuses-non-digits', 'must'],
      ['auth/refuses-missing-token', 'should'],
    ] as const
  ).map(([id, level]) =>
    mark(id, level, changed[id] ?? 'pass', changed[id] === undefined ? '' : 'so it\nis'),
  );
  const verdict = marks.some(({ level, outcome }) => level === 'must' && outcome === 'fail')
    ? 'nonconformant'
    : 'conformant';

  return { subject, verdict, requests: 10, choices: {}, marks, ...overrides };
}

const FOUND = judged(DEFECT, { 'nicn/refuses-non-digits': 'fail' });
const WARNED = judged(TAKES, { 'auth/refuses-missing-token': 'fail' });

function deviationsIn(...all: readonly Judged[]): readonly string[] {
  const { code, out } = page(all, ASKED);
  const lines = out.split('\n');
  const at = lines.findIndex((line) => /^\d+ DEVIATIONS?$/.test(line));
  expect(code).toBe(at < 0 ? 0 : 1);

  return at < 0 ? [] : lines.slice(at + 1, -1);
}

describe('a selftest comes to 0', () => {
  it('where the defect is found, the warning that is due comes, and everything else is silent', () => {
    expect(deviationsIn(FOUND, judged(PLAIN), WARNED, judged(CREATED), judged(MIXTURE))).toEqual([]);
  });

  it('where a rule is only blocked by the one that failed', () => {
    const blocked = { 'nicn/accepts-6-to-8-digits': 'blocked', 'nicn/refuses-non-digits': 'fail' } as const;

    expect(deviationsIn(judged(DEFECT, blocked))).toEqual([]);
  });

  it('where a mixture is warned of what it chose, and where it is not', () => {
    const warned = judged(MIXTURE, { 'auth/refuses-missing-token': 'fail' });

    expect(deviationsIn(warned, judged(MIXTURE, { 'auth/refuses-missing-token': 'skipped' }))).toEqual([]);
  });

  it('where another rule fails for a reason that is known', () => {
    const subject: Subject = {
      ...DEFECT,
      kind: 'defect',
      rule: 'robustness/answers-in-time',
      defect: 'robustness/answers-in-time',
    };
    const found = judged(subject, { 'nicn/accepts-6-to-8-digits': 'fail' });
    const marks = [...found.marks, mark('robustness/answers-in-time', 'must', 'fail')];

    expect(deviationsIn({ ...found, marks })).toEqual([]);
  });
});

describe('a selftest comes to 1', () => {
  it.each<readonly [string, Judged, readonly string[]]>([
    [
      'a defect that is not found',
      judged(DEFECT),
      [
        'expected nicn/refuses-non-digits to fail, got pass',
        'expected the verdict nonconformant, got conformant',
      ],
    ],
    [
      'a defect that is found now and then',
      judged(DEFECT, { 'nicn/refuses-non-digits': 'unstable' }, { verdict: 'nonconformant' }),
      ['expected nicn/refuses-non-digits to fail, got unstable: so it is'],
    ],
    [
      'a defect for which another rule is blamed as well',
      judged(DEFECT, { 'nicn/refuses-non-digits': 'fail', 'nicn/accepts-6-to-8-digits': 'fail' }),
      ['expected no other rule to fail, got nicn/accepts-6-to-8-digits, fail: so it is'],
    ],
    [
      'a choice that is held against a mock',
      judged(CREATED, { 'nicn/refuses-non-digits': 'fail' }),
      [
        'expected the verdict conformant, got nonconformant',
        'expected nicn/refuses-non-digits to pass, got fail: so it is',
      ],
    ],
    [
      'a must rule that says nothing of a mock that only chooses',
      judged(CREATED, { 'nicn/refuses-non-digits': 'skipped' }),
      ['expected nicn/refuses-non-digits to pass, got skipped: so it is'],
    ],
    [
      'a warning that is not due',
      judged(CREATED, { 'auth/refuses-missing-token': 'fail' }),
      ['expected no warning of auth/refuses-missing-token, got fail: so it is'],
    ],
    [
      'a warning that is due and does not come',
      judged(TAKES),
      ['expected a warning of auth/refuses-missing-token, got pass'],
    ],
    [
      'a choice that is taken for another',
      judged(CREATED, {}, { choices: { 'success-status': '202' } }),
      ['expected success-status=201 to be observed, got 202'],
    ],
    [
      'a fault of the tool',
      judged(PLAIN, { 'auth/refuses-missing-token': 'broken' }),
      ['expected no warning of auth/refuses-missing-token, got broken: so it is'],
    ],
  ])('at %s, in a line with how to see it again', (_, one, failures) => {
    const { name } = one.subject;

    expect(deviationsIn(FOUND, one)).toEqual(
      failures.map((what) => `  ${name}: ${what}: repeat it with tollgate selftest --seed 7 --only ${name}`),
    );
  });

  it('at a mixture that is accused, whose choices it tells', () => {
    const [, line] = deviationsIn(judged(MIXTURE, { 'nicn/refuses-non-digits': 'fail' }));

    expect(line).toMatch(/--only mixture\/3 \(missing-token=take refusal=html\)$/);
  });
});

describe('the matrices', () => {
  it('have a row for each mock and a sign for each rule, groups apart', () => {
    const { out } = page([FOUND, judged(PLAIN), WARNED], ASKED);

    expect(out).toContain(
      '    2  nicn/refuses-non-digits                                                   must    yes           10     1 step\n',
    );
    expect(out).toContain('       12 3\n    2  .F .\n');
    expect(out).toContain('  plain               .. .\n  missing-token=take  .. w\n');
    expect(out).toContain('  columns: 1-2 nicn, 3 auth\n');
  });

  it('show at once what must not be', () => {
    const { out } = page([judged(DEFECT), judged(CREATED, { 'nicn/refuses-non-digits': 'fail' })], ASKED);

    expect(out).toContain(
      '  nicn/refuses-non-digits                                                   must    NO',
    );
    expect(out).toContain('  0 of 1 found by the rule');
    expect(out).toContain('  success-status=201  .! .\n');
  });

  it('are left out where nothing of their kind was judged', () => {
    expect(page([judged(MIXTURE)], ASKED).out).not.toContain('×');
  });
});

it('says how much of the rules a mixture was judged by', () => {
  const { out } = page([judged(MIXTURE, { 'auth/refuses-missing-token': 'skipped' })], ASKED);

  expect(out).toContain('1 mixtures');
  expect(out).toContain(
    '    1 at effort quick: 2 of 2 must rules and 0 of 1 should rules judged in each, at least',
  );
});

it('a selftest that was interrupted says what it left out, and that of the rest alone all is well', () => {
  const { out } = page([FOUND, WARNED], { ...ASKED, left: 3 });

  expect(out).toContain('It was interrupted: 3 more mocks were not judged.');
  expect(out).toMatch(/\nAll results of the 2 judged mocks are as expected\.\n$/);
});
