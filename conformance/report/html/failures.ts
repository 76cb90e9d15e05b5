/** The section of failures: expected and received, each exchange, the fix, and the commands that reproduce it. */
import { cut } from '../../../src/text/visible.ts';
import { capitalize, count } from '../../../src/text/words.ts';
import { captionOf, roleOf } from '../exchanges-role.ts';
import { type Markup, markup } from '../markup.ts';
import type { Report, ReportCounterexample, ReportRule, ReportStep } from '../report.ts';
import {
  abridgeSteps,
  acceptedBy,
  dayOf,
  fixOf,
  frequencyOf,
  levelAndSection,
  requestLines,
  untilOf,
  waiverEntries,
} from '../report-text.ts';
import { labelOf, type RuleStatus, rulesWith, statusOf } from '../rule-status.ts';
import { wordsOf } from '../subject-words.ts';
import { section } from './headings.ts';
import { anchorOf, FAILURE_STATUSES, signOf } from './rules.ts';

/** Characters of a request or a response. */
const LONGEST_BODY = 1500;
/** The same where the requests reproduce nothing. */
const LONGEST_UNPROVEN = 300;
const LONGEST_COMMANDS = 20_000;

export function failures(report: Report): Markup | undefined {
  return cards(report, 'failures', failuresTitle(report), CONFIRMED);
}

export function unstable(report: Report): Markup | undefined {
  return cards(report, 'unstable', UNSTABLE_TITLE, ['unstable']);
}

export const UNSTABLE_TITLE = 'Undecided';

const CONFIRMED = FAILURE_STATUSES.filter((status) => status !== 'unstable');

function cards(
  report: Report,
  anchor: string,
  title: string,
  statuses: readonly RuleStatus[],
): Markup | undefined {
  const rules = rulesWith(report, ...statuses);
  if (rules.length === 0) return undefined;

  return section(report, anchor, title, markup`${rules.map((rule) => failure(rule, report))}`);
}

export function failuresTitle(report: Report): string {
  const others = CONFIRMED.filter((status) => status !== 'warning');

  return rulesWith(report, ...others).length === 0 ? 'Warnings' : 'Failures';
}

function failure(rule: ReportRule, report: Report): Markup {
  const { id, title, section: place, reason, outcome, counterexample, waived, known } = rule;
  const status = statusOf(rule, report);
  const often = frequencyOf(rule);

  return markup`<article class="card failure" id="${anchorOf(id)}">
<header><span class="badge ${status}"><span aria-hidden="true">${signOf(status)}</span> ${labelOf(status)}</span> <code class="id">${id}</code> <span class="muted">${levelAndSection(rule)}${place === '–' ? '' : ' of the document'}</span></header>
<h3>${capitalize(title)}</h3>
${waived === undefined ? undefined : note(`Waived${untilOf(rule)}: ${waived.reason}`)}
${known === undefined ? undefined : note(`Known from the baseline since ${dayOf(known.since)}.`)}
${outcome === 'unstable' ? note(`It ${reason.split(':')[0]}.`) : undefined}
${often === undefined ? undefined : note(`Seen ${often}.`)}
${counterexample === undefined ? note(reason) : proof(rule, counterexample, report)}
${otherFailures(rule)}
${waiver(rule, report)}
</article>`;
}

function note(text: string): Markup {
  return markup`<p class="note">${text}</p>`;
}

function proof(rule: ReportRule, { expected, got, steps }: ReportCounterexample, report: Report): Markup {
  const { id, replay } = rule;
  const { curlCaption, replayCaption } = wordsOf(report);
  const role = roleOf(rule, report);
  const isProof = role === 'reproduction';
  const longest = isProof ? LONGEST_BODY : LONGEST_UNPROVEN;
  const number = count(steps.length, report.passive === true ? 'exchange' : 'request');
  const fix = fixOf(id);
  const hint =
    replay?.includes(' REPORT.json ') === true ? '; --report json=REPORT.json writes REPORT.json' : '';

  return markup`<dl class="pair">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${got}</dd></div>
</dl>
<h4>${capitalize(captionOf(role))}${isProof ? `, ${number}` : role === 'sighting' ? ` ${number}` : ` (${number})`}</h4>
<ol class="steps">${abridgeSteps(
    steps.map((step, index) => exchange(step, index + 1, longest)),
    (left) => markup`<li class="muted">… ${left} more steps are in the JSON report …</li>`,
  )}</ol>
${fix === undefined ? undefined : markup`<h4>How to fix it</h4>\n<p>${withCode(fix)}</p>`}
${
  report.passive === true
    ? undefined
    : markup`<h4>${isProof ? 'How to reproduce it' : 'How to send these requests again'}</h4>
${command(curlCaption, steps.flatMap((step) => requestLines(step, report, role)).join('\n'))}
${replay === undefined ? undefined : command(`${replayCaption}${hint}`, replay)}`
}`;
}

/** Text between backticks becomes code. */
function withCode(text: string): readonly Markup[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));
}

function exchange({ request, response }: ReportStep, number: number, longest: number): Markup {
  const url = URL.parse(request.url);
  const path = url === null ? request.url : url.pathname + url.search;
  const answer =
    'none' in response
      ? markup`<p class="line"><b class="none">no answer</b> ${response.none}</p><pre>${response.detail}</pre>`
      : markup`<p class="line"><b>${response.status}</b> ${response.headers['content-type'] ?? 'no Content-Type'}</p>${body(response.body, longest)}`;

  return markup`<li value="${number}"><div class="exchange">
<div><p class="line"><b>${request.method}</b> ${path}</p>${body(request.body, longest)}</div>
<div class="answer">${answer}</div>
</div></li>`;
}

function body(text: string, longest: number): Markup {
  return text === '' ? markup`<pre class="muted">(empty)</pre>` : markup`<pre>${cut(text, longest)}</pre>`;
}

function otherFailures({ otherFailures = [] }: ReportRule): Markup | undefined {
  if (otherFailures.length === 0) return undefined;

  return markup`<h4>The rule also failed in ${count(otherFailures.length, 'other way')}</h4>
<ul class="others">${otherFailures.map(
    (other) =>
      markup`<li><code>${other.shape}</code>${acceptedBy(other)}<br><span class="muted">${cut(other.reason, LONGEST_BODY)}</span></li>`,
  )}</ul>`;
}

function waiver(rule: ReportRule, report: Report): Markup | undefined {
  const entries = waiverEntries(rule, report);
  if (entries.length === 0) return undefined;

  return markup`<h4>How to waive it for a while</h4>
${command('Add to the file of --waivers, with a reason and the last day', entries.join('\n'))}`;
}

function command(caption: string, text: string): Markup {
  return markup`<figure class="command"><figcaption>${caption}</figcaption><pre>${cut(text, LONGEST_COMMANDS)}</pre><button type="button" hidden>Copy</button></figure>`;
}
