/**
 * The report as JUnit XML, which CI systems show as test results: a suite for each group, a case for each rule. A report
 * of traffic has a suite for each side.
 *
 * A failure counts against the verdict; an error leaves it open or is a fault of tollgate; warnings and rules that were
 * not tested are skipped. The file has no failure and no error exactly when the exit code is 0.
 */
import { cut, visibleLine } from '../../src/text/visible.ts';
import { failureLines, type ShownRule } from './failure.ts';
import { type Markup, markup, verbatim } from './markup.ts';
import { type Page, type PageSide, toPage } from './page.ts';
import type { AnyReport, Report } from './report.ts';
import { byGroup } from './rule-status.ts';

interface TestCase {
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  readonly seconds: number;
  readonly element: Markup;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
  readonly side: PageSide;
  /** Lines for the output of the suite. */
  readonly notes: readonly string[];
}

export function junit(report: AnyReport): string {
  const page = toPage(report);
  const elements = page.all.flatMap((side) => suitesOf(side, page)).map(suiteElement);

  return markup`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${elements}</testsuites>\n`.source;
}

function suitesOf(side: PageSide, { judged }: Page): readonly Suite[] {
  const { report, rules } = side;
  const missing = missingCases(rules.map(ruleCase), report);
  if (side.side !== undefined) {
    const notes = [...judged, ...(report.notes ?? []), ...choiceLines(side)];

    return [{ name: report.subject, side, cases: [...rules.map(ruleCase), ...missing], notes }];
  }
  // Choices have no place in a case, so their suite prints them.
  const suites = [...byGroup(rules)].map(([name, ofGroup]) => ({
    ...{ name, side, cases: ofGroup.map(ruleCase) },
    notes: name === 'observe' ? choiceLines(side) : [],
  }));

  return missing.length === 0 ? suites : [...suites, { name: 'verdict', side, cases: missing, notes: [] }];
}

function choiceLines({ choices }: PageSide): readonly string[] {
  return choices.map(([name, option]) => `${name}: ${option}`);
}

/** A case of the verdict, where the cases of the rules do not show that the exit code is not 0. */
function missingCases(cases: readonly TestCase[], report: Report): readonly TestCase[] {
  const isRed = cases.some(({ result }) => result === 'failure' || result === 'error');
  const isComplete = report.exitCode === 0 || (isRed && report.outOfDate === undefined);

  return isComplete ? [] : [verdictCase(report)];
}

/** Of a suite: its cases run side by side, so that their sum may exceed the time of the run. */
function secondsIn(cases: readonly TestCase[], { durationMs }: Report): string {
  const sum = cases.reduce((total, { seconds }) => total + seconds, 0);

  return Math.min(sum, durationMs / 1000).toFixed(3);
}

const LONGEST_MESSAGE = 1000;

function ruleCase(rule: ShownRule): TestCase {
  const { id, title, durationMs, status, note, demand } = rule;
  const { junit: result } = rule.look;
  const seconds = durationMs / 1000;
  const attributes = markup`name="${id}" classname="tollgate.${id.replace('/', '.')}" time="${seconds.toFixed(3)}"`;
  const cause = markup`message="${cut(note, LONGEST_MESSAGE)}" type="${status}"`;
  const proof = [`${title} (${demand})`, ...failureLines(rule)].join('\n');
  const tag = verbatim(result);
  const element = {
    passed: markup`<testcase ${attributes}/>`,
    skipped: markup`<testcase ${attributes}><skipped ${cause}/></testcase>`,
    failure: markup`<testcase ${attributes}><${tag} ${cause}>${proof}</${tag}></testcase>`,
  }[result === 'error' ? 'failure' : result];

  return { result, seconds, element };
}

/** Makes the file red when no rule does: nothing could be judged, or a waiver is out of date. */
function verdictCase(report: Report): TestCase {
  const { verdict, exitCode, summary, outOfDate } = report;
  const result = verdict === 'inconclusive' && exitCode !== 1 ? 'error' : 'failure';
  const type = outOfDate === undefined ? verdict : 'waiver-out-of-date';
  const tag = verbatim(result);

  return {
    ...{ result, seconds: 0 },
    element: markup`<testcase name="verdict" classname="tollgate.verdict" time="0.000"><${tag} message="${visibleLine(cut(summary, LONGEST_MESSAGE))}" type="${type}">${summary}</${tag}></testcase>`,
  };
}

function suiteElement({ name, cases, side, notes }: Suite, id: number): Markup {
  const { report, heading } = side;
  const { selected } = heading;
  const { tool, target, verdict, seed, effort, strict, summary, startedAt } = report;
  const countOf = (wanted: TestCase['result']) => cases.filter(({ result }) => result === wanted).length;
  const properties = Object.entries({
    verdict,
    ...(selected === '' ? {} : { [report.profile ? 'profile' : 'selected']: selected.slice(2, -1) }),
    target,
    ...(side.side === undefined ? { seed, effort } : {}),
    strict,
    tollgate: tool.version,
  });

  // The timestamp has no zone, as the schema of Ant demands.
  return markup`<testsuite name="${name}" tests="${cases.length}" failures="${countOf('failure')}" errors="${countOf('error')}" skipped="${countOf('skipped')}" time="${secondsIn(cases, report)}" timestamp="${startedAt.slice(0, 19)}" hostname="localhost" id="${id}" package="tollgate">
<properties>${properties.map(([key, value]) => markup`<property name="${key}" value="${String(value)}"/>`)}</properties>
${cases.map(({ element }) => markup`${element}\n`)}<system-out>${[summary, ...notes].join('\n')}</system-out>
<system-err/>
</testsuite>
`;
}
