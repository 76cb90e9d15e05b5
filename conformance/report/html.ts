/**
 * The report as one page that opens anywhere, offline: for people, also those who have never met this tool. It loads
 * nothing, and a policy of its own keeps it from ever doing so, whatever a server sent.
 */
import { createHash } from 'node:crypto';
import { failures, failuresTitle } from './html/failures.ts';
import { html as page, verbatim } from './html/markup.ts';
import { matrix } from './html/matrix.ts';
import { notTested } from './html/not-tested.ts';
import { observations } from './html/observations.ts';
import { responseTimes } from './html/response-times.ts';
import { SCRIPT } from './html/script.ts';
import { STYLE } from './html/style.ts';
import { VERDICTS, verdict } from './html/verdict.ts';
import type { Report } from './report.ts';

export function html(report: Report): string {
  const sections = [
    { anchor: 'failures', name: failuresTitle(report), section: failures(report) },
    { anchor: 'not-tested', name: 'Not tested', section: notTested(report) },
    { anchor: 'rules', name: 'All rules', section: matrix(report) },
    { anchor: 'choices', name: 'Choices', section: observations(report) },
    { anchor: 'times', name: 'Response times', section: responseTimes(report) },
  ].filter(({ section }) => section !== undefined);

  return page`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${VERDICTS[report.verdict].word}: ${report.target} – tollgate</title>
<style>${verbatim(STYLE)}</style>
</head>
<body>
<header class="top">
<p class="brand">tollgate <span>conformance report, ${report.contract.title}</span></p>
<nav aria-label="On this page"><ul>${sections.map(({ anchor, name }) => page`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${verdict(report)}
${sections.map(({ section }) => section)}
</main>
<footer><p>tollgate ${report.tool.version} asked this deployment ${report.requests} requests and compared the answers with the API document: a must rule is what the document states, and only such a rule makes a deployment fail${report.strict ? ', or, in this strict run, a should rule' : ''}. Where the document is silent, any choice will do. Tokens were taken out of this page.</p></footer>
<script>${verbatim(SCRIPT)}</script>
</body>
</html>
`.source;
}

const POLICY = [
  "default-src 'none'",
  `style-src '${hash(STYLE)}'`,
  `script-src '${hash(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
