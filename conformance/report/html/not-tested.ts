/** What was not tested, and why. */
import { count } from '../meaning.ts';
import type { Report } from '../report.ts';
import { untestedByReason } from '../untested.ts';
import { html, type Markup } from './markup.ts';

export function notTested(report: Report): Markup | undefined {
  const reasons = untestedByReason(report);
  if (reasons.length === 0) return undefined;
  const sum = reasons.reduce((total, reason) => total + reason.count, 0);

  return html`<section aria-labelledby="not-tested">
<h2 id="not-tested">What was not tested</h2>
${sum === 0 ? undefined : html`<p class="muted">Nothing is known about ${count(sum, 'rule')}, for these reasons.</p>`}
<dl class="card reasons">${reasons.map(
    ({ reason, rules }) => html`<div><dt>${reason.charAt(0).toUpperCase()}${reason.slice(1)}</dt>
<dd>${rules.map((rule) => html`<code>${rule}</code> `)}</dd></div>`,
  )}</dl>
</section>`;
}
