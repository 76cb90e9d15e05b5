/** The top of the page: the verdict, its meaning, what to do next, rules by status, and facts about the run. */
import { type Markup, markup } from '../markup.ts';
import type { Report } from '../report.ts';
import { labelOf, rulesWith } from '../rule-status.ts';
import { explainVerdict } from '../summary.ts';
import { STATUSES, signOf } from './rules.ts';

export const VERDICTS = {
  conformant: { sign: '✓', word: 'Conformant' },
  nonconformant: { sign: '✕', word: 'Not conformant' },
  inconclusive: { sign: '?', word: 'Inconclusive' },
} as const;

export function verdict(report: Report): Markup {
  const { sign, word } = VERDICTS[report.verdict];
  const { meaning, next } = explainVerdict(report);
  const summary = [meaning, next].includes(report.summary)
    ? undefined
    : markup`<p class="summary">${report.summary}</p>`;

  return markup`<section class="verdict ${report.verdict}" aria-labelledby="verdict">
<div class="sign" aria-hidden="true">${sign}</div>
<div>
<h1 id="verdict">${word}</h1>
<p class="target"><code>${report.target}</code></p>
<p class="means">${meaning}</p>
${summary}
<p class="next"><strong>What to do next</strong> ${next}</p>
</div>
</section>
${tally(report)}
${facts(report)}`;
}

/** A bar of all rules, divided by status. */
function tally(report: Report): Markup {
  const all = report.rules.length;
  const counts = STATUSES.map((status) => ({ status, number: rulesWith(report, status).length }))
    .filter(({ number }) => number > 0)
    .toReversed();
  let from = 0;
  const parts = counts.map(({ status, number }) => {
    const x = (from / all) * 1000;
    from += number;

    return markup`<rect class="${status}" x="${x.toFixed(2)}" y="0" width="${((number / all) * 1000).toFixed(2)}" height="14"/>`;
  });

  return markup`<div class="tally">
<svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul>${counts.map(
    ({ status, number }) =>
      markup`<li class="${status}"><span aria-hidden="true">${signOf(status)}</span> <b>${number}</b> ${labelOf(status)}</li>`,
  )}</ul>
</div>`;
}

function facts(report: Report): Markup {
  const { requests, durationMs, effort, seed, strict, startedAt, contract, tool, exitCode } = report;
  const pairs = Object.entries({
    Requests: requests,
    Time: `${(durationMs / 1000).toFixed(1)} s`,
    Started: `${startedAt.slice(0, 19).replace('T', ' ')} UTC`,
    Effort: strict ? `${effort}, strict` : effort,
    Seed: seed,
    'Exit code': exitCode,
    Contract: contract.version,
    tollgate: tool.version,
  });

  return markup`<dl class="facts">${pairs.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
