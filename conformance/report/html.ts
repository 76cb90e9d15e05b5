/** The report as one HTML page that works offline. */
import { capitalize, count } from '../../src/text/words.ts';
import { htmlPage } from './html-page.ts';
import { failureCard, ruleGroup, statusSign } from './html-rules.ts';
import { type Markup, markup } from './markup.ts';
import { CHOICES_HEADING, type Page, type PageSide, titleIn, toPage } from './page.ts';
import type { AnyReport, Report, ReportRule } from './report.ts';
import { byGroup, labelOf, lookOf, type RuleStatus, STATUSES, VERDICTS } from './rule-status.ts';
import { countByLevel } from './verdict-words.ts';

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

  return htmlPage({
    title: `${VERDICTS[report.verdict].word}: ${target}`,
    subtitle: `conformance report, ${contract.title}`,
    links: parts.flatMap(({ sections }) => sections),
    main: markup`${all.judged.length === 0 ? undefined : trafficVerdict(all, report)}
${parts.map(({ side, sections }) => [sideVerdict(side), ...sections.map(({ section }) => section)])}`,
    footer: markup`tollgate ${tool.version} ${did}. A must rule states what the document requires; only must rules${isStrict ? ' and, in this strict run, should rules' : ''} decide the verdict. Any choice is fine where the document is silent. Tokens are masked in this page.`,
  });
}

interface Section {
  readonly anchor: string;
  /** In the links of the page. */
  readonly name: string;
  readonly section: Markup;
}

/** Failures by what they mean for the verdict: those that count come first. */
function sectionsOf(side: PageSide): readonly Section[] {
  const cards = (anchor: string, heading: string, ...statuses: readonly RuleStatus[]) => {
    const rules = side.failures.filter(({ status }) => statuses.includes(status));
    const all = markup`${rules.map((rule) => failureCard(rule, side))}`;

    return rules.length === 0 ? undefined : toSection(side, anchor, heading, all);
  };

  return [
    cards('failures', 'Failures', 'failed', 'broken'),
    cards('unstable', 'Undecided', 'unstable'),
    cards('warnings', 'Warnings', 'warning'),
    cards('accepted', 'Accepted failures', 'waived', 'known'),
    notTested(side),
    choices(side),
    rules(side),
  ].flatMap((section) => section ?? []);
}

/** A page of traffic has each section once for each side. */
function anchorIn({ report: { subject }, words }: PageSide, name: string): string {
  return words.side === undefined ? name : `${subject}-${name}`;
}

function toSection(side: PageSide, name: string, title: string, body: Markup, link = title): Section {
  const anchor = anchorIn(side, name);

  return {
    anchor,
    name: titleIn(side, link),
    section: markup`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${titleIn(side, title)}</h2>
${body}
</section>`,
  };
}

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

function facts(report: AnyReport): Markup {
  const { durationMs, startedAt, exitCode, contract, tool } = report;
  const [before, after] = report.subject === 'traffic' ? trafficFacts(report) : runFacts(report);
  const all: Readonly<Record<string, string | number>> = {
    ...before,
    ...{ Time: `${(durationMs / 1000).toFixed(1)} s` },
    ...{ Started: `${startedAt.slice(0, 19).replace('T', ' ')} UTC` },
    ...after,
    ...{ 'Exit code': exitCode, Contract: contract.version, tollgate: tool.version },
  };

  return markup`<dl class="facts">${Object.entries(all).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function trafficFacts({ requests, exchanges, notJudged }: Extract<AnyReport, { subject: 'traffic' }>) {
  return [
    {
      ...{ 'Exchanges judged': requests, 'Fee calls': exchanges.calculateFee, Sales: exchanges.attachSale },
      'Not judged': notJudged.reduce((sum, each) => sum + each.count, 0),
    },
  ];
}

function runFacts({ requests, latencies, effort, strict, seed }: Report) {
  const times = latencies && {
    'Median response': duration(latencies.p50),
    '95 %': duration(latencies.p95),
    Longest: duration(latencies.max),
  };

  return [
    { Requests: requests, ...times },
    { Effort: strict ? `${effort}, strict` : effort, Seed: seed },
  ];
}

function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

/** A side of traffic lists its judged rules alone: traffic shows few of all. */
function rules(side: PageSide): Section | undefined {
  const isSide = side.words.side !== undefined;
  const judged = side.rules.filter(
    ({ level, status }) => level !== 'observe' && !(isSide && status === 'not-tested'),
  );
  if (isSide && judged.length === 0) return undefined;
  const statuses = STATUSES.filter((status) => judged.some((rule) => rule.status === status));
  const body = markup`<div class="groups">${[...byGroup(judged)].map(([name, ofGroup]) => ruleGroup(name, ofGroup, side))}</div>
<dl class="legend">${statuses.map(
    (status) =>
      markup`<div class="${status}"><dt><span class="mark" aria-hidden="true">${lookOf(status).sign}</span> ${labelOf(status)}</dt><dd>${lookOf(status).about}</dd></div>`,
  )}</dl>`;

  return toSection(side, 'rules', isSide ? 'Judged rules' : 'All rules', body);
}

function choices(side: PageSide): Section | undefined {
  const { choices: observed, unobserved } = side;
  if (observed.length === 0 && unobserved.length === 0) return undefined;
  const body = markup`<p class="muted">Observed, not judged. <code>tollgate mock --like report.json</code> starts a mock that makes the same choices where it can.</p>
<div class="scroll"><table class="card">
<thead><tr><th scope="col">Choice</th><th scope="col">Here</th><th scope="col">The question</th></tr></thead>
<tbody>${observed.map(
    ({ name, option, question }) =>
      markup`<tr><th scope="row"><code>${name}</code></th><td><b>${option}</b></td><td>${question}</td></tr>`,
  )}</tbody>
</table></div>
${unobserved.map(
  ({ reason, names }) => markup`<p class="muted">Not observed: ${codes(names)} (${reason})</p>`,
)}`;

  return toSection(side, 'choices', CHOICES_HEADING, body, 'Choices');
}

function codes(names: readonly string[]): readonly Markup[] {
  return names.map((name) => markup`<code>${name}</code> `);
}

/** Folded for a side of traffic. */
function notTested(side: PageSide): Section | undefined {
  const { untested, untouched, words } = side;
  if (untested.length + untouched.length === 0) return undefined;
  const sum = untested.reduce((total, reason) => total + reason.count, 0);
  const list = markup`<dl class="card reasons">${untested.map(
    ({ reason, names }) => markup`<div><dt>${capitalize(reason)}</dt>
<dd>${codes(names)}</dd></div>`,
  )}</dl>`;
  const body = markup`${sum === 0 ? undefined : markup`<p class="muted">The run says nothing about ${count(sum, 'rule')}, for these reasons.</p>`}
${untested.length === 0 ? undefined : words.side === undefined ? list : markup`<details><summary>Show the reasons</summary>${list}</details>`}
${untouched.length === 0 ? undefined : markup`<p class="muted">No call touched: ${untouched.join(', ')}.</p>`}`;

  return toSection(side, 'not-tested', 'Not tested', body);
}
