/** Comparisons of reports as text, as Markdown and as an HTML page: what differs first. */
import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import { dayOf } from '../report/failure.ts';
import { htmlPage } from '../report/html-page.ts';
import { statusSign } from '../report/html-rules.ts';
import { code, folded, table } from '../report/markdown.ts';
import { type Markup, markup } from '../report/markup.ts';
import { VERDICTS } from '../report/rule-status.ts';
import { type Cell, type Comparison, isFailure, type Row, rowsThat, sameInAll } from './compare-reports.ts';

/** A writer by the kind of report. */
export const COMPARISONS = {
  text: (comparisons: readonly Comparison[]) => `${comparisons.map(asText).join('\n\n')}\n`,
  markdown: (comparisons: readonly Comparison[]) => `${comparisons.flatMap(asMarkdown).join('\n\n')}\n`,
  html: asHtml,
  json: (comparisons: readonly Comparison[]) =>
    `${visible(JSON.stringify({ comparisons: comparisons.map(asData) }, null, 2))}\n`,
};

function asData({ subject, columns, rows }: Comparison) {
  const [choices = [], rules = []] = [true, false].map((isChoice) =>
    rows.filter(({ level }) => (level === 'choice') === isChoice),
  );
  const results = ({ cells }: Row) => cells.map(({ text }) => text || null);

  return {
    subject,
    reports: columns,
    rules: rules.map((row) => ({
      ...{ id: row.name, level: row.level, differs: row.differs, results: results(row) },
    })),
    choices: choices.map((row) => ({ name: row.name, differs: row.differs, results: results(row) })),
  };
}

const NO_DIFFERENCE = 'No rule and no choice differs.';
const COLUMNS = ['report', 'verdict', 'day', 'effort', 'target'];

/** In characters: a longer option of a choice is cut. */
const WIDEST = { text: 28, markdown: 60 };

function asText(comparison: Comparison): string {
  const { title, columns } = comparison;
  const differing = rowsThat(true, comparison);
  const letters = columns.map((_, index) => letter(index));
  const heads = columns.map(({ name, verdict, target, startedAt, effort }, index) => [
    ...[` ${letters[index]}`, verdict, dayOf(startedAt), effort, visibleLine(name), visibleLine(target)],
  ]);
  const rows = differing.map(({ level, name, cells }) => [
    ...[level, name],
    ...cells.map(({ text }) => cut(visibleLine(text || '-'), WIDEST.text)),
  ]);

  return [
    title,
    ...aligned(heads).map((line) => ` ${line}`),
    '',
    ...(rows.length === 0 ? [NO_DIFFERENCE] : aligned([['', 'What differs', ...letters], ...rows])),
    '',
    ...[...sameInAll(comparison)].map(([label, { length }]) => `${label}: ${length}`),
  ].join('\n');
}

function aligned(lines: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (at: number) => Math.max(...lines.map((line) => (line[at] ?? '').length));
  const pad = (line: readonly string[]) => line.map((cell, at) => cell.padEnd(widthOf(at))).join('  ');

  return lines.map((line) => pad(line).trimEnd());
}

/** A, B, … Z, AA, AB, … */
function letter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));

  return index < 26 ? last : `${letter(Math.floor(index / 26) - 1)}${last}`;
}

function asMarkdown(comparison: Comparison): readonly string[] {
  const { title, columns } = comparison;
  const differing = rowsThat(true, comparison);
  const heads = columns.map(({ name, verdict, startedAt, effort, target }) => [
    ...[code(name), verdict, dayOf(startedAt), effort, code(target)],
  ]);
  const rows = differing.map(({ level, name, cells }) => [level, code(name), ...cells.map(markdownCell)]);
  const same = [...sameInAll(comparison)].map(
    ([label, ofLabel]) => `- ${label}: ${ofLabel.map(({ name }) => code(name)).join(', ')}`,
  );

  return [
    `## ${title}`,
    table(COLUMNS, heads),
    rows.length === 0
      ? NO_DIFFERENCE
      : table(['', 'what differs', ...columns.map(({ name }) => code(name))], rows),
    ...(same.length === 0 ? [] : [folded('The same in all', same)]),
  ];
}

function markdownCell(cell: Cell): string {
  const { text, status } = cell;
  if (text === '') return '–';
  if (status === undefined) return code(cut(text, WIDEST.markdown));

  return isFailure(cell) ? `**${text}**` : text;
}

const NAMES = { service: 'Services', client: 'Clients' } as const;

function asHtml(comparisons: readonly Comparison[]): string {
  return htmlPage({
    title: comparisons.map(({ title }) => title).join('; '),
    subtitle: 'comparison of reports',
    links: comparisons.map(({ subject }) => ({ anchor: subject, name: NAMES[subject] })),
    main: markup`${comparisons.map(htmlSection)}`,
    footer: markup`tollgate compared these reports and sent nothing. A rule that a report did not test is not a difference. Any choice is fine where the document is silent.`,
  });
}

function htmlSection(comparison: Comparison): Markup {
  const { subject, title, columns } = comparison;
  const differing = rowsThat(true, comparison);
  const same = [...sameInAll(comparison).values()].flat();
  const heads = ['rule or choice', ...columns.map(({ name }) => name)];

  return markup`<section aria-labelledby="${subject}">
<h2 id="${subject}">${title}</h2>
${matrix(
  COLUMNS,
  columns.map(
    ({ name, target, verdict, startedAt, effort }) =>
      markup`<tr><th scope="row">${name}</th><td class="${VERDICTS[verdict].like}"><span class="badge">${verdict}</span></td><td>${dayOf(startedAt)}</td><td>${effort}</td><td>${target}</td></tr>`,
  ),
)}
<h3>What differs</h3>
${differing.length === 0 ? markup`<p>${NO_DIFFERENCE}</p>` : matrix(heads, differing.map(htmlRow))}
<details><summary>The same in all: ${same.length}</summary>
${matrix(heads, same.map(htmlRow))}
</details>
</section>`;
}

function matrix(heads: readonly string[], rows: readonly Markup[]): Markup {
  return markup`<div class="card scroll matrix"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function htmlRow({ name, level, cells }: Row): Markup {
  return markup`<tr><th scope="row"><code>${name}</code> <small>${level}</small></th>${cells.map(htmlCell)}</tr>`;
}

function htmlCell({ text, status }: Cell): Markup {
  if (text === '') return markup`<td class="muted">–</td>`;
  if (status === undefined) return markup`<td>${text}</td>`;

  return markup`<td class="${status}"><span class="mark">${statusSign(status)}</span> ${text}</td>`;
}
