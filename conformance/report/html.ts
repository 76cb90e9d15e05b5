/** The report as one HTML page that works offline. */
import { failures, statusSign } from './html/failures.ts';
import { anchorIn, page, type Section } from './html/page.ts';
import { choices, notTested, responseTimes, rules } from './html/sections.ts';
import { type Markup, markup } from './markup.ts';
import { countByLevel, type Page, type PageSide, titleIn, toPage } from './page.ts';
import type { AnyReport, ReportRule } from './report.ts';
import { labelOf, STATUSES } from './rule-status.ts';

export function html(report: AnyReport): string {
  const { contract, tool, subject } = report;
  const all = toPage(report);
  const { target, sides } = all;
  const parts = sides.map((side) => ({ side, sections: sectionsOf(side) }));
  const isStrict = sides.some((side) => side.report.strict);
  const did =
    subject === 'traffic'
      ? 'sent nothing: it compared exchanges between others with the API document'
      : sides.map(({ words }) => words.traffic(report.requests)).join();

  return page({
    title: `${VERDICTS[report.verdict].word}: ${target}`,
    subtitle: `conformance report, ${contract.title}`,
    links: parts.flatMap(({ sections }) => sections),
    main: markup`${all.judged.length === 0 ? undefined : trafficVerdict(all, report)}
${parts.map(({ side, sections }) => [sideVerdict(side), ...sections.map(({ section }) => section)])}`,
    footer: markup`tollgate ${tool.version} ${did}. A must rule states what the document requires; only must rules${isStrict ? ' and, in this strict run, should rules' : ''} decide the verdict. Any choice is fine where the document is silent. Tokens are masked in this page.`,
  });
}

function sectionsOf(side: PageSide): readonly Section[] {
  const all = [...failures(side), notTested(side), choices(side), rules(side), responseTimes(side)];

  return all.flatMap((section) => section ?? []);
}

const VERDICTS = {
  conformant: { sign: '✓', word: 'Conformant' },
  nonconformant: { sign: '✕', word: 'Not conformant' },
  inconclusive: { sign: '?', word: 'Inconclusive' },
} as const;

function sideVerdict(side: PageSide): Markup {
  const { report, words, selected, sentences, next } = side;
  const anchor = anchorIn(side, 'verdict');
  const word = `${VERDICTS[report.verdict].word}${selected}`;
  const body = markup`${sentences.map(sentence)}
<p class="next"><strong>What to do next</strong> ${next}</p>`;

  return markup`${box(report, words.side === undefined ? title(report, word) : markup`<h2 id="${anchor}">${titleIn(side, word)}</h2>`, body, anchor)}
${tally(side)}
${words.side === undefined ? facts(report) : undefined}`;
}

/** Describes the judged traffic; the verdict of each side follows. */
function trafficVerdict({ judged: [first, ...others], summary }: Page, report: AnyReport): Markup {
  const body = markup`${[summary, `${first}.`].map(sentence)}
${others.length === 0 ? undefined : markup`<ul class="summary">${others.map((line) => markup`<li>${line}</li>`)}</ul>`}`;

  return markup`${box(report, title(report, VERDICTS[report.verdict].word), body)}
${facts(report)}`;
}

function title({ target }: AnyReport, word: string): Markup {
  return markup`<h1 id="verdict">${word}</h1>
<p class="target"><code>${target}</code></p>`;
}

/** The first one is the largest. */
function sentence(text: string, index: number): Markup {
  return markup`<p class="${index === 0 ? 'means' : 'summary'}">${text}</p>\n`;
}

function box({ verdict: name }: AnyReport, head: Markup, body: Markup, anchor = 'verdict'): Markup {
  return markup`<section class="verdict ${name}" aria-labelledby="${anchor}">
<div class="sign" aria-hidden="true">${VERDICTS[name].sign}</div>
<div>
${head}
${body}
</div>
</section>`;
}

/** A bar of all rules, divided by status. */
function tally({ rules }: PageSide): Markup {
  const counts = STATUSES.map((status) => ({ status, with: rules.filter((rule) => rule.status === status) }))
    .filter((each) => each.with.length > 0)
    .toReversed();
  const shareOf = (number: number) => ((number / rules.length) * 1000).toFixed(2);
  let from = 0;
  const parts = counts.map(({ status, with: { length } }) => {
    const x = shareOf(from);
    from += length;

    return markup`<rect class="${status}" x="${x}" y="0" width="${shareOf(length)}" height="14"/>`;
  });

  return markup`<div class="tally">
<svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>
<ul>${counts.map(
    (each) =>
      markup`<li class="${each.status}">${statusSign(each.status)} <b>${each.with.length}</b> ${labelOf(each.status)}${levels(each.with)}</li>`,
  )}</ul>
</div>`;
}

/** The numbers of must and should rules, where both occur. */
function levels(rules: readonly ReportRule[]): string {
  const isMixed = new Set(rules.map(({ level }) => level)).size > 1;

  return isMixed ? ` (${countByLevel(rules)})` : '';
}

/** What a run has and traffic has not, and the other way round. */
function facts(report: AnyReport): Markup {
  const { requests, durationMs, startedAt, exitCode, contract, tool } = report;
  const isTraffic = report.subject === 'traffic';
  const all: Readonly<Record<string, string | number>> = {
    ...(isTraffic
      ? {
          'Exchanges judged': requests,
          'Fee calls': report.exchanges.calculateFee,
          Sales: report.exchanges.attachSale,
          'Not judged': report.notJudged.reduce((sum, { count }) => sum + count, 0),
        }
      : { Requests: requests }),
    Time: `${(durationMs / 1000).toFixed(1)} s`,
    Started: `${startedAt.slice(0, 19).replace('T', ' ')} UTC`,
    ...(isTraffic
      ? {}
      : { Effort: report.strict ? `${report.effort}, strict` : report.effort, Seed: report.seed }),
    ...{ 'Exit code': exitCode, Contract: contract.version, tollgate: tool.version },
  };

  return markup`<dl class="facts">${Object.entries(all).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
