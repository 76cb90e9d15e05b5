/** How long answers took: a histogram and a handful of numbers. */
import type { Latencies } from '../../client/latencies.ts';
import { count } from '../meaning.ts';
import type { Report } from '../report.ts';
import { html, type Markup } from './markup.ts';

const HEIGHT = 120;
const BAR = 56;
const GAP = 12;

export function responseTimes({ latencies }: Report): Markup | undefined {
  if (latencies === undefined) return undefined;
  const { p50, p95, p99, max, answered, unanswered } = latencies;
  const numbers = Object.entries({ Median: p50, '95 %': p95, '99 %': p99, Longest: max });

  return html`<section aria-labelledby="times">
<h2 id="times">Response times</h2>
<p class="muted">${count(answered, 'answer')}${unanswered === 0 ? '' : `, and ${count(unanswered, 'request')} without one`}. Nothing here is judged, save that every answer came within the limit.</p>
<div class="card times">
<dl>${numbers.map(([name, ms]) => html`<div><dt>${name}</dt><dd>${written(ms)}</dd></div>`)}</dl>
${histogram(latencies)}
</div>
</section>`;
}

function histogram({ buckets }: Latencies): Markup {
  const most = Math.max(...buckets.map(({ answers }) => answers));
  const width = buckets.length * (BAR + GAP) + GAP;
  const described = buckets.map(({ upTo, answers }) => `up to ${written(upTo)}: ${answers}`).join(', ');

  return html`<svg class="histogram" viewBox="0 0 ${width} ${HEIGHT + 44}" width="${width}" height="${HEIGHT + 44}" role="img" aria-label="Answers by time: ${described}">
<line x1="0" y1="${HEIGHT + 20}" x2="${width}" y2="${HEIGHT + 20}"/>
${buckets.map(({ upTo, answers }, index) => {
  const height = answers === 0 ? 0 : Math.max(2, Math.round((answers / most) * HEIGHT));
  const x = GAP + index * (BAR + GAP);
  const middle = x + BAR / 2;

  return html`<rect x="${x}" y="${HEIGHT + 20 - height}" width="${BAR}" height="${height}" rx="3"/>
<text x="${middle}" y="${HEIGHT + 14 - height}">${answers}</text><text class="bound" x="${middle}" y="${HEIGHT + 37}">≤ ${written(upTo)}</text>`;
})}
</svg>`;
}

function written(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
