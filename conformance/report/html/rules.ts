/** The section of all rules by group, and how each status looks. */

import { count } from '../../../src/text/words.ts';
import { type Markup, markup } from '../markup.ts';
import type { Report, ReportRule } from '../report.ts';
import { byGroup, labelOf, nameOf, type RuleStatus, statusOf } from '../rule-status.ts';
import { section } from './headings.ts';

/** The sign of each status, readable without colours, and its explanation; in the order of the legend. */
const LOOKS: Readonly<Record<RuleStatus, readonly [sign: string, explanation: string]>> = {
  failed: ['✕', 'The rule is broken.'],
  unstable: [
    '≈',
    'The rule failed only some of the times, or too few to prove it, so the verdict stays open.',
  ],
  broken: ['!', 'tollgate itself failed. What was judged is not at fault.'],
  warning: ['△', 'A should rule is broken. It is good practice, not in the document, and does not count.'],
  waived: ['◇', 'The rule failed, and a waiver accepts the failure.'],
  known: ['◆', 'The rule failed as in the baseline, so the failure does not count.'],
  'not-tested': [
    '–',
    'Nothing showed whether the rule holds, or it depends on one that failed; see the reasons.',
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

/** A side of traffic lists its judged rules alone: traffic shows few of all. */
export function rulesTitle({ passive }: Report): string {
  return passive === true ? 'Judged rules' : 'All rules';
}

export function allRules(report: Report): Markup | undefined {
  const judged = report.rules.filter(
    (rule) => rule.level !== 'observe' && !(report.passive && statusOf(rule, report) === 'not-tested'),
  );
  if (report.passive && judged.length === 0) return undefined;
  const statuses = new Set(judged.map((rule) => statusOf(rule, report)));

  const body = markup`<div class="groups">${[...byGroup(judged)].map(([name, rules]) => group(name, rules, report))}</div>
<dl class="legend">${STATUSES.filter((status) => statuses.has(status)).map(
    (status) =>
      markup`<div class="${status}"><dt><span class="mark" aria-hidden="true">${signOf(status)}</span> ${labelOf(status)}</dt><dd>${LOOKS[status][1]}</dd></div>`,
  )}</dl>`;

  return section(report, 'rules', rulesTitle(report), body);
}

function group(name: string, rules: readonly ReportRule[], report: Report): Markup {
  const passed = (['must', 'should'] as const).flatMap((level) => {
    const ofLevel = rules.filter((rule) => rule.level === level);
    const { length } = ofLevel.filter((rule) => statusOf(rule, report) === 'passed');

    return ofLevel.length === 0 ? [] : [`${length} of ${ofLevel.length} ${level}`];
  });

  return markup`<section class="card group" aria-label="${name}">
<h3>${name} <span class="muted">${passed.join(', ')} passed</span></h3>
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
    ...(exercised === 0
      ? []
      : [
          report.passive
            ? count(exercised, 'exchange')
            : `${count(exercised, 'case')}, ${count(requests, 'request')}`,
        ]),
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
