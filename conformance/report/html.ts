/** The report as one HTML page that works offline. */
import { cut } from '../../src/text/visible.ts';
import { capitalize, count } from '../../src/text/words.ts';
import { acceptedBy, exchangeLines, type ShownRule } from './failure.ts';
import { htmlPage, type Markup, markup } from './markup.ts';
import {
  type Block,
  type Heading,
  type Inline,
  type PageSide,
  type Section,
  titleIn,
  toPage,
} from './page.ts';
import type { AnyReport } from './report.ts';
import { labelOf, lookOf, STATUSES, VERDICTS } from './rule-status.ts';

export function html(report: AnyReport): string {
  const { heading, sides, footer } = toPage(report);
  const parts = sides.map((side) => ({ side, sections: sectionsOf(side) }));

  return htmlPage({
    title: `${VERDICTS[report.verdict].word}: ${report.target}`,
    subtitle: `conformance report, ${report.contract.title}`,
    links: parts.flatMap(({ sections }) => sections),
    main: markup`${heading && box(heading, 'verdict')}
${parts.map(({ side, sections }) => [box(side.heading, anchorIn(side, 'verdict')), tally(side), ...sections.map(({ section }) => section)])}`,
    footer: `${footer}. A must rule states what the document requires. Any choice is fine where the document is silent. Tokens are masked in this page.`,
  });
}

interface LinkedSection {
  readonly anchor: string;
  /** In the links of the page. */
  readonly name: string;
  readonly section: Markup;
}

function sectionsOf(side: PageSide): readonly LinkedSection[] {
  const { failures, sections } = side;
  const rules = side.rules.filter(({ level }) => level !== 'observe');
  // Traffic shows few rules of all.
  const judged = side.side === undefined ? rules : rules.filter(({ status }) => status !== 'not-tested');
  const title = side.side === undefined ? 'All rules' : 'Judged rules';
  const all: Section = {
    ...{ name: title, title },
    blocks: [
      {
        kind: 'table',
        heads: ['Rule', 'Result', 'What it checks'],
        rows: judged.map(({ id, status, title, demand }) => [
          { code: id },
          { status },
          `${capitalize(title)} (${demand})`,
        ]),
      },
    ],
  };
  const linked = (name: string, heading: string, body: Markup) => {
    const anchor = anchorIn(side, name.toLowerCase().replace(' ', '-'));

    return {
      anchor,
      name: titleIn(side.side, name),
      section: section(anchor, titleIn(side.side, heading), body),
    };
  };
  const listed = [...sections, ...(judged.length === 0 ? [] : [all])];

  return [
    ...(failures.length === 0 ? [] : [linked('Failures', 'Failures', markup`${failures.map(card)}`)]),
    ...listed.map((one) => linked(one.name, one.title, sectionBody(one))),
  ];
}

/** A page of traffic has each section once for each side. */
function anchorIn({ report: { subject }, side }: PageSide, name: string): string {
  return side === undefined ? name : `${subject}-${name}`;
}

export function section(anchor: string, title: string, body: Markup): Markup {
  return markup`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${title}</h2>
${body}
</section>
`;
}

function box({ verdict, selected, side, target, sentences, next }: Heading, anchor: string): Markup {
  const { sign, word } = VERDICTS[verdict];
  const head =
    side === undefined
      ? markup`<h1 id="${anchor}">${word}${selected}</h1>
<p class="target"><code>${target}</code></p>`
      : markup`<h2 id="${anchor}">${titleIn(side, word)}${selected}</h2>`;

  return markup`<section class="verdict ${verdict}" aria-labelledby="${anchor}">
<div class="sign" aria-hidden="true">${sign}</div>
<div>
${head}
${sentences.map((text) => markup`<p class="summary">${text}</p>\n`)}${next && markup`<p class="next"><strong>What to do next</strong> ${next}</p>`}
</div>
</section>`;
}

function tally({ rules, tally: lines }: PageSide): Markup {
  const counts = STATUSES.map((status) => ({
    status,
    of: rules.filter((rule) => rule.status === status).length,
  }));

  return markup`<ul class="tally">${counts
    .filter(({ of }) => of > 0)
    .map(({ status, of }) => markup`<li><b>${of}</b> ${statusMark({ status })}</li>`)}</ul>
${lines.map((line) => markup`<p class="muted">${line}</p>`)}`;
}

