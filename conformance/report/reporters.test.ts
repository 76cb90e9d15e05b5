/** What the kinds of report share: the heading, failures and their proof, waivers and baselines, fixes. */
import { describe, expect, test } from 'vitest';
import { failing, REAL, reportOf, rule, step } from '../../test/reports/samples.ts';
import { RULES } from '../rules/index.gen.ts';
import { PRICED_EARLIER } from '../runner/outcome.ts';
import { fixOf } from './failure.ts';
import { REPORT_KINDS, type ReportRule } from './report.ts';
import { REPORTERS } from './reporters.ts';
import { statusOf } from './rule-status.ts';

const partial = await REAL['conformant, with rules left out']?.();
const whole = await REAL['conformant, with a rule that was tested in part']?.();
if (partial === undefined || whole === undefined) throw new Error('expected both samples');

const profiled = reportOf(
  [
    rule('sale/accepts-both', { least: 2 }),
    rule('fee/matches-reference', { outcome: 'fail', reason: 'expected this, got that' }),
  ],
  {
    ...{ verdict: 'conformant', exitCode: 0, summary: 'All passed.' },
    profile: { name: '2026-11', modules: ['several'], digest: 'f'.repeat(64) },
  },
);

const SELECTED = String.raw`10 of \d+ rules selected`;
const PROFILE = String.raw`profile 2026-11\+several`;

test.each([
  ['text', 'CONFORMANT (WHAT)  '],
  ['markdown', '## ✅ conformant (WHAT): '],
  ['html', '<h1 id="verdict">Conformant (WHAT)</h1>'],
  ['github', '::notice title=tollgate%3A conformant (WHAT) '],
  ['junit', '<property name="NAME" value="WHAT"/>'],
  ['json', '"MEMBER": '],
  ['sarif', '"MEMBER": '],
] as const)('the heading in %s says that rules were left out, or the profile', (kind, form) => {
  const says = (what: string, name: string, member: string) =>
    new RegExp(
      form.replace(/[()]/g, '\\$&').replace('WHAT', what).replace('NAME', name).replace('MEMBER', member),
    );

  expect(REPORTERS[kind](partial)).toMatch(says(SELECTED, 'selected', 'partial'));
  expect(REPORTERS[kind](profiled)).toMatch(says(PROFILE, 'profile', 'profile'));
  expect(REPORTERS[kind](whole)).not.toMatch(/rules selected|"partial"|profile 2026/);
});

test('a failure outside the profile is a warning that says so', () => {
  expect(profiled.rules.map((one) => statusOf(one, profiled))).toEqual(['passed', 'warning']);
  expect(REPORTERS.text(profiled)).toContain(
    'WARNING  fee/matches-reference  (must, outside the profile, section 2.1)',
  );
});

const KINDS = ['text', 'html', 'markdown', 'junit'] as const;

const LONG = 'x'.repeat(8000);
const longStep = {
  ...step(),
  request: { ...step().request, body: LONG },
  curl: `curl -sS --data-raw '${LONG}'`,
};
const lost = { ...step(), response: { none: 'unreachable', detail: 'ECONNREFUSED' } };

const CONFIRMED = failing('sale/accepts-both', {}, { steps: [longStep, step()] });
const UNSTABLE = failing('sale/accepts-both', { outcome: 'unstable' }, { steps: [longStep, step()] });
const stopped = (last: typeof lost) =>
  failing(
    'robustness/survives-malformed-input',
    {},
    { expected: PRICED_EARLIER, got: 'no answer', steps: [longStep, last] },
  );

const shown = (kind: (typeof KINDS)[number], ...rules: readonly ReportRule[]) =>
  REPORTERS[kind](reportOf(rules));

