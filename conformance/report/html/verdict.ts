/** The head of the page: the verdict, what it means, what to do next, and how many rules came out how. */
import { meaningOf } from '../meaning.ts';
import type { Report } from '../report.ts';
import { rulesOf, type Standing } from '../standing.ts';
import { html, type Markup } from './markup.ts';
import { LOOKS } from './standings.ts';

export const VERDICTS = {
  conformant: { sign: '✓', word: 'Conformant' },
  nonconformant: { sign: '✕', word: 'Not conformant' },
  inconclusive: { sign: '?', word: 'Inconclusive' },
} as const;

export function verdict(report: Report): Markup {
  const { sign, word } = VERDICTS[report.verdict];
  const { means, next } = meaningOf(report);
  const summary = [means, next].includes(report.summary)
    ? undefined
    : html`<p class="summary">${report.summary}</p>`;

  return html`<section class="verdict ${report.verdict}" aria-labelledby="verdict">
<div class="sign" aria-hidden="true">${sign}</div>
<div>
<h1 id="verdict">${word}</h1>
<p class="target"><code>${report.target}</code></p>
<p class="means">${means}</p>
${summary}
<p class="next"><strong>What to do next</strong> ${next}</p>
</div>
</section>
${tally(report)}
${facts(report)}`;
}

/** One bar for all rules, each standing as wide as it is often. */
function tally(report: Report): Markup {
  const all = report.rules.length;
  const counted = (Object.keys(LOOKS) as Standing[])
    .map((standing) => ({ standing, number: rulesOf(report, standing).length }))
    .filter(({ number }) => number > 0)
    .toReversed();
  let from = 0;
  const parts = counted.map(({ standing, number }) => {
    const x = (from / all) * 1000;
    from += number;

    return html`<rect class="${standing}" x="${x.toFixed(2)}" y="0" width="${((number / all) * 1000).toFixed(2)}" height="14"/>`;
  });

  return html`<div class="tally">
<svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul>${counted.map(
    ({ standing, number }) =>
      html`<li class="${standing}"><span aria-hidden="true">${LOOKS[standing].sign}</span> <b>${number}</b> ${LOOKS[standing].word}</li>`,
  )}</ul>
</div>`;
}

function facts(report: Report): Markup {
  const { requests, durationMs, effort, seed, strict, startedAt, contract, tool, exitCode } = report;
  const told: readonly (readonly [string, string | number])[] = [
    ['Requests', requests],
    ['Time', `${(durationMs / 1000).toFixed(1)} s`],
    ['Started', `${startedAt.slice(0, 19).replace('T', ' ')} UTC`],
    ['Effort', strict ? `${effort}, strict` : effort],
    ['Seed', seed],
    ['Exit code', exitCode],
    ['Contract', contract.version],
    ['tollgate', tool.version],
  ];

  return html`<dl class="facts">${told.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
