/** All rules by group, each with its standing. */
import { byGroup } from '../groups.ts';
import { count } from '../meaning.ts';
import type { Report, ReportRule } from '../report.ts';
import { type Standing, standingOf } from '../standing.ts';
import { html, type Markup } from './markup.ts';
import { anchorOf, LOOKS } from './standings.ts';

export function matrix(report: Report): Markup {
  return html`<section aria-labelledby="rules">
<h2 id="rules">All rules</h2>
<div class="groups">${[...byGroup(judged(report))].map(([name, rules]) => group(name, rules, report))}</div>
${legend(report)}
</section>`;
}

/** What is observed has a table of its own. */
function judged({ rules }: Report): readonly ReportRule[] {
  return rules.filter(({ level }) => level !== 'observe');
}

function group(name: string, rules: readonly ReportRule[], report: Report): Markup {
  const passed = rules.filter((rule) => standingOf(rule, report) === 'passed').length;

  return html`<section class="card group" aria-label="${name}">
<h3>${name} <span class="muted">${passed} of ${rules.length} passed</span></h3>
<ul>${rules.map((rule) => line(rule, report))}</ul>
</section>`;
}

function line(rule: ReportRule, report: Report): Markup {
  const { id, title, level, exercised, requests } = rule;
  const standing = standingOf(rule, report);
  const { sign, word } = LOOKS[standing];
  const name = id.split('/')[1] ?? id;
  const isShown = ['failed', 'unsettled', 'broken', 'warned', 'waived', 'known'].includes(standing);
  const told = [
    ...(level === 'must' ? [] : [level]),
    ...(exercised === 0 ? [] : [`${count(exercised, 'case')}, ${count(requests, 'request')}`]),
  ];

  return html`<li class="${standing}"><span class="mark" role="img" aria-label="${word}">${sign}</span>
<div><p>${isShown ? html`<a href="#${anchorOf(id)}">${name}</a>` : name} <small>${told.join(' · ')}</small></p>
<p class="muted">${title}</p></div></li>`;
}

function legend(report: Report): Markup {
  const present = new Set(judged(report).map((rule) => standingOf(rule, report)));
  const shown = (Object.keys(LOOKS) as Standing[]).filter((standing) => present.has(standing));

  return html`<dl class="legend">${shown.map(
    (standing) =>
      html`<div class="${standing}"><dt><span class="mark" aria-hidden="true">${LOOKS[standing].sign}</span> ${LOOKS[standing].word}</dt><dd>${LOOKS[standing].explained}</dd></div>`,
  )}</dl>`;
}
