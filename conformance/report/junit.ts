/**
 * The report as JUnit XML, which CI systems show as test results: a suite for each group, a case for each rule.
 *
 * What counts against the verdict is a failure; what keeps it open, or is the tool's own fault, an error; what was not
 * tested, and a warning, is skipped with the reason. A file without failures and errors is one of exit code 0.
 */

import { cut } from '../../src/text/visible.ts';
import { fixLine } from './fix.ts';
import { byGroup } from './groups.ts';
import { observedIn } from './observed.ts';
import type { Report, ReportRule } from './report.ts';
import { type Standing, standingOf } from './standing.ts';
import { otherFailureLines, stepLines } from './text.ts';
import { waiverLines } from './waiver-line.ts';
import { characters, element, lines, type Xml } from './xml.ts';

export function junit(report: Report): string {
  const suites = [...byGroup(report.rules)].map(([name, rules]) => ({
    name,
    cases: rules.map((rule) => toCase(rule, report)),
  }));
  const isRed = suites.some(({ cases }) =>
    cases.some(({ result }) => result === 'failure' || result === 'error'),
  );
  const isTold = report.exitCode === 0 || (isRed && report.outOfDate === undefined);
  const told = isTold ? suites : [...suites, { name: 'verdict', cases: [verdictCase(report)] }];
  const starts = startsOf(told, report);
  const written = told.map((suite, id) => toSuite(suite, id, starts[id] ?? report.startedAt, report));

  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, lines(written)).source}\n`;
}

/**
 * The share of the run that a rule took, in seconds. Rules run at the same time, so that their own times add up to more
 * than the run took; these add up to no more.
 */
function secondsOf(rule: ReportRule, report: Report): number {
  return Math.floor(rule.durationMs * Math.min(1, report.durationMs / ownTimes(report))) / 1000;
}

/** The times of all rules together, in milliseconds; at least 1. */
function ownTimes({ rules }: Report): number {
  return Math.max(
    1,
    rules.reduce((sum, { durationMs }) => sum + durationMs, 0),
  );
}

/** Each suite begins when the one before it ends. */
function startsOf(suites: readonly Suite[], { startedAt }: Report): readonly string[] {
  let start = Date.parse(startedAt);

  return suites.map(({ cases }) => {
    const begins = new Date(start).toISOString();
    start += secondsIn(cases) * 1000;

    return begins;
  });
}

function secondsIn(cases: readonly Case[]): number {
  return cases.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** How a case came out, as JUnit has it. */
type CaseResult = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly result: CaseResult;
  readonly seconds: number;
  readonly xml: Xml;
}

const RESULTS: Readonly<Record<Standing, CaseResult>> = {
  passed: 'passed',
  observed: 'passed',
  failed: 'failure',
  unsettled: 'error',
  broken: 'error',
  warned: 'skipped',
  waived: 'skipped',
  known: 'skipped',
  untested: 'skipped',
  unobserved: 'skipped',
};

function toCase(rule: ReportRule, report: Report): Case {
  const standing = standingOf(rule, report);
  const result = RESULTS[standing];
  const seconds = secondsOf(rule, report);
  const classname = `tollgate.${rule.id.replace('/', '.')}`;
  const attributes = { name: rule.id, classname, time: seconds.toFixed(3) };
  const message = cut(messageOf(rule, standing), LONGEST_MESSAGE);
  const children =
    result === 'passed'
      ? []
      : [
          element(
            result,
            { message, type: standing },
            ...(result === 'skipped' ? [] : [characters(proof(rule, report))]),
          ),
        ];

  return { result, seconds, xml: element('testcase', attributes, ...children) };
}

const LONGEST_MESSAGE = 1000;

function messageOf({ level, reason, waived, known }: ReportRule, standing: Standing): string {
  switch (standing) {
    case 'warned':
      return `warning (a ${level} rule): ${reason}`;
    case 'waived':
      return `waived${waived?.until === undefined ? '' : ` until ${waived.until}`} (${waived?.reason}): ${reason}`;
    case 'known':
      return `known from the baseline (since ${known?.since.slice(0, 10)}): ${reason}`;
    case 'broken':
      return `tollgate itself broke: ${reason}`;
    case 'passed':
    case 'failed':
    case 'unsettled':
    case 'untested':
    case 'observed':
    case 'unobserved':
      return reason;
  }
}

function proof(rule: ReportRule, report: Report): string {
  const { id, title, section, level, counterexample, replay } = rule;

  return [
    `${title} (${level}, section ${section})`,
    ...(counterexample === undefined
      ? []
      : [
          `expected  ${counterexample.expected}`,
          `got       ${counterexample.got}`,
          'the smallest example:',
          ...stepLines(counterexample),
          ...fixLine(id),
          `again:    ${replay}`,
          ...otherFailureLines(rule),
          ...waiverLines(rule, report).map((line) => `to waive: ${line}`),
        ]),
  ].join('\n');
}

/** Says that the run is not good where no rule does: nothing could be judged, or a waiver is out of date. */
function verdictCase(report: Report): Case {
  const { verdict, exitCode, summary, durationMs, outOfDate } = report;
  const result = verdict === 'inconclusive' && exitCode !== 1 ? 'error' : 'failure';
  const type = outOfDate === undefined ? verdict : 'waiver-out-of-date';
  // What no rule took.
  const seconds = Math.max(0, durationMs - ownTimes(report)) / 1000;
  const attributes = { name: 'verdict', classname: 'tollgate.verdict', time: seconds.toFixed(3) };

  return {
    result,
    seconds,
    xml: element(
      'testcase',
      attributes,
      element(result, { message: cut(summary, LONGEST_MESSAGE), type }, characters(summary)),
    ),
  };
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

function toSuite({ name, cases }: Suite, id: number, start: string, report: Report): Xml {
  const countOf = (wanted: CaseResult) => cases.filter(({ result }) => result === wanted).length;
  const { tool, target, verdict, seed, effort, strict } = report;
  const properties = Object.entries({ verdict, target, seed, effort, strict, tollgate: tool.version });

  return element(
    'testsuite',
    {
      name,
      tests: cases.length,
      failures: countOf('failure'),
      errors: countOf('error'),
      skipped: countOf('skipped'),
      time: secondsIn(cases).toFixed(3),
      // Without a zone, as the schema of Ant has it.
      timestamp: start.slice(0, 19),
      hostname: 'localhost',
      id,
      package: 'tollgate',
    },
    lines([
      element(
        'properties',
        {},
        ...properties.map(([key, value]) => element('property', { name: key, value: String(value) })),
      ),
      ...cases.map(({ xml }) => xml),
      element('system-out', {}, characters(outputOf(name, report))),
      element('system-err', {}),
    ]),
  );
}

/** What was observed has no place in a test case; the suite of the observations says it. */
function outputOf(suite: string, report: Report): string {
  const observed = observedIn(report).map(({ name, option }) => `${name}: ${option}`);

  return suite === 'observe' ? [report.summary, ...observed].join('\n') : report.summary;
}
