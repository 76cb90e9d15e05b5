import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileDataSchema } from '../../src/contract/validators.ts';
import { describeValue } from '../../src/text/describe.ts';
import { failing, reportOf, rule } from '../../test/reports/samples.ts';
import { ROOT } from '../../test/shape/source-files.ts';
import { REPORT_KINDS } from './kinds.ts';
import { REPORTERS } from './reporters.ts';

const SINCE = '2026-01-31T01:02:03.000Z';
const STALE = 'The waiver of region/accepts-zip-code is stale, since the rule passes: take it out.';

/** Conformant, because what fails was agreed on; and one waiver too many. */
const agreed = reportOf(
  [
    rule('region/accepts-zip-code'),
    failing('nicn/refuses-non-digits', { known: { since: SINCE } }),
    failing('sale/accepts-both', { waived: { reason: 'ticket 12', until: '2027-01-31' } }),
    rule('sale/accepts-stxid', {
      outcome: 'blocked',
      reason:
        'it rests on sale/accepts-both, which failed; sale/accepts-both is waived until 2027-01-31: ticket 12',
      waived: { reason: 'ticket 12', until: '2027-01-31', by: 'sale/accepts-both' },
    }),
  ],
  {
    verdict: 'conformant',
    exitCode: 1,
    summary: `1 of 4 must rules passed, none failed beside 1 waived. ${STALE}`,
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
  const printed = REPORTERS[kind](agreed);

  test('tells what is waived with its reason and day, what rests on it, and which waiver is out of date', () => {
    expect(printed).toContain('ticket 12');
    expect(printed).toContain('2027-01-31');
    expect(printed).toContain('t rests on sale/accepts-both, which failed');
    expect(printed.replaceAll('%2C', ',').replaceAll('%3A', ':')).toContain(STALE);
  });

  test('tells what is known from a baseline', () => {
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

describe.each(REPORT_KINDS)('of a rule that fails in several ways the %s report', (kind) => {
  const printed = REPORTERS[kind](several);

  test('tells the others', () => {
    for (const told of ['nicn: empty → accepted', 'nicn: 9 digits → accepted', '201', '202'])
      expect(printed).toContain(told);
  });

  test.skipIf(kind === 'json' || kind === 'sarif')(
    'says which of them is waived, and how to waive the rest',
    () => {
      expect(printed).toContain('(waived)');
      expect(printed).toContain('say why, and who mends it');
    },
  );
});

test('the schema of the report has all of it', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'report.schema.json'), 'utf8'));

  expect(compileDataSchema(schema, describeValue)(JSON.parse(REPORTERS.json(agreed)))).toEqual([]);
});

test('JUnit is red for a waiver that is out of date alone, and for no agreed failure', () => {
  const red = REPORTERS.junit(agreed).match(/<testcase [^>]*>\s*<(failure|error)/g) ?? [];

  expect(red).toEqual([expect.stringContaining('name="verdict"')]);
});

test('SARIF tells new results from those of the baseline', () => {
  const { results } = JSON.parse(REPORTERS.sarif(agreed)).runs[0];

  expect(results.map(({ ruleId, baselineState }: Record<string, string>) => [ruleId, baselineState])).toEqual(
    [
      ['sale/accepts-both', 'new'],
      ['nicn/refuses-non-digits', 'unchanged'],
    ],
  );
});

test('the text says in what the run of the baseline was another one', () => {
  expect(REPORTERS.text(agreed)).toContain(
    'Compared with the report of 2026-01-31, of http://127.0.0.1:1/, with effort deep, with --strict.',
  );
});
