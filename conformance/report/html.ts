/** The report as one HTML page that works offline. */
import { failures, statusSign } from './html/failures.ts';
import { anchorIn, page, type Section } from './html/page.ts';
import { choices, notTested, responseTimes, rules } from './html/sections.ts';
import { type Markup, markup } from './markup.ts';
import { countByLevel, type Page, type Side, toPage } from './page.ts';
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

function sectionsOf(side: Side): readonly Section[] {
  const all = [...failures(side), rules(side), choices(side), responseTimes(side), notTested(side)];

  return all.flatMap((section) => section ?? []);
}

const VERDICTS = {
  conformant: { sign: '✓', word: 'Conformant' },
  nonconformant: { sign: '✕', word: 'Not conformant' },
  inconclusive: { sign: '?', word: 'Inconclusive' },
} as const;

function sideVerdict(side: Side): Markup {
  const { report, words, selected, sentences, next } = side;
  const { word } = VERDICTS[report.verdict];
  const anchor = anchorIn(side, 'verdict');
  const [meaning, ...others] = sentences;
  const head =
    words.side === undefined
      ? markup`<h1 id="${anchor}">${word}${selected}</h1>
<p class="target"><code>${report.target}</code></p>`
      : markup`<h2 id="${anchor}">${words.side}: ${word.toLowerCase()}${selected}</h2>`;
  const body = markup`<p class="means">${meaning}</p>
${others.map((sentence) => markup`<p class="summary">${sentence}</p>`)}
<p class="next"><strong>What to do next</strong> ${next}</p>`;

  return markup`${box(report, anchor, head, body)}
${tally(side)}
${words.side === undefined ? facts(report, factsOf(report)) : undefined}`;
}

/** Describes the judged traffic; the verdict of each side follows. */
function trafficVerdict({ judged: [first, ...others], target, summary }: Page, report: AnyReport): Markup {
  const head = markup`<h1 id="verdict">${VERDICTS[report.verdict].word}</h1>
<p class="target"><code>${target}</code></p>`;
  const body = markup`<p class="means">${summary}</p>
<p class="summary">${first}.</p>
${others.length === 0 ? undefined : markup`<ul class="summary">${others.map((line) => markup`<li>${line}</li>`)}</ul>`}`;

  return markup`${box(report, 'verdict', head, body)}
${facts(report, factsOf(report))}`;
}

function box({ verdict: name }: AnyReport, anchor: string, head: Markup, body: Markup): Markup {
  return markup`<section class="verdict ${name}" aria-labelledby="${anchor}">
<div class="sign" aria-hidden="true">${VERDICTS[name].sign}</div>
<div>
${head}
${body}
</div>
</section>`;
}

/** A bar of all rules, divided by status. */
function tally({ rules }: Side): Markup {
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

type Facts = Readonly<Record<string, string | number>>;

/** What a run has and traffic has not, and the other way round. */
function factsOf(report: AnyReport): readonly [before: Facts, after: Facts] {
  if (report.subject !== 'traffic') {
    const { requests, effort, seed, strict } = report;

    return [{ Requests: requests }, { Effort: strict ? `${effort}, strict` : effort, Seed: seed }];
  }
  const { requests, exchanges, notJudged } = report;
  const left = notJudged.reduce((sum, { count }) => sum + count, 0);

  return [
    {
      'Exchanges judged': requests,
      'Fee calls': exchanges.calculateFee,
      Sales: exchanges.attachSale,
      'Not judged': left,
    },
    {},
  ];
}

function facts(report: AnyReport, [before, after]: readonly [Facts, Facts]): Markup {
  const { durationMs, startedAt, exitCode, contract, tool } = report;
  const all = {
    ...before,
    Time: `${(durationMs / 1000).toFixed(1)} s`,
    Started: `${startedAt.slice(0, 19).replace('T', ' ')} UTC`,
    ...after,
    ...{ 'Exit code': exitCode, Contract: contract.version, tollgate: tool.version },
  };

  return markup`<dl class="facts">${Object.entries(all).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
