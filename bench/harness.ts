/** What every benchmark is made of: subjects that take turns, figures beside their targets, and a table as Markdown. */

/** What a benchmark works with. */
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
  readonly kind: 'full' | 'quick';
  /** How often each load is repeated, and each start timed; the subjects take turns. */
  readonly rounds: number;
  readonly starts: number;
  /** The first seconds let a just-in-time compiler warm up. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** The memory is read after this many calls or seconds, whichever comes first. */
  readonly memory: { readonly calls: number; readonly seconds: number };
  /** The sizes of the files of recorded traffic, in bytes. */
  readonly traffic: readonly number[];
  /** The judges get every such subject. */
  readonly every: number;
}

/** Long enough for reliable figures. */
export const FULL: Pace = {
  ...{ kind: 'full', rounds: 3, starts: 7, warmUpSeconds: 4, seconds: 5 },
  memory: { calls: 1_000_000, seconds: 60 },
  ...{ traffic: [100_000_000, 1_000_000_000], every: 1 },
};

/** Just to see that everything works; the slowest servers answer few calls a second. */
export const QUICK: Pace = {
  ...{ kind: 'quick', rounds: 1, starts: 1, warmUpSeconds: 2, seconds: 3 },
  memory: { calls: 20_000, seconds: 3 },
  ...{ traffic: [50_000_000], every: 12 },
};

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
export interface FigureTarget {
  readonly sign: '≥' | '≤';
  readonly figure: number;
}

export const atLeast = (figure: number): FigureTarget => ({ sign: '≥', figure });
export const atMost = (figure: number): FigureTarget => ({ sign: '≤', figure });

/** Such as `≥ 0.7 met`; empty without a target. */
export function showTarget(target: FigureTarget | undefined, got: number): string {
  if (target === undefined) return '';
  const { sign, figure } = target;
  const isMet = sign === '≥' ? got >= figure : got <= figure;

  return `${sign} ${show(figure, Number.isInteger(figure) ? 0 : 1)} ${isMet ? 'met' : 'missed'}`;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** One cell per column; the first names the row. */
  readonly rows: readonly (readonly string[])[];
  /** What a reader has to know about the figures. */
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