function statusMark({ status }: Pick<ShownRule, 'status'>): Markup {
  return markup`<span class="${status}"><span aria-hidden="true">${lookOf(status).sign}</span> ${labelOf(status)}</span>`;
}

/** Characters of all commands of a failure, and of a text beside them. */
const LONGEST_COMMANDS = 20_000;
const LONGEST_TEXT = 1500;

function card(rule: ShownRule): Markup {
  const { id, title, demand, status, note, counterexample, fix, replay, caption, often } = rule;
  const { otherFailures = [], toWaive } = rule;
  const { expected, got } = counterexample ?? {};
  const isSure = status === 'failed' || status === 'warning';
  const lines = exchangeLines(rule.steps, rule.role, { longest: LONGEST_COMMANDS });
  const others = otherFailures.map(
    (other) =>
      markup`<li><code>${other.shape}</code>${acceptedBy(other)}: ${cut(other.reason, LONGEST_TEXT)}</li>`,
  );

  return markup`<article class="card ${status}" id="rule-${id.replace('/', '-')}">
<p>${statusMark(rule)} <code class="id">${id}</code> <span class="muted">${demand}</span></p>
<h3>${capitalize(title)}</h3>
${isSure && counterexample ? undefined : markup`<p class="note">${note}</p>`}
${expected === undefined ? undefined : markup`<dl class="pair"><div class="passed"><dt>Expected</dt><dd>${expected}</dd></div><div class="failed"><dt>Got</dt><dd>${got}</dd></div></dl>`}
${lines.length > 0 ? command(`${capitalize(caption)}${often === undefined ? '' : `, ${often}`}`, lines.join('\n')) : undefined}
${fix && markup`<h4>How to fix it</h4>\n<p>${withCode(fix)}</p>`}
${replay && command('To replay it', replay)}
${others.length > 0 ? markup`<h4>The rule also failed in ${count(others.length, 'other way')}</h4>\n<ul>${others}</ul>` : undefined}
${toWaive.length > 0 ? command('To waive it, add to the file of --waivers', toWaive.join('\n')) : undefined}
</article>
`;
}

/** Text between backticks becomes code. */
function withCode(text: string): readonly Markup[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));
}

function command(caption: string, text: string): Markup {
  return markup`<figure class="command"><figcaption>${caption}</figcaption><pre>${cut(text, LONGEST_COMMANDS)}</pre><button type="button" hidden>Copy</button></figure>`;
}

export function sectionBody({ blocks, isFolded }: Section): Markup {
  const body = markup`${blocks.map(blockMarkup)}`;

  return isFolded ? markup`<details><summary>Show them</summary>${body}</details>` : body;
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case 'list':
      return markup`<ul>${block.items.map((item) => markup`<li>${item.map(inlineMarkup)}</li>`)}</ul>\n`;
    case 'pairs':
      return markup`<div class="scroll"><table class="card">${block.pairs.map(([name, value]) => markup`<tr><th scope="row"><code>${name}</code></th><td>${value}</td></tr>`)}</table></div>\n`;
    case 'reasons':
      return markup`<dl class="card reasons">${block.reasons.map(
        ({ reason, names }) =>
          markup`<div><dt>${capitalize(reason)}</dt><dd>${names.map((name) => markup`<code>${name}</code> `)}</dd></div>`,
      )}</dl>\n`;
    case 'table':
      return markup`<div class="scroll"><table class="card">
<thead><tr>${block.heads.map((head) => markup`<th scope="col">${inlineMarkup(head)}</th>`)}</tr></thead>
<tbody>${block.rows.map((row) => markup`<tr>${row.map((part) => markup`<td>${inlineMarkup(part)}</td>`)}</tr>\n`)}</tbody>
</table></div>\n`;
  }
}

function inlineMarkup(part: Inline): Markup {
  if (typeof part === 'string') return markup`${part}`;

  return 'code' in part ? markup`<code>${part.code}</code>` : statusMark(part);
}
