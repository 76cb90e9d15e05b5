/** The section of all rules by group, and how each status looks. */
import { type Markup, markup } from '../markup.ts';
import type { Report, ReportRule } from '../report.ts';
import { count } from '../report-text.ts';
import { byGroup, labelOf, nameOf, type RuleStatus, statusOf } from '../rule-status.ts';

/** A sign, which shows the status without colours, and an explanation; in the order of the legend. */
const LOOKS: Readonly<Record<RuleStatus, readonly [sign: string, explanation: string]>> = {
  failed: ['✕', 'The rule is broken. The failure was confirmed by repeating it.'],
  unstable: ['≈', 'The rule failed only some of the times, so the verdict stays open.'],
  broken: ['!', 'tollgate itself failed. The deployment is not at fault.'],
  warning: ['△', 'A should rule is broken. It is good practice, not in the document, and does not count.'],
  waived: ['◇', 'The rule failed, and a waiver accepts the failure.'],
  known: ['◆', 'The rule failed as in the baseline, so the failure does not count.'],
  'not-tested': [
    '–',
    'The suite lacks something that the rule needs, or the rule depends on one that failed.',
  ],
  observed: ['○', 'The document leaves this open. What the deployment does was recorded, not judged.'],
  'not-observed': ['·', 'The document leaves this open, and no response showed what the deployment does.'],
  passed: ['✓', 'Every tested case holds.'],
};

export const STATUSES = Object.keys(LOOKS) as readonly RuleStatus[];

/** Statuses whose rules have a card in the section of failures, in its order. */
export const FAILURE_STATUSES: readonly RuleStatus[] = [
  'failed',
  'unstable',
  'broken',
  'warning',
  'waived',
  'known',
];

export function allRules(report: Report): Markup {
  const judged = report.rules.filter(({ level }) => level !== 'observe');
  const statuses = new Set(judged.map((rule) => statusOf(rule, report)));

  return markup`<section aria-labelledby="rules">
<h2 id="rules">All rules</h2>
<div class="groups">${[...byGroup(judged)].map(([name, rules]) => group(name, rules, report))}</div>
<dl class="legend">${STATUSES.filter((status) => statuses.has(status)).map(
    (status) =>
      markup`<div class="${status}"><dt><span class="mark" aria-hidden="true">${signOf(status)}</span> ${labelOf(status)}</dt><dd>${LOOKS[status][1]}</dd></div>`,
  )}</dl>
</section>`;
}

function group(name: string, rules: readonly ReportRule[], report: Report): Markup {
  const passed = rules.filter((rule) => statusOf(rule, report) === 'passed').length;

  return markup`<section class="card group" aria-label="${name}">
<h3>${name} <span class="muted">${passed} of ${rules.length} passed</span></h3>
<ul>${rules.map((rule) => line(rule, report))}</ul>
</section>`;
}

function line(rule: ReportRule, report: Report): Markup {
  const { id, title, level, exercised, requests } = rule;
  const status = statusOf(rule, report);
  const name = FAILURE_STATUSES.includes(status)
    ? markup`<a href="#${anchorOf(id)}">${nameOf(id)}</a>`
    : nameOf(id);
  const details = [
    ...(level === 'must' ? [] : [level]),
    ...(exercised === 0 ? [] : [`${count(exercised, 'case')}, ${count(requests, 'request')}`]),
  ];

  return markup`<li class="${status}"><span class="mark" role="img" aria-label="${labelOf(status)}">${signOf(status)}</span>
<div><p>${name} <small>${details.join(' · ')}</small></p>
<p class="muted">${title}</p></div></li>`;
}

export function signOf(status: RuleStatus): string {
  return LOOKS[status][0];
}

/** The anchor of a failed rule. */
export function anchorOf(id: string): string {
  return `rule-${id.replace('/', '-')}`;
}
