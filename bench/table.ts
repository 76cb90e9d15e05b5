/** A table of figures as text: words on the left, figures flush right. */

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** As many cells as there are columns; the first says what the row is about. */
  readonly rows: readonly (readonly string[])[];
  /** What one should know to read the figures. */
  readonly notes?: readonly string[];
}

export function renderTable({ title, columns, rows, notes = [] }: Table): string {
  const widths = columns.map((_, at) => Math.max(...[columns, ...rows].map((cells) => width(cells[at]))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((columnWidth) => '-'.repeat(columnWidth));

  return [
    title,
    '',
    line(columns),
    line(rule),
    ...rows.map(line),
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}

/** The same as Markdown, under a heading of the second level. */
export function renderMarkdown({ title, columns, rows, notes = [] }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = columns.map((_, at) => (at === 0 ? '---' : '---:'));

  return [
    `## ${title}`,
    '',
    line(columns),
    line(rule),
    ...rows.map(line),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${escaped(note)}`)]),
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[|<>*_]/g, '\\$&');
}

function width(cell: string | undefined): number {
  return cell?.length ?? 0;
}
