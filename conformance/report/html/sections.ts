/** The sections below the failures: all rules, observed choices, response times, and rules that were not tested. */
import { capitalize, count } from '../../../src/text/words.ts';
import type { ShownRule } from '../failure.ts';
import { type Markup, markup } from '../markup.ts';
import { CHOICES_HEADING, type PageSide } from '../page.ts';
import type { Latencies } from '../report.ts';
import { byGroup, labelOf, lookOf, nameOf, STATUSES } from '../rule-status.ts';
import { anchorOf } from './failures.ts';
import { type Section, section } from './page.ts';

/** A side of traffic lists its judged rules alone: traffic shows few of all. */
export function rules(side: PageSide): Section | undefined {
  const isSide = side.words.side !== undefined;
  const judged = side.rules.filter(
    ({ level, status }) => level !== 'observe' && !(isSide && status === 'not-tested'),
  );
  if (isSide && judged.length === 0) return undefined;
  const statuses = STATUSES.filter((status) => judged.some((rule) => rule.status === status));
  const body = markup`<div class="groups">${[...byGroup(judged)].map(([name, ofGroup]) => group(name, ofGroup, side))}</div>
<dl class="legend">${statuses.map(
    (status) =>
      markup`<div class="${status}"><dt><span class="mark" aria-hidden="true">${lookOf(status).sign}</span> ${labelOf(status)}</dt><dd>${lookOf(status).about}</dd></div>`,
  )}</dl>`;

  return section(side, 'rules', isSide ? 'Judged rules' : 'All rules', body);
}

function group(name: string, ofGroup: readonly ShownRule[], side: PageSide): Markup {
  const passed = (['must', 'should'] as const).flatMap((level) => {
    const ofLevel = ofGroup.filter((rule) => rule.level === level);
    const { length } = ofLevel.filter(({ status }) => status === 'passed');

    return ofLevel.length === 0 ? [] : [`${length} of ${ofLevel.length} ${level}`];
  });

  return markup`<section class="card group" aria-label="${name}">
<h3>${name} <span class="muted">${passed.join(', ')} passed</span></h3>
<ul>${ofGroup.map((rule) => line(rule, side))}</ul>
</section>`;
}

function line(rule: ShownRule, { failures, words }: PageSide): Markup {
  const { id, title, level, exercised, requests, status, label, look } = rule;
  const name = failures.includes(rule) ? markup`<a href="#${anchorOf(id)}">${nameOf(id)}</a>` : nameOf(id);
  const details = [
    ...(level === 'must' ? [] : [level]),
    ...(exercised === 0 ? [] : [words.judged(exercised, requests)]),
  ];

  return markup`<li class="${status}"><span class="mark" role="img" aria-label="${label}">${look.sign}</span>
<div><p>${name} <small>${details.join(' · ')}</small></p>
<p class="muted">${title}</p></div></li>`;
}

export function choices(side: PageSide): Section | undefined {
  const { choices: observed, unobserved } = side;
  if (observed.length === 0 && unobserved.length === 0) return undefined;
  const body = markup`<p class="muted">Observed, not judged. <code>tollgate mock --like report.json</code> starts a mock that makes the same choices where it can.</p>
<div class="scroll"><table class="card">
<thead><tr><th scope="col">Choice</th><th scope="col">Here</th><th scope="col">The question</th></tr></thead>
<tbody>${observed.map(
    ({ name, option, question }) =>
      markup`<tr><th scope="row"><code>${name}</code></th><td><b>${option}</b></td><td>${question}</td></tr>`,
  )}</tbody>
</table></div>
${unobserved.map(
  ({ reason, names }) => markup`<p class="muted">Not observed: ${codes(names)} (${reason})</p>`,
)}`;

  return section(side, 'choices', CHOICES_HEADING, body, 'Choices');
}

function codes(names: readonly string[]): readonly Markup[] {
  return names.map((name) => markup`<code>${name}</code> `);
}

/** Folded for a side of traffic. */
export function notTested(side: PageSide): Section | undefined {
  const { untested, untouched, words } = side;
  if (untested.length + untouched.length === 0) return undefined;
  const sum = untested.reduce((total, reason) => total + reason.count, 0);
  const list = markup`<dl class="card reasons">${untested.map(
    ({ reason, names }) => markup`<div><dt>${capitalize(reason)}</dt>
<dd>${codes(names)}</dd></div>`,
  )}</dl>`;
  const body = markup`${sum === 0 ? undefined : markup`<p class="muted">The run says nothing about ${count(sum, 'rule')}, for these reasons.</p>`}
${untested.length === 0 ? undefined : words.side === undefined ? list : markup`<details><summary>Show the reasons</summary>${list}</details>`}
${untouched.length === 0 ? undefined : markup`<p class="muted">No call touched: ${untouched.join(', ')}.</p>`}`;

  return section(side, 'not-tested', 'Not tested', body);
}

export function responseTimes(side: PageSide): Section | undefined {
  const { latencies } = side.report;
  if (latencies === undefined) return undefined;
  const { p50, p95, p99, max, answered, unanswered } = latencies;
  const numbers = Object.entries({ Median: p50, '95 %': p95, '99 %': p99, Longest: max });
  const without = unanswered === 0 ? '' : `, and ${count(unanswered, 'request')} without one`;
  const body = markup`<p class="muted">${count(answered, 'response')}${without}. The suite judges only that every response arrives within the time limit.</p>
<div class="card times">
<dl>${numbers.map(([name, ms]) => markup`<div><dt>${name}</dt><dd>${duration(ms)}</dd></div>`)}</dl>
${histogram(latencies)}
</div>`;

  return section(side, 'times', 'Response times', body);
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
