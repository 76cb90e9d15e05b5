/**
 * The report as JUnit XML, which CI systems show as test results: a suite for each group, a case for each rule. A report
 * of traffic has a suite for each side.
 *
 * A failure counts against the verdict; an error leaves it open or is a fault of tollgate; warnings and rules that were
 * not tested are skipped. The file has no failure and no error exactly when the exit code is 0.
 */
import { cut, visibleLine } from '../../src/text/visible.ts';
import { describeJudged, describeNotJudged } from './judged-traffic.ts';
import { type Markup, markup, verbatim } from './markup.ts';
import type { Report, ReportRule } from './report.ts';
import { failureLines, levelAndSection, noteOn } from './report-text.ts';
import { byGroup, type RuleStatus, selectedPart, statusOf } from './rule-status.ts';
import { observedChoices } from './summary.ts';
import type { AnyReport, TrafficReport } from './traffic-report.ts';

type CaseResult = 'passed' | 'failure' | 'error' | 'skipped';

const RESULTS: Readonly<Record<RuleStatus, CaseResult>> = {
  passed: 'passed',
  observed: 'passed',
  failed: 'failure',
  unstable: 'error',
  broken: 'error',
  warning: 'skipped',
  waived: 'skipped',
  known: 'skipped',
  'not-tested': 'skipped',
  'not-observed': 'skipped',
};

interface Case {
  readonly result: CaseResult;
  readonly seconds: number;
  readonly element: Markup;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly report: Report;
  /** Lines for the output of the suite. */
  readonly notes: readonly string[];
}

export function junit(report: AnyReport): string {
  const all = report.subject === 'traffic' ? sideSuites(report) : groupSuites(report);
  const starts = startsOf(all, report);
  const elements = all.map((suite, id) => suiteElement(suite, id, starts[id] ?? report.startedAt));

  return markup`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${elements}</testsuites>\n`.source;
}

function groupSuites(report: Report): readonly Suite[] {
  const suites = [...byGroup(report.rules)].map(([name, rules]) => ({
    name,
    cases: rules.map((rule) => ruleCase(rule, report)),
    report,
    // Choices have no place in a case, so their suite prints them.
    notes: name === 'observe' ? choiceLines(report) : [],
  }));
  const missing = missingCases(
    suites.flatMap(({ cases }) => cases),
    report,
  );

  return missing.length === 0 ? suites : [...suites, { name: 'verdict', cases: missing, report, notes: [] }];
}

function sideSuites(traffic: TrafficReport): readonly Suite[] {
  return traffic.sides.map((report) => {
    const cases = report.rules.map((rule) => ruleCase(rule, report));

    return {
      name: report.subject,
      cases: [...cases, ...missingCases(cases, report)],
      report,
      notes: [
        describeJudged(traffic),
        ...describeNotJudged(traffic),
        ...(report.notes ?? []),
        ...choiceLines(report),
      ],
    };
  });
}

function choiceLines(report: Report): readonly string[] {
  return observedChoices(report).map((each) => `${each.name}: ${each.option}`);
}

/** A case of the verdict, where the cases of the rules do not show that the exit code is not 0. */
function missingCases(cases: readonly Case[], report: Report): readonly Case[] {
  const isRed = cases.some(({ result }) => result === 'failure' || result === 'error');
  const isComplete = report.exitCode === 0 || (isRed && report.outOfDate === undefined);

  return isComplete ? [] : [verdictCase(report)];
}

/** Each suite begins when the previous one ends. */
function startsOf(suites: readonly Suite[], { startedAt }: AnyReport): readonly string[] {
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

/** The times of all rules together in milliseconds; at least 1. Rules run concurrently, so this may exceed the run. */
function timeOfRules({ rules }: Report): number {
  return Math.max(
    1,
    rules.reduce((sum, { durationMs }) => sum + durationMs, 0),
  );
}

const LONGEST_MESSAGE = 1000;

function ruleCase(rule: ReportRule, report: Report): Case {
  const { id, title, durationMs } = rule;
  const status = statusOf(rule, report);
  const result = RESULTS[status];
  // The rule's share of the run, so that the times of all cases add up to no more than the run took.
  const seconds = Math.floor(durationMs * Math.min(1, report.durationMs / timeOfRules(report))) / 1000;
  const attributes = markup`name="${id}" classname="tollgate.${id.replace('/', '.')}" time="${seconds.toFixed(3)}"`;
  const cause = markup`message="${cut(noteOn(rule, report), LONGEST_MESSAGE)}" type="${status}"`;
  const proof = [`${title} (${levelAndSection(rule)})`, ...failureLines(rule, report)].join('\n');
  const element = {
    passed: markup`<testcase ${attributes}/>`,
    skipped: markup`<testcase ${attributes}><skipped ${cause}/></testcase>`,
    failure: markup`<testcase ${attributes}><failure ${cause}>${proof}</failure></testcase>`,
    error: markup`<testcase ${attributes}><error ${cause}>${proof}</error></testcase>`,
  }[result];

  return { result, seconds, element };
}

/** Makes the file red when no rule does: nothing could be judged, or a waiver is out of date. */
function verdictCase(report: Report): Case {
  const { verdict, exitCode, summary, durationMs, outOfDate } = report;
  const result = verdict === 'inconclusive' && exitCode !== 1 ? 'error' : 'failure';
  const type = outOfDate === undefined ? verdict : 'waiver-out-of-date';
  const seconds = Math.max(0, durationMs - timeOfRules(report)) / 1000;
  const tag = verbatim(result);

  return {
    result,
    seconds,
    element: markup`<testcase name="verdict" classname="tollgate.verdict" time="${seconds.toFixed(3)}"><${tag} message="${visibleLine(cut(summary, LONGEST_MESSAGE))}" type="${type}">${summary}</${tag}></testcase>`,
  };
}

function suiteElement({ name, cases, report, notes }: Suite, id: number, start: string): Markup {
  const countOf = (wanted: CaseResult) => cases.filter(({ result }) => result === wanted).length;
  const { tool, target, verdict, seed, effort, strict, summary, passive } = report;
  const ofRun = passive === true ? {} : { seed, effort };
  const selected = report.partial === true ? { selected: selectedPart(report).slice(2, -1) } : {};
  const properties = Object.entries({
    verdict,
    ...selected,
    target,
    ...ofRun,
    strict,
    tollgate: tool.version,
  });

  // The timestamp has no zone, as the schema of Ant demands.
  return markup`<testsuite name="${name}" tests="${cases.length}" failures="${countOf('failure')}" errors="${countOf('error')}" skipped="${countOf('skipped')}" time="${secondsIn(cases).toFixed(3)}" timestamp="${start.slice(0, 19)}" hostname="localhost" id="${id}" package="tollgate">
<properties>${properties.map(([key, value]) => markup`<property name="${key}" value="${String(value)}"/>`)}</properties>
${cases.map(({ element }) => markup`${element}\n`)}<system-out>${[summary, ...notes].join('\n')}</system-out>
<system-err/>
</testsuite>
`;
}