describe.each(KINDS)('the %s report', (kind) => {
  test('calls the exchanges of a confirmed failure a reproduction, and says where a command is whole', () => {
    const text = shown(kind, CONFIRMED);

    expect(text).not.toMatch(/seen in|the last requests/i);
    if (kind !== 'markdown') expect(text).toMatch(/minimal reproduction/i);
    if (kind === 'junit' || kind === 'html') expect(text).toContain(LONG);
    else expect(text).toContain('# shortened: the JSON report has the whole command\n');
  });

  test('says of an unstable failure only where it was seen, and shortens long commands', () => {
    const text = REPORTERS[kind](
      reportOf([UNSTABLE], { verdict: 'inconclusive', exitCode: 3, summary: 'Undecided: one.' }),
    );

    expect(text).toMatch(/seen in/i);
    expect(text).not.toMatch(/reproduc/i);
    expect(text).not.toContain(LONG);
    expect(text).toContain('… (80');
  });

  test('shows the last requests to a deployment that stopped giving fees as such', () => {
    const text = shown(kind, stopped(lost));

    expect(text).toMatch(/the last requests before it gave no more fees/i);
    expect(text).not.toMatch(/reproduc|was confirmed by repeating/i);
    expect(text).not.toContain(LONG);
  });
});

test('only the repeated ones of several failures were confirmed by repeating them', () => {
  const certainty = /failure was confirmed by repeating it/;

  expect(shown('markdown', CONFIRMED)).toContain('Each failure was confirmed by repeating it.');
  expect(shown('markdown', stopped(lost), CONFIRMED)).toContain('Each other failure was confirmed');
  expect(shown('markdown', stopped(lost))).not.toMatch(certainty);
});

const SINCE = '2026-01-31T01:02:03.000Z';
const STALE = 'The waiver for region/accepts-zip-code is stale because the rule passes: remove it.';

/** Conformant, because every failure is accepted; with one stale waiver. */
const accepted = reportOf(
  [
    rule('region/accepts-zip-code'),
    failing('nicn/refuses-non-digits', { known: { since: SINCE } }),
    failing('sale/accepts-both', { waived: { reason: 'ticket 12', until: '2027-01-31' } }),
    rule('sale/accepts-stxid', {
      outcome: 'blocked',
      reason: 'it depends on sale/accepts-both, which is waived until 2027-01-31: ticket 12',
      waived: { reason: 'ticket 12', until: '2027-01-31', by: 'sale/accepts-both' },
    }),
  ],
  {
    verdict: 'conformant',
    exitCode: 1,
    summary: `1 of 4 must rules passed, none failed; not counted: 1 waived (sale/accepts-both). ${STALE}`,
    outOfDate: [{ kind: 'stale', rule: 'region/accepts-zip-code', reason: 'x', until: '2027-01-31' }],
    baseline: {
      target: 'http://127.0.0.1:1/',
      startedAt: SINCE,
      effort: 'deep',
      strict: true,
      mended: ['sale/accepts-mtxid'],
    },
  },
);

describe.each(REPORT_KINDS)('the %s report', (kind) => {
  const printed = REPORTERS[kind](accepted);

  test('shows waived failures with reason and day, blocked rules, and stale waivers', () => {
    expect(printed).toContain('ticket 12');
    expect(printed).toContain('2027-01-31');
    expect(printed).toContain('t depends on sale/accepts-both, which is waived');
    expect(printed.replaceAll('%2C', ',').replaceAll('%3A', ':')).toContain(STALE);
  });

  test('shows failures that are known from a baseline', () => {
    expect(printed).toMatch(/known|unchanged/i);
  });
});

const several = reportOf([
  failing('nicn/refuses-non-digits', {
    shape: 'first call, nicn: letter → accepted',
    otherFailures: [
      {
        shape: 'first call, nicn: empty → accepted',
        outcome: 'fail',
        reason: 'expected a refusal, got accepted: 201',
        counterexample: { expected: 'a refusal', got: 'accepted: 201', case: {}, steps: [] },
      },
      {
        shape: 'first call, nicn: 9 digits → accepted',
        outcome: 'fail',
        reason: 'expected a refusal, got accepted: 202',
        counterexample: { expected: 'a refusal', got: 'accepted: 202', case: {}, steps: [] },
        waived: { reason: 'ticket 12', until: '2027-01-31' },
      },
    ],
  }),
]);

