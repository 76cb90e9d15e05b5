/** Compares reports, as data and in each kind. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTILE, reportOf, rule, TRAFFIC } from '../../test/reports/samples.ts';
import type { ReportRule } from '../report/report.ts';
import { RULE_IDS } from '../rule/selection.ts';
import { type Comparison, compareReports, type NamedReport } from './compare-reports.ts';
import { COMPARISONS } from './write-comparison.ts';

const PASSED = rule('nicn/refuses-non-digits', { outcome: 'pass' });
const FAILED = rule('nicn/refuses-non-digits', { outcome: 'fail' });
const SKIPPED = rule('nicn/refuses-non-digits', { outcome: 'skipped' });
const SALE = rule('sale/accepts-stxid', { outcome: 'pass' });

function named(
  name: string,
  rules: readonly ReportRule[],
  choices: Record<string, string> = {},
): NamedReport {
  return { name, report: reportOf(rules, { choices, target: `https://${name}.example.com` }) };
}

const ONE = named('one', [SALE, PASSED], { 'success-status': '200', refusal: 'problem' });
const OTHER = named('other', [SALE, FAILED], { 'success-status': '201', refusal: 'problem' });

const rulesOf = (comparison: Comparison | undefined) =>
  (comparison?.rows ?? []).filter(({ level }) => level !== 'choice');
const choicesOf = (comparison: Comparison | undefined) =>
  (comparison?.rows ?? []).filter(({ level }) => level === 'choice');

test('rules and choices that differ come first', () => {
  const [comparison] = compareReports([ONE, OTHER]);

  expect(
    rulesOf(comparison).map(({ name, differs, cells }) => [name, differs, cells.map(({ text }) => text)]),
  ).toEqual([
    ['nicn/refuses-non-digits', true, ['passed', 'failed']],
    ['sale/accepts-stxid', false, ['passed', 'passed']],
  ]);
  expect(choicesOf(comparison).map(({ name, differs }) => [name, differs])).toEqual([
    ['success-status', true],
    ['refusal', false],
  ]);
});

test('the text has each rule id whole', () => {
  const ids = RULE_IDS.map((id) => [rule(id, { outcome: 'pass' }), rule(id, { outcome: 'fail' })] as const);
  const reports = [0, 1].map((at) =>
    named(
      'one',
      ids.flatMap((pair) => pair[at] ?? []),
    ),
  );
  const text = COMPARISONS.text(compareReports(reports));

  for (const id of RULE_IDS) expect(text).toContain(` ${id} `);
});

test('a rule that a report did not test, or does not have, is no difference', () => {
  const reports = [named('one', [FAILED]), named('other', [SKIPPED]), named('older', [])];
  const [comparison] = compareReports(reports);

  expect(rulesOf(comparison)).toMatchObject([{ differs: false }]);
  expect(rulesOf(comparison)[0]?.cells.map(({ text }) => text)).toEqual(['failed', 'not tested', '']);
});

test('a report of traffic is compared by its sides, each with those of its subject', () => {
  const comparisons = compareReports([ONE, { name: 'traffic', report: TRAFFIC }]);

  expect(comparisons.map(({ subject, columns }) => [subject, columns.map(({ name }) => name)])).toEqual([
    ['service', ['one', 'traffic']],
  ]);
});

test('a comparison of a report with itself shows no difference, and another order the same ones', () => {
  const status = fc.constantFrom('pass', 'fail', 'unstable', 'skipped', 'blocked', 'broken');
  const report = fc
    .record({ nicn: status, sale: status, choice: fc.constantFrom('200', '201') })
    .map(({ nicn, sale, choice }) =>
      named(
        'any',
        [rule('nicn/refuses-non-digits', { outcome: nicn }), rule('sale/accepts-stxid', { outcome: sale })],
        {
          'success-status': choice,
        },
      ),
    );
  const differing = (reports: readonly NamedReport[]) =>
    compareReports(reports).flatMap(({ rows }) =>
      rows.filter(({ differs }) => differs).map(({ name }) => name),
    );

  fc.assert(
    fc.property(report, report, (one, other) => {
      expect(differing([one, one])).toEqual([]);
      expect(differing([one, other])).toEqual(differing([other, one]));
    }),
  );
});

test.each(['text', 'markdown', 'html'] as const)('%s shows what differs before what is the same', (kind) => {
  const printed = COMPARISONS[kind](compareReports([ONE, OTHER]));

  expect(printed).toContain('1 rule and 1 choice differ');
  const places = ['nicn/refuses-non-digits', 'success-status', 'n all'].map((text) => printed.indexOf(text));
  expect(places).toEqual(places.toSorted((first, second) => first - second));
  expect(places.every((place) => place >= 0)).toBe(true);
});

test.each(HOSTILE)('hostile text in a name, a target or an option stays text: %j', (hostile) => {
  const reports = [ONE, OTHER].map(({ report }) => ({
    name: hostile,
    report: {
      ...report,
      target: hostile,
      choices: { 'success-status': `${hostile}${report.target}`, refusal: 'problem' },
    },
  }));
  const comparisons = compareReports(reports as readonly NamedReport[]);

  expect(COMPARISONS.html(comparisons)).not.toMatch(/<(?:img|script>alert|svg)/i);
  for (const printed of [
    COMPARISONS.text(comparisons),
    COMPARISONS.markdown(comparisons),
    COMPARISONS.html(comparisons),
  ])
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  // A line break would begin another row.
  expect(COMPARISONS.text(comparisons).split('\n')).toHaveLength(
    COMPARISONS.text(compareReports([ONE, OTHER])).split('\n').length,
  );
});
