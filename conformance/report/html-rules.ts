/** The cards of failures: expected and received, each exchange, the fix, and the commands; and the list of all rules. */
import { cut } from '../../src/text/visible.ts';
import { capitalize, count } from '../../src/text/words.ts';
import { abridge, acceptedBy, requestLines, type ShownRule } from './failure.ts';
import { type Markup, markup } from './markup.ts';
import type { PageSide } from './page.ts';
import type { ReportCounterexample, ReportStep } from './report.ts';
import { lookOf, nameOf, type RuleStatus } from './rule-status.ts';

/** Characters of a request or a response. */
const LONGEST_BODY = 1500;
/** The same where the requests reproduce nothing. */
const LONGEST_UNPROVEN = 300;
const LONGEST_COMMANDS = 20_000;

/** The anchor of a failed rule. */
function anchorOf(id: string): string {
  return `rule-${id.replace('/', '-')}`;
}

export function statusSign(status: RuleStatus): Markup {
  return markup`<span aria-hidden="true">${lookOf(status).sign}</span>`;
}

export function failureCard(rule: ShownRule, { words }: PageSide): Markup {
  const { id, title, section, reason, outcome, counterexample, waived, known } = rule;
  const { status, label, demand, note, often, otherFailures = [], toWaive } = rule;
  const notes = [
    ...(waived === undefined && known === undefined ? [] : [capitalize(note)]),
    ...(counterexample === undefined ? [note] : []),
    ...(outcome === 'unstable' ? [`It ${reason.split(':')[0]}.`] : []),
    ...(often === undefined ? [] : [`Seen ${often}.`]),
  ];
  const others = otherFailures.map(
    (other) =>
      markup`<li><code>${other.shape}</code>${acceptedBy(other)}<br><span class="muted">${cut(other.reason, LONGEST_BODY)}</span></li>`,
  );

  return markup`<article class="card failure" id="${anchorOf(id)}">
<header><span class="badge ${status}">${statusSign(status)} ${label}</span> <code class="id">${id}</code> <span class="muted">${demand}${section === '–' ? '' : ' of the document'}</span></header>
<h3>${capitalize(title)}</h3>
${notes.map((text) => markup`<p class="note">${text}</p>`)}
${counterexample && proof(rule, counterexample, words)}
${
  others.length > 0
    ? markup`<h4>The rule also failed in ${count(others.length, 'other way')}</h4>
<ul class="others">${others}</ul>`
    : undefined
}
${
  toWaive.length > 0
    ? markup`<h4>How to waive it for a while</h4>
${command('Add to the file of --waivers, with a reason and the last day', toWaive.join('\n'))}`
    : undefined
}
</article>`;
}

function proof(rule: ShownRule, { expected, got }: ReportCounterexample, words: PageSide['words']): Markup {
  const { role, caption, steps, fix } = rule;
  const isProof = role === 'reproduction';
  const number = count(steps.length, words.exchange);
  const longest = isProof ? LONGEST_BODY : LONGEST_UNPROVEN;

  return markup`<dl class="pair">
<div class="expected"><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${got}</dd></div>
</dl>
<h4>${capitalize(caption)}${isProof ? `, ${number}` : role.startsWith('last-') ? ` (${number})` : ` ${number}`}</h4>
<ol class="steps">${abridge(
    steps.map((step, index) => exchange(step, index + 1, longest)),
    (left) => markup`<li class="muted">… ${left} more steps are in the JSON report …</li>`,
  )}</ol>
${fix && markup`<h4>How to fix it</h4>\n<p>${withCode(fix)}</p>`}
${words.side === undefined ? commands(rule, words) : undefined}`;
}

function commands({ replay, role, steps }: ShownRule, words: PageSide['words']): Markup {
  const lines = steps.flatMap((step) => requestLines(step, role, LONGEST_COMMANDS));
  const hint = replay?.includes(' REPORT.json ') ? '; --report json=REPORT.json writes REPORT.json' : '';

  return markup`<h4>${role === 'reproduction' ? 'How to reproduce it' : 'How to send these requests again'}</h4>
${command(words.curlCaption, lines.join('\n'))}
${replay && command(`${words.replayCaption}${hint}`, replay)}`;
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

function command(caption: string, text: string): Markup {
  return markup`<figure class="command"><figcaption>${caption}</figcaption><pre>${cut(text, LONGEST_COMMANDS)}</pre><button type="button" hidden>Copy</button></figure>`;
}

/** The rules of a group, with links to those that failed. */
export function ruleGroup(name: string, ofGroup: readonly ShownRule[], side: PageSide): Markup {
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
