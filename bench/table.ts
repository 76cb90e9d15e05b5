/** Renders a table of figures as text, or as Markdown. */

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** One cell per column; the first names the row. */
  readonly rows: readonly (readonly string[])[];
  /** What a reader has to know about the figures. */
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

/** As Markdown, under a heading of the second level. */
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
