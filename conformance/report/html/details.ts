/** The sections on rules that were not tested, on observed choices and on response times. */

import { capitalize, count } from '../../../src/text/words.ts';
import { type Markup, markup } from '../markup.ts';
import type { Latencies, Report } from '../report.ts';
import { CHOICES_HEADING, notTestedByReason, observedChoices, unobservedChoices } from '../summary.ts';
import { section } from './headings.ts';

export function notTested(report: Report): Markup | undefined {
  const reasons = notTestedByReason(report);
  if (reasons.length === 0) return undefined;
  const sum = reasons.reduce((total, reason) => total + reason.count, 0);

  const list = markup`<dl class="card reasons">${reasons.map(
    ({ reason, rules }) => markup`<div><dt>${capitalize(reason)}</dt>
<dd>${rules.map((rule) => markup`<code>${rule}</code> `)}</dd></div>`,
  )}</dl>
${report.passive === true ? unobserved(report) : undefined}`;

  const body = markup`${sum === 0 ? undefined : markup`<p class="muted">The run says nothing about ${count(sum, 'rule')}, for these reasons.</p>`}
${report.passive === true ? markup`<details><summary>Show the reasons</summary>${list}</details>` : list}`;

  return section(report, 'not-tested', 'Not tested', body);
}

export function choices(report: Report): Markup | undefined {
  const observed = observedChoices(report);
  if (observed.length === 0 && (report.passive === true || unobservedChoices(report).length === 0))
    return undefined;

  const body = markup`<p class="muted">Observed, not judged. <code>tollgate mock --like report.json</code> starts a mock that makes the same choices where it can.</p>
<div class="scroll"><table class="card">
<thead><tr><th scope="col">Choice</th><th scope="col">Here</th><th scope="col">The question</th></tr></thead>
<tbody>${observed.map(
    ({ name, option, question }) =>
      markup`<tr><th scope="row"><code>${name}</code></th><td><b>${option}</b></td><td>${question}</td></tr>`,
  )}</tbody>
</table></div>
${report.passive === true ? undefined : unobserved(report)}`;

  return section(report, 'choices', CHOICES_HEADING, body);
}

function unobserved(report: Report): readonly Markup[] {
  return unobservedChoices(report).map(
    ({ reason, names }) =>
      markup`<p class="muted">Not observed: ${names.map((name) => markup`<code>${name}</code> `)} (${reason})</p>`,
  );
}

export function responseTimes(report: Report): Markup | undefined {
  const { latencies } = report;
  if (latencies === undefined) return undefined;
  const { p50, p95, p99, max, answered, unanswered } = latencies;
  const numbers = Object.entries({ Median: p50, '95 %': p95, '99 %': p99, Longest: max });
  const without = unanswered === 0 ? '' : `, and ${count(unanswered, 'request')} without one`;

  const body = markup`<p class="muted">${count(answered, 'response')}${without}.${report.passive === true ? '' : ' The suite judges only that every response arrives within the time limit.'}</p>
<div class="card times">
<dl>${numbers.map(([name, ms]) => markup`<div><dt>${name}</dt><dd>${duration(ms)}</dd></div>`)}</dl>
${histogram(latencies)}
</div>`;

  return section(report, 'times', 'Response times', body);
}

const HEIGHT = 120;
const BAR = 56;
const GAP = 12;

function histogram({ buckets }: Latencies): Markup {
  const most = Math.max(...buckets.map(({ answers }) => answers));
  const width = buckets.length * (BAR + GAP) + GAP;
  const label = buckets.map(({ upTo, answers }) => `up to ${duration(upTo)}: ${answers}`).join(', ');

  return markup`<svg class="histogram" viewBox="0 0 ${width} ${HEIGHT + 44}" width="${width}" height="${HEIGHT + 44}" role="img" aria-label="Responses by time: ${label}">
<line x1="0" y1="${HEIGHT + 20}" x2="${width}" y2="${HEIGHT + 20}"/>
${buckets.map(({ upTo, answers }, index) => {
  const height = answers === 0 ? 0 : Math.max(2, Math.round((answers / most) * HEIGHT));
  const x = GAP + index * (BAR + GAP);
  const middle = x + BAR / 2;

  return markup`<rect x="${x}" y="${HEIGHT + 20 - height}" width="${BAR}" height="${height}" rx="3"/>
<text x="${middle}" y="${HEIGHT + 14 - height}">${answers}</text><text class="bound" x="${middle}" y="${HEIGHT + 37}">≤ ${duration(upTo)}</text>`;
})}
</svg>`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
