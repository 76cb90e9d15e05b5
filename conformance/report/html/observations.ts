/** What the deployment does where the document leaves it open. */
import { CHOICES } from '../../../src/contract/choices.ts';
import type { Report } from '../report.ts';
import { html, type Markup } from './markup.ts';

export function observations({ choices }: Report): Markup | undefined {
  const observed = Object.entries(choices);
  if (observed.length === 0) return undefined;

  return html`<section aria-labelledby="choices">
<h2 id="choices">What the deployment chose</h2>
<p class="muted">The document leaves this open. It was noted and not judged; <code>tollgate mock --like report.json</code> starts a mock that does the same in these points.</p>
<div class="scroll"><table class="card">
<thead><tr><th scope="col">Choice</th><th scope="col">Here</th><th scope="col">The question</th></tr></thead>
<tbody>${observed.map(
    ([name, option]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td><b>${option}</b></td><td>${questionOf(name)}</td></tr>`,
  )}</tbody>
</table></div>
</section>`;
}

/** A report may be from a version that knows other choices. */
function questionOf(name: string): string {
  const known: Readonly<Record<string, { readonly question: string }>> = CHOICES;

  return Object.hasOwn(known, name) ? (known[name]?.question ?? '') : '';
}
