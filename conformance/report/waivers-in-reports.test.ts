import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemaCheck } from '../../src/reading/schema-check.ts';
import { describeValue } from '../../src/text/describe.ts';
import { failing, reportOf, rule } from '../../test/reports/samples.ts';
import { ROOT } from '../../test/shape/source-files.ts';
import { REPORT_KINDS } from './kinds.ts';
import { REPORTERS } from './reporters.ts';

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

test('the schema of the report includes waivers', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'report.schema.json'), 'utf8'));

  expect(schemaCheck(schema, describeValue)(JSON.parse(REPORTERS.json(accepted)))).toEqual([]);
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
