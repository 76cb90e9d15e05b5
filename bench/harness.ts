/** The frame of every benchmark: subjects that take turns, ratios of their medians, a table as Markdown. */

interface Bench {
  readonly pace: Pace;
  /** An empty folder, which is removed at the end. */
  readonly folder: string;
  /** Shows on a terminal what is being measured. */
  readonly progress: (text: string) => void;
}

/** @throws where a measured process answers wrongly, since its figures would mean nothing */
export type Benchmark = (bench: Bench) => Promise<Table>;

export interface Pace {
  /** How often each load is repeated, and each start timed; the subjects take turns. */
  readonly rounds: number;
  readonly starts: number;
  /** The first seconds let a just-in-time compiler warm up. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** The sizes of the files of recorded traffic, in bytes. */
  readonly traffic: readonly number[];
  /** The judges get every such subject. */
  readonly every: number;
}

/** A subject with the figure of each round. */
export interface Measured<Figure> {
  readonly name: string;
  readonly figures: readonly Figure[];
}

/** Measures each of these once a round, so that they take turns. */
export async function inTurns<Subject extends { readonly name: string }, Figure>(
  subjects: readonly Subject[],
  rounds: number,
  progress: (text: string) => void,
  measure: (subject: Subject) => Promise<Figure>,
): Promise<readonly Measured<Figure>[]> {
  const all = subjects.map((subject) => ({ subject, name: subject.name, figures: [] as Figure[] }));
  for (let round = 1; round <= rounds; round++)
    for (const { subject, figures } of all) {
      progress(`round ${round} of ${rounds}, ${subject.name}`);
      figures.push(await measure(subject));
    }

  return all;
}

/** The middle figure, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const [upper, lower] = [sorted[Math.floor(sorted.length / 2)], sorted[Math.ceil(sorted.length / 2) - 1]];
  if (upper === undefined || lower === undefined) throw new Error('median: expected a figure, got none');

  return (lower + upper) / 2;
}

/** With thousands separators: 12345.67 as `12,346`. */
export function show(figure: number, digits = 0): string {
  return figure.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `figure` as a multiple of `peer`, with fewer decimals the larger it is: `0.0031`, `0.85`, `21.4`, `224`. */
export function showRatio(figure: number, peer: number): string {
  if (!(peer > 0)) throw new Error(`ratio: expected a peer with a figure above 0, got ${peer}`);
  const value = figure / peer;
  if (value >= 10) return show(value, value >= 100 ? 0 : 1);

  return value >= 0.1 || value === 0 ? show(value, 2) : value.toPrecision(2);
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** One cell per column; the first names the row. */
  readonly rows: readonly (readonly string[])[];
  /** What a reader has to know about the figures, and the figures to reach. */
  readonly notes: readonly string[];
}

export type Columns<Row> = readonly (readonly [heading: string, cell: (row: Row) => string])[];

export function tableOf<Row>(
  title: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  notes: readonly string[] = [],
): Table {
  return {
    title,
    columns: columns.map(([heading]) => heading),
    rows: rows.map((row) => columns.map(([, cell]) => cell(row))),
    notes,
  };
}

/** As Markdown, under a heading of the second level. */
export function renderMarkdown({ title, columns, rows, notes }: Table): string {
  const escaped = (text: string) => text.replace(/[|<>*_]/g, '\\$&');
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = columns.map((_, at) => (at === 0 ? '---' : '---:'));
  const list = notes.map((note) => `- ${escaped(note)}`);
  const body = [line(columns), `| ${rule.join(' | ')} |`, ...rows.map(line)];

  return [`## ${title}`, '', ...body, ...(list.length > 0 ? ['', ...list] : []), ''].join('\n');
}
