/** The report as one HTML page that works offline. Its content security policy keeps it from loading anything. */

import { createHash } from 'node:crypto';
import { SCRIPT, STYLE } from './html/assets.ts';
import { choices, notTested, responseTimes } from './html/details.ts';
import { failures, failuresTitle } from './html/failures.ts';
import { anchorIn, titleIn } from './html/headings.ts';
import { allRules, rulesTitle } from './html/rules.ts';
import { sideVerdict, trafficVerdict, VERDICTS, verdict } from './html/verdict.ts';
import { type Markup, markup, verbatim } from './markup.ts';
import type { Report } from './report.ts';
import { wordsOf } from './subject-words.ts';
import type { AnyReport } from './traffic-report.ts';

const POLICY = [
  "default-src 'none'",
  `style-src '${hash(STYLE)}'`,
  `script-src '${hash(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

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

  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${VERDICTS[report.verdict].word}: ${target} – tollgate</title>
<style>${verbatim(STYLE)}</style>
</head>
<body>
<header class="top">
<p class="brand">tollgate <span>conformance report, ${contract.title}</span></p>
<nav aria-label="On this page"><ul>${links.map(({ anchor, name }) => markup`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${isTraffic ? trafficVerdict(report) : undefined}
${parts.map(({ head, sections }) => [head, ...sections.map(({ section }) => section)])}
</main>
<footer><p>tollgate ${tool.version} ${sentence(report)}. A must rule states what the document requires; only must rules${isStrict ? ' and, in this strict run, should rules' : ''} decide the verdict. Any choice is fine where the document is silent. Tokens are masked in this page.</p></footer>
<script>${verbatim(SCRIPT)}</script>
</body>
</html>
`.source;
}

interface Section {
  readonly anchor: string;
  readonly name: string;
  readonly section: Markup;
}

/** What traffic does not show stands last. */
function sectionsOf(report: Report): readonly Section[] {
  const untested = { anchor: 'not-tested', name: 'Not tested', section: notTested(report) };
  const isSide = report.passive === true;
  const all = [
    { anchor: 'failures', name: failuresTitle(report), section: failures(report) },
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

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
