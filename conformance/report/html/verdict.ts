/** The top of the page, and of each side of traffic: the verdict, its meaning, what to do next, rules by status, and facts about the run. */

import { describeJudged, describeNotJudged, sideTitle } from '../judged-traffic.ts';
import { type Markup, markup } from '../markup.ts';
import type { Report } from '../report.ts';
import { labelOf, type RuleStatus, rulesWith, selectedPart } from '../rule-status.ts';
import { countByLevel, explainVerdict } from '../summary.ts';
import type { AnyReport, TrafficReport } from '../traffic-report.ts';
import { anchorIn } from './headings.ts';
import { STATUSES, signOf } from './rules.ts';

export const VERDICTS = {
  conformant: { sign: '✓', word: 'Conformant' },
  nonconformant: { sign: '✕', word: 'Not conformant' },
  inconclusive: { sign: '?', word: 'Inconclusive' },
} as const;

export function verdict(report: Report): Markup {
  const { word } = VERDICTS[report.verdict];
  const head = markup`<h1 id="verdict">${word}${selectedPart(report)}</h1>
<p class="target"><code>${report.target}</code></p>`;

  return markup`${box(report, 'verdict', head, explanation(report))}
${tally(report)}
${facts(factsOf(report))}`;
}

export function sideVerdict(report: Report): Markup {
  const anchor = anchorIn(report, 'verdict');
  const head = markup`<h2 id="${anchor}">${sideTitle(report)}: ${VERDICTS[report.verdict].word.toLowerCase()}${selectedPart(report)}</h2>`;

  return markup`${box(report, anchor, head, explanation(report))}
${tally(report)}`;
}

/** Describes the judged traffic; the verdict of each side follows. */
export function trafficVerdict(report: TrafficReport): Markup {
  const { word } = VERDICTS[report.verdict];
  const { requests, exchanges, notJudged } = report;
  const lines = describeNotJudged(report);
  const head = markup`<h1 id="verdict">${word}</h1>
<p class="target"><code>${report.target}</code></p>`;
  const body = markup`<p class="means">${report.summary}</p>
<p class="summary">${describeJudged(report)}.</p>
${lines.length === 0 ? undefined : markup`<ul class="summary">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`}`;

  return markup`${box(report, 'verdict', head, body)}
${facts({
  'Exchanges judged': requests,
  'Fee calls': exchanges.calculateFee,
  Sales: exchanges.attachSale,
  'Not judged': notJudged.reduce((sum, { count }) => sum + count, 0),
  ...timesOf(report),
  ...versionsOf(report),
})}`;
}

function box({ verdict: name }: Pick<Report, 'verdict'>, anchor: string, head: Markup, body: Markup): Markup {
  return markup`<section class="verdict ${name}" aria-labelledby="${anchor}">
<div class="sign" aria-hidden="true">${VERDICTS[name].sign}</div>
<div>
${head}
${body}
</div>
</section>`;
}

function explanation(report: Report): Markup {
  const { meaning, next } = explainVerdict(report);
  const summary = [meaning, next].includes(report.summary)
    ? undefined
    : markup`<p class="summary">${report.summary}</p>`;

  return markup`<p class="means">${meaning}</p>
${summary}
${(report.notes ?? []).map((note) => markup`<p class="summary">${note}</p>`)}
<p class="next"><strong>What to do next</strong> ${next}</p>`;
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
      markup`<li class="${status}"><span aria-hidden="true">${signOf(status)}</span> <b>${number}</b> ${labelOf(status)}${levels(report, status)}</li>`,
  )}</ul>
</div>`;
}

/** The numbers of must and should rules with a status, where both occur. */
function levels(report: Report, status: RuleStatus): string {
  const rules = rulesWith(report, status);
  const isMixed = new Set(rules.map(({ level }) => level)).size > 1;

  return isMixed ? ` (${countByLevel(rules)})` : '';
}

type Facts = Readonly<Record<string, string | number>>;

function factsOf(report: Report): Facts {
  const { requests, effort, seed, strict } = report;

  return {
    Requests: requests,
    ...timesOf(report),
    Effort: strict ? `${effort}, strict` : effort,
    Seed: seed,
    ...versionsOf(report),
  };
}

function timesOf({ durationMs, startedAt }: AnyReport): Facts {
  return {
    Time: `${(durationMs / 1000).toFixed(1)} s`,
    Started: `${startedAt.slice(0, 19).replace('T', ' ')} UTC`,
  };
}

function versionsOf({ exitCode, contract, tool }: AnyReport): Facts {
  return { 'Exit code': exitCode, Contract: contract.version, tollgate: tool.version };
}

function facts(all: Facts): Markup {
  const pairs = Object.entries(all);

  return markup`<dl class="facts">${pairs.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
