/** The report as one HTML page that works offline. Its content security policy keeps it from loading anything. */

import { createHash } from 'node:crypto';
import { SCRIPT, STYLE } from './html/assets.ts';
import { choices, notTested, responseTimes } from './html/details.ts';
import { failures, failuresTitle } from './html/failures.ts';
import { allRules } from './html/rules.ts';
import { VERDICTS, verdict } from './html/verdict.ts';
import { markup, verbatim } from './markup.ts';
import type { Report } from './report.ts';
import { wordsOf } from './subject-words.ts';

const POLICY = [
  "default-src 'none'",
  `style-src '${hash(STYLE)}'`,
  `script-src '${hash(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function html(report: Report): string {
  const { target, contract, tool, requests, strict } = report;
  const sections = [
    { anchor: 'failures', name: failuresTitle(report), section: failures(report) },
    { anchor: 'not-tested', name: 'Not tested', section: notTested(report) },
    { anchor: 'rules', name: 'All rules', section: allRules(report) },
    { anchor: 'choices', name: 'Choices', section: choices(report) },
    { anchor: 'times', name: 'Response times', section: responseTimes(report) },
  ].filter(({ section }) => section !== undefined);

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
<nav aria-label="On this page"><ul>${sections.map(({ anchor, name }) => markup`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${verdict(report)}
${sections.map(({ section }) => section)}
</main>
<footer><p>tollgate ${tool.version} ${wordsOf(report).traffic(requests)}. A must rule states what the document requires; only must rules${strict ? ' and, in this strict run, should rules' : ''} decide the verdict. Any choice is fine where the document is silent. Tokens are masked in this page.</p></footer>
<script>${verbatim(SCRIPT)}</script>
</body>
</html>
`.source;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
