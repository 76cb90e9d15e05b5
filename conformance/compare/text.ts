/** A comparison for a terminal: the reports, what differs, and what is the same. */
import { cut, visibleLine } from '../../src/text/visible.ts';
import { dayOf } from '../report/report-text.ts';
import type { Comparison, Row } from './compare-reports.ts';
import { describeReports, differingRows, sameInAll } from './describe.ts';

/** In characters: a longer option of a choice is cut. */
const WIDEST = 28;

export function comparisonText(comparisons: readonly Comparison[]): string {
  return `${comparisons.map(one).join('\n\n')}\n`;
}

function one(comparison: Comparison): string {
  const { columns } = comparison;
  const heads = columns.map(
    ({ name, verdict, target, startedAt, effort }, index) =>
      `  ${letter(index)}  ${verdict.padEnd(13)}  ${dayOf(startedAt)}  ${effort.padEnd(8)}  ${visibleLine(name)}  ${visibleLine(target)}`,
  );
  const differing = differingRows(comparison);

  return [
    describeReports(comparison),
    ...heads,
    '',
    ...(differing.length === 0 ? ['No rule and no choice differs.'] : table(differing, columns.length)),
    '',
    ...sameInAll(comparison).map(({ label, names }) => `${label}: ${names.length}`),
  ].join('\n');
}

function table(rows: readonly Row[], count: number): readonly string[] {
  const lines = [
    ['', 'What differs', ...Array.from({ length: count }, (_, index) => letter(index))],
    ...rows.map(({ level, name, cells }) => [
      level === '' ? 'choice' : level,
      name,
      ...cells.map(({ text }) => cut(visibleLine(text === '' ? '-' : text), WIDEST)),
    ]),
  ];
  const widths = Array.from({ length: count + 2 }, (_, at) =>
    Math.max(...lines.map((line) => (line[at] ?? '').length)),
  );

  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A, B, … Z, AA, AB, … */
function letter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));

  return index < 26 ? last : `${letter(Math.floor(index / 26) - 1)}${last}`;
}
