/** What the deployment does where the document leaves it open. */
import { observedIn, SILENT, untoldIn } from '../observed.ts';
import type { Report } from '../report.ts';
import { html, type Markup } from './markup.ts';

export function observations(report: Report): Markup | undefined {
  const observed = observedIn(report);
  const untold = untoldIn(report);
  if (observed.length === 0 && untold.length === 0) return undefined;

  return html`<section aria-labelledby="choices">
<h2 id="choices">${SILENT}</h2>
<p class="muted">It was noted and not judged; <code>tollgate mock --like report.json</code> starts a mock that does the same, as far as a mock can.</p>
<div class="scroll"><table class="card">
<thead><tr><th scope="col">Choice</th><th scope="col">Here</th><th scope="col">The question</th></tr></thead>
<tbody>${observed.map(
    ({ name, option, question }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td><b>${option}</b></td><td>${question}</td></tr>`,
  )}</tbody>
</table></div>
${untold.map(({ reason, names }) => html`<p class="muted">Not told: ${names.map((name) => html`<code>${name}</code> `)} (${reason})</p>`)}
</section>`;
}
