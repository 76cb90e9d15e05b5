import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Judged, Mark } from './judge.ts';
import { deviationsIn, page } from './page.ts';
import type { Subject } from './subjects.ts';

const pageOf = (...mocks: readonly Judged[]) => page({ seed: 7, mocks, clients: [] });

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

const deviationsOf = (...mocks: readonly Judged[]) => deviationsIn({ seed: 7, mocks, clients: [] });

describe('a selftest comes to 0', () => {
  it('where the defect is found, the warning that is due comes, and everything else is silent', () => {
    expect(deviationsOf(FOUND, judged(PLAIN), WARNED, judged(CREATED), judged(MIXTURE))).toEqual([]);
  });

  it('where a rule is only blocked by the one that failed', () => {
    const blocked = { 'nicn/accepts-6-to-8-digits': 'blocked', 'nicn/refuses-non-digits': 'fail' } as const;

    expect(deviationsOf(judged(DEFECT, blocked))).toEqual([]);
  });

  it('where a mixture is warned of what it chose, and where it is not', () => {
    const warned = judged(MIXTURE, { 'auth/refuses-missing-token': 'fail' });

    expect(deviationsOf(warned, judged(MIXTURE, { 'auth/refuses-missing-token': 'skipped' }))).toEqual([]);
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

    expect(deviationsOf({ ...found, marks })).toEqual([]);
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

    expect(deviationsOf(FOUND, one)).toEqual(
      failures.map(
        (what) => `${name}: ${what}: repeat it with npm run check:selftest -- --seed 7 --only '${name}'`,
      ),
    );
  });

  it('at a mixture that is accused, whose choices it tells', () => {
    const [, line] = deviationsOf(judged(MIXTURE, { 'nicn/refuses-non-digits': 'fail' }));

    expect(line).toMatch(/--only 'mixture\/3' \(missing-token=take refusal=html\)$/);
  });
});

describe('the matrices', () => {
  it('have a row for each mock and a sign for each rule, groups apart', () => {
    const text = pageOf(FOUND, judged(PLAIN), WARNED);

    expect(text).toContain('1 of 1 were found by the rule that they break');
    expect(text).toContain('\nThe columns: 1-2 nicn, 3 auth.\n');
    expect(text).toContain('\n                        12 3\nnicn/refuses-non-digits .F .\n');
    expect(text).toContain('\nplain              .. .\nmissing-token=take .. w\n');
  });

  it('show at once what must not be, below a list of it', () => {
    const text = pageOf(judged(DEFECT), judged(CREATED, { 'nicn/refuses-non-digits': 'fail' }));

    expect(text).toContain(
      '\n- nicn/refuses-non-digits: expected nicn/refuses-non-digits to fail, got pass: ',
    );
    expect(text).toContain('0 of 1 were found by the rule');
    expect(text).toContain('\nsuccess-status=201 .! .\n');
  });

  it('are left out where nothing of their kind was judged', () => {
    expect(pageOf(judged(MIXTURE))).not.toContain('and rules');
  });
});

it('says how much of the rules a mixture was judged by, and how many were accused', () => {
  const row = (accused: number) =>
    `mixtures: a random option of every choice, and half of them lenient | quick | 1 | ${accused} | 2 of 2 | 0 of 1 |`;
  const skipped = { 'auth/refuses-missing-token': 'skipped' } as const;

  expect(pageOf(judged(MIXTURE, skipped))).toContain(row(0));
  expect(pageOf(judged(MIXTURE, { ...skipped, 'nicn/refuses-non-digits': 'fail' }))).toContain(row(1));
});
