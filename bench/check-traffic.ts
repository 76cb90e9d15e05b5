/** How fast `check-traffic` reads and judges a HAR file, and how much memory it takes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HERE, run } from '../build/processes.ts';
import type { TrafficReport } from '../conformance/report/report.ts';
import { type Benchmark, inTurns } from './benchmark.ts';
import { atLeast, atMost, MIB, median, show, showTarget, type Table, tableOf } from './table.ts';
import { writeTraffic } from './traffic-file.ts';

/** On one core. */
const PER_SECOND = atLeast(30_000);
/** In MiB, whatever the size of the file. */
const MOST_MEMORY = atMost(300);

const WORKER = fileURLToPath(import.meta.resolve('./traffic-worker.ts'));

/** The figures that a process prints after it has read a file. */
interface Reading {
  readonly exchanges: number;
  /** Processor time of all threads. */
  readonly seconds: number;
  /** The highest resident memory, in bytes. */
  readonly most: number;
}

export interface TrafficFile {
  readonly work: 'read' | 'judged';
  readonly bytes: number;
  readonly readings: readonly Reading[];
}

export const checkTraffic: Benchmark = async ({ pace, folder, progress }) => {
  const files: TrafficFile[] = [];
  const path = join(folder, 'traffic.har');
  for (const bytes of pace.traffic) {
    progress(`writing ${show(bytes / 1e6)} MB`);
    const count = await writeTraffic(path, bytes);
    const works = (['read', 'judged'] as const).map((name) => ({ name }));
    for (const { subject, figures } of await inTurns(works, pace.rounds, progress, ({ name }) =>
      name === 'read' ? read(path) : judge(path),
    )) {
      const wrong = figures.find(({ exchanges }) => exchanges !== count);
      if (wrong !== undefined) throw new Error(`expected ${count} exchanges, got ${wrong.exchanges}`);
      files.push({ work: subject.name, bytes, readings: figures });
    }
  }

  return trafficTable(files);
};

async function read(path: string): Promise<Reading> {
  return lastLineOf((await run(HERE, [process.execPath, WORKER, 'read', path])).out);
}

/** Runs the command as a user does. */
async function judge(path: string): Promise<Reading> {
  const report = `${path}.json`;
  const { out } = await run(HERE, [process.execPath, WORKER, 'judge', path, '--report', `json=${report}`]);
  const { exchanges, verdict }: TrafficReport = JSON.parse(readFileSync(report, 'utf8'));
  if (verdict !== 'conformant') throw new Error(`expected traffic that is conformant, got ${verdict}`);

  return { ...lastLineOf(out), exchanges: exchanges.calculateFee + exchanges.attachSale };
}

function lastLineOf(out: string): Reading {
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
}

export function trafficTable(files: readonly TrafficFile[]): Table {
  const rateOf = ({ readings }: TrafficFile) =>
    median(readings.map(({ exchanges, seconds }) => exchanges / seconds));
  const mostOf = ({ readings }: TrafficFile) => Math.max(...readings.map(({ most }) => most)) / MIB;

  return tableOf(
    'check-traffic: exchanges per second of a HAR file, read only and judged on both sides, and the memory used',
    files,
    [
      ['file MB', ({ bytes }) => show(bytes / 1e6)],
      ['exchanges', ({ readings }) => show(readings[0]?.exchanges ?? 0)],
      ['work', ({ work }) => work],
      ['a second', (file) => show(rateOf(file))],
      ['target', (file) => showTarget(PER_SECOND, rateOf(file))],
      ['most MiB', (file) => show(mostOf(file))],
      ['target', (file) => showTarget(MOST_MEMORY, mostOf(file))],
    ],
    [
      'Each row is a process of its own. The rate is per second of processor time of all threads, which other load disturbs less than the clock.',
      'read: the reader alone; judged: the whole command, which also reads.',
      'Entries of 1.5 KB, as a browser writes them: carts of four merchants, each priced twice and sold; one in ten is refused.',
    ],
  );
}
