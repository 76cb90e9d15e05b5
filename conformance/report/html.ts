/** The report as one HTML page that works offline. */
import { choices, notTested, responseTimes } from './html/details.ts';
import { failures, failuresTitle, UNSTABLE_TITLE, unstable } from './html/failures.ts';
import { anchorIn, titleIn } from './html/headings.ts';
import { page } from './html/page.ts';
import { allRules, rulesTitle } from './html/rules.ts';
import { sideVerdict, trafficVerdict, VERDICTS, verdict } from './html/verdict.ts';
import { type Markup, markup } from './markup.ts';
import type { Report } from './report.ts';
import { wordsOf } from './subject-words.ts';
import type { AnyReport } from './traffic-report.ts';

export function html(report: AnyReport): string {
  const { target, contract, tool } = report;
  const isTraffic = report.subject === 'traffic';
  const reports = isTraffic ? report.sides : [report];
  const parts = reports.map((part) => ({
    head: isTraffic ? sideVerdict(part) : verdict(part),
    sections: sectionsOf(part),
  }));
  const links = parts.flatMap(({ sections }) => sections);
  const isStrict = reports.some(({ strict }) => strict);

  return page({
    title: `${VERDICTS[report.verdict].word}: ${target}`,
    subtitle: `conformance report, ${contract.title}`,
    links,
    main: markup`${isTraffic ? trafficVerdict(report) : undefined}
${parts.map(({ head, sections }) => [head, ...sections.map(({ section }) => section)])}`,
    footer: markup`tollgate ${tool.version} ${sentence(report)}. A must rule states what the document requires; only must rules${isStrict ? ' and, in this strict run, should rules' : ''} decide the verdict. Any choice is fine where the document is silent. Tokens are masked in this page.`,
  });
}

interface Section {
  readonly anchor: string;
  readonly name: string;
  readonly section: Markup;
}

/** For a side of traffic, the section of untested rules comes last. */
function sectionsOf(report: Report): readonly Section[] {
  const untested = { anchor: 'not-tested', name: 'Not tested', section: notTested(report) };
  const isSide = report.passive === true;
  const all = [
    { anchor: 'failures', name: failuresTitle(report), section: failures(report) },
    { anchor: 'unstable', name: UNSTABLE_TITLE, section: unstable(report) },
    ...(isSide ? [] : [untested]),
    { anchor: 'rules', name: rulesTitle(report), section: allRules(report) },
    { anchor: 'choices', name: 'Choices', section: choices(report) },
    { anchor: 'times', name: 'Response times', section: responseTimes(report) },
    ...(isSide ? [untested] : []),
  ];

  return all.flatMap(({ anchor, name, section }) =>
    section === undefined ? [] : [{ anchor: anchorIn(report, anchor), name: titleIn(report, name), section }],
  );
}

/** What was done, for the footer. */
function sentence(report: AnyReport): string {
  return report.subject === 'traffic'
    ? 'sent nothing: it compared exchanges between others with the API document'
    : wordsOf(report).traffic(report.requests);
}
