/** Figures, the targets that they should reach, and tables of them as text or as Markdown. */

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** One cell per column; the first names the row. */
  readonly rows: readonly (readonly string[])[];
  /** What a reader has to know about the figures. */
  readonly notes: readonly string[];
}

/** A heading, and the cell below it. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

export function tableOf<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  notes: readonly string[] = [],
): Table {
  return {
    title,
    columns: columns.map(([heading]) => heading),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
    notes,
  };
}

export function renderTable({ title, columns, rows, notes }: Table): string {
  const widths = columns.map((_, at) => Math.max(...[columns, ...rows].map((cells) => cells[at]!.length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));

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
export function renderMarkdown({ title, columns, rows, notes }: Table): string {
  const escaped = (text: string) => text.replace(/[|<>*_]/g, '\\$&');
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = columns.map((_, at) => (at === 0 ? '---' : '---:')).join(' | ');
  const list = notes.map((note) => `- ${escaped(note)}`);

  return [
    `## ${title}`,
    '',
    line(columns),
    `| ${rule} |`,
    ...rows.map(line),
    ...(list.length > 0 ? ['', ...list] : []),
    '',
  ].join('\n');
}

/** The middle figure, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('median: expected a figure, got none');

  return (lower + upper) / 2;
}

/** `figure` as a multiple of `peer`. */
export function ratio(figure: number, peer: number): number {
  if (peer > 0) return figure / peer;
  throw new Error(`ratio: expected a peer with a figure above 0, got ${peer}`);
}

/** With thousands separators: 12345.67 as `12,346`. */
export function show(figure: number, digits = 0): string {
  return figure.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** With fewer decimals the larger it is: `0.0031`, `0.85`, `21.4`, `224`. */
export function showRatio(value: number): string {
  if (value >= 10) return show(value, value >= 100 ? 0 : 1);

  return value >= 0.1 || value === 0 ? show(value, 2) : value.toPrecision(2);
}

export const MIB = 2 ** 20;

/** In MiB; empty where the system does not tell. */
export function showMemory(bytes: number | undefined): string {
  return bytes === undefined ? '' : show(bytes / MIB);
}

/** A figure to reach. A missed target fails no run, since machines and load differ. */
export interface Target {
  readonly sign: '≥' | '≤';
  readonly figure: number;
}

export const atLeast = (figure: number): Target => ({ sign: '≥', figure });
export const atMost = (figure: number): Target => ({ sign: '≤', figure });

/** Such as `≥ 0.7 met`. */
export function showTarget({ sign, figure }: Target, got: number): string {
  const isMet = sign === '≥' ? got >= figure : got <= figure;

  return `${sign} ${show(figure, Number.isInteger(figure) ? 0 : 1)} ${isMet ? 'met' : 'missed'}`;
}
