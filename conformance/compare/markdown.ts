/** A comparison as GitHub-flavoured Markdown: what differs first, the rest folded. */
import { cut } from '../../src/text/visible.ts';
import { code } from '../report/markdown.ts';
import { dayOf } from '../report/report-text.ts';
import type { Comparison, Row } from './compare-reports.ts';
import { describeReports, differingRows, sameInAll } from './describe.ts';

/** In characters: a longer option of a choice is cut. */
const WIDEST = 60;

export function comparisonMarkdown(comparisons: readonly Comparison[]): string {
  return `${comparisons.flatMap(sections).join('\n\n')}\n`;
}

function sections(comparison: Comparison): readonly string[] {
  const { columns } = comparison;
  const names = columns.map(({ name }) => code(name));
  const differing = differingRows(comparison);
  const same = sameInAll(comparison);

  return [
    `## ${describeReports(comparison)}`,
    table(
      ['report', 'verdict', 'day', 'effort', 'target'],
      columns.map(({ name, verdict, startedAt, effort, target }) => [
        ...[code(name), verdict, dayOf(startedAt), effort, code(target)],
      ]),
    ),
    differing.length === 0
      ? 'No rule and no choice differs.'
      : table(['', 'what differs', ...names], differing.map(toCells)),
    ...(same.length === 0
      ? []
      : [
          `<details><summary>The same in all</summary>\n\n${same
            .map((rows) => `- ${rows.label}: ${rows.names.map(code).join(', ')}`)
            .join('\n')}\n\n</details>`,
        ]),
  ];
}

function toCells({ level, name, cells }: Row): readonly string[] {
  const isRule = level !== '';

  return [
    isRule ? level : 'choice',
    code(name),
    ...cells.map(({ text, status }) => {
      if (text === '') return '–';
      if (!isRule) return code(cut(text, WIDEST));

      return status === 'failed' || status === 'unstable' ? `**${text}**` : text;
    }),
  ];
}

/** A bar within code would end its cell. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

  return [toLine(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(toLine)].join('\n');
}