describe.each(REPORT_KINDS)('the %s report of a rule that fails in several ways', (kind) => {
  const printed = REPORTERS[kind](several);

  test('shows each of them', () => {
    for (const part of ['nicn: empty → accepted', 'nicn: 9 digits → accepted', '201', '202'])
      expect(printed).toContain(part);
  });

  test.skipIf(kind === 'json' || kind === 'sarif')(
    'says which one is waived, and how to waive the rest',
    () => {
      expect(printed).toContain('(waived)');
      expect(printed).toContain('why it is accepted, and who fixes it');
    },
  );
});

test('JUnit is red for a stale waiver, and not for accepted failures', () => {
  const red = REPORTERS.junit(accepted).match(/<testcase [^>]*>\s*<(failure|error)/g) ?? [];

  expect(red).toEqual([expect.stringContaining('name="verdict"')]);
});

test('SARIF distinguishes new results from those of the baseline', () => {
  const { results } = JSON.parse(REPORTERS.sarif(accepted)).runs[0];

  expect(results.map(({ ruleId, baselineState }: Record<string, string>) => [ruleId, baselineState])).toEqual(
    [
      ['sale/accepts-both', 'new'],
      ['nicn/refuses-non-digits', 'unchanged'],
    ],
  );
});

test('the text says where REPORT.json comes from only if it prints a replay command', () => {
  const hint = 'writes the REPORT.json of a replay command';

  expect(REPORTERS.text(reportOf([failing('sale/accepts-both')]))).toContain(hint);
  expect(REPORTERS.text(accepted)).not.toContain(hint);
});

test('the text names the differences between the run of the baseline and this one', () => {
  expect(REPORTERS.text(accepted)).toContain(
    'Compared with the report of 2026-01-31, of http://127.0.0.1:1/, with effort deep, with --strict.\n',
  );
});

test.each([
  ['quick', 'standard', true],
  ['standard', 'deep', true],
  ['quick', 'quick', false],
  ['deep', 'standard', false],
] as const)('a baseline at %s for a run at %s advises the same effort: %s', (before, effort, advises) => {
  const baseline = { ...accepted.baseline!, effort: before };

  expect(REPORTERS.text({ ...accepted, effort, baseline }).includes('baseline at the same effort')).toBe(
    advises,
  );
});

test.each(['text', 'html', 'markdown'] as const)(
  'the %s report says how often a failure was seen',
  (kind) => {
    const reason = 'failed 12 of 348 times: expected no server error, got 500';
    const report = reportOf([failing('robustness/no-server-error-on-bad-input', { reason })]);

    expect(REPORTERS[kind](report)).toContain('12 of 348 times');
  },
);

describe('the fix of a rule', () => {
  test('exists for every rule, is unique and is plain text', () => {
    const fixes = RULES.map(({ fix }) => fix);

    expect(new Set(fixes).size).toBe(fixes.length);
    for (const { fix, tries = 'Nothing more.' } of RULES) {
      expect(fix).toMatch(/^[A-Z][^\n]{30,}\.$/);
      expect(tries).toMatch(/^(?:[A-Z]|amount|nicn|region)[^\n]+\.$/);
    }
  });

  test('names no status, because the document defines none', () => {
    expect(
      RULES.filter(
        ({ id, fix }) => id !== 'robustness/no-server-error-on-bad-input' && /\b[2-5]\d\d\b/.test(fix),
      ),
    ).toEqual([]);
  });

  test.each(['text', 'junit', 'sarif', 'html', 'markdown'] as const)(
    'is in a failure of the %s report',
    (kind) => {
      const id = 'sale/authcode-is-optional';

      expect(REPORTERS[kind](reportOf([failing(id)]))).toContain(fixOf(id));
    },
  );
});
