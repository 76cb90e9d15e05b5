/** What failed: expected beside got, each request beside its answer, and the commands that show it again. */

import { cut } from '../../../src/text/visible.ts';
import type { ReportCounterexample, ReportStep } from '../counterexample.ts';
import { fixOf } from '../fix.ts';
import { count } from '../meaning.ts';
import type { Report, ReportRule } from '../report.ts';
import { rulesOf, standingOf } from '../standing.ts';
import { sayAgreed, waiverLines } from '../waiver-line.ts';
import { html, type Markup } from './markup.ts';
import { anchorOf, badge } from './standings.ts';

export function failures(report: Report): Markup | undefined {
  const rules = rulesOf(report, 'failed', 'unsettled', 'broken', 'warned', 'waived', 'known');
  if (rules.length === 0) return undefined;

  return html`<section aria-labelledby="failures">
<h2 id="failures">${failuresTitle(report)}</h2>
${rules.map((rule) => failure(rule, report))}
</section>`;
}

/** A report that only warns has nothing that failed. */
export function failuresTitle(report: Report): string {
  return rulesOf(report, 'failed', 'unsettled', 'broken', 'waived', 'known').length === 0
    ? 'Warnings'
    : 'What failed';
}

function failure(rule: ReportRule, report: Report): Markup {
  const { id, title, level, section, reason, counterexample, replay, waived, known } = rule;

  return html`<article class="card failure" id="${anchorOf(id)}">
<header>${badge(standingOf(rule, report))} <code class="id">${id}</code> <span class="muted">${level}, section ${section} of the document</span></header>
<h3>${title.charAt(0).toUpperCase()}${title.slice(1)}</h3>
${waived === undefined ? undefined : html`<p class="note">Waived${until(waived)}: ${waived.reason}</p>`}
${known === undefined ? undefined : html`<p class="note">Known from the baseline since ${known.since.slice(0, 10)}.</p>`}
${rule.outcome === 'unstable' ? html`<p class="note">It ${reason.split(':')[0]}.</p>` : undefined}
${counterexample === undefined ? html`<p class="note">${reason}</p>` : proof(counterexample, replay ?? '', fixOf(id))}
${others(rule)}
${waiving(rule, report)}
</article>`;
}

function others({ otherFailures = [] }: ReportRule): Markup | undefined {
  if (otherFailures.length === 0) return undefined;

  return html`<h4>It failed in ${count(otherFailures.length, 'other way')} as well</h4>
<ul class="others">${otherFailures.map(
    (other) =>
      html`<li><code>${other.shape}</code>${sayAgreed(other)}<br><span class="muted">${cut(other.reason, LONGEST_BODY)}</span></li>`,
  )}</ul>`;
}

function waiving(rule: ReportRule, report: Report): Markup | undefined {
  const lines = waiverLines(rule, report);
  if (lines.length === 0) return undefined;

  return html`<h4>To waive it for a while</h4>
${command('An entry for the file of --waivers; write the reason and the last day', lines.join('\n'))}`;
}

function until({ until }: NonNullable<ReportRule['waived']>): string {
  return until === undefined ? '' : ` until ${until}`;
}

function proof(counterexample: ReportCounterexample, replay: string, fix: string | undefined): Markup {
  const { expected, got, steps } = counterexample;
  const commands = steps.map(({ curl }) => curl).join('\n');

  return html`<dl class="pair">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${got}</dd></div>
</dl>
<h4>The smallest example, ${count(steps.length, 'request')}</h4>
<ol class="steps">${shownSteps(steps)}</ol>
${
  fix === undefined
    ? undefined
    : html`<h4>How to fix it</h4>
<p>${prose(fix)}</p>`
}
<h4>See it yourself</h4>
${command('Run in one shell, with the token in the variable that is named', commands)}
${command(again(replay), replay)}`;
}

/** With what stands between backticks as code. */
function prose(text: string): readonly Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function again(replay: string): string {
  const hint = replay.includes(' REPORT.json ')
    ? '; REPORT.json is what --report json=REPORT.json writes'
    : '';

  return `Or have tollgate run it again and judge it${hint}`;
}

function shownSteps(steps: readonly ReportStep[]): readonly Markup[] {
  const left = steps.length - MOST_STEPS;
  if (left <= 0) return steps.map((step, index) => shownStep(step, index + 1));

  return [
    ...steps.slice(0, FIRST_STEPS).map((step, index) => shownStep(step, index + 1)),
    html`<li class="muted">… ${count(left, 'more step')}, which the report in JSON has …</li>`,
    ...steps.slice(FIRST_STEPS + left).map((step, index) => shownStep(step, FIRST_STEPS + left + index + 1)),
  ];
}

const MOST_STEPS = 12;
const FIRST_STEPS = 3;
/** Characters of a request or an answer. */
const LONGEST_BODY = 1500;
const LONGEST_COMMANDS = 20_000;

function shownStep({ request, response }: ReportStep, number: number): Markup {
  const answer =
    'none' in response
      ? html`<p class="line"><b class="none">no answer</b> ${response.none}</p><pre>${response.detail}</pre>`
      : html`<p class="line"><b>${response.status}</b> ${response.headers['content-type'] ?? 'no Content-Type'}</p>${body(response.body)}`;

  return html`<li value="${number}"><div class="exchange">
<div><p class="line"><b>${request.method}</b> ${pathOf(request.url)}</p>${body(request.body)}</div>
<div class="answer">${answer}</div>
</div></li>`;
}

function pathOf(address: string): string {
  const url = URL.parse(address);

  return url === null ? address : url.pathname + url.search;
}

function body(text: string): Markup {
  return text === '' ? html`<pre class="muted">(empty)</pre>` : html`<pre>${cut(text, LONGEST_BODY)}</pre>`;
}

function command(caption: string, text: string): Markup {
  return html`<figure class="command"><figcaption>${caption}</figcaption><pre>${cut(text, LONGEST_COMMANDS)}</pre><button type="button" hidden>Copy</button></figure>`;
}
