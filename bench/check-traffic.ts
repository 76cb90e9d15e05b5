/** Measures how fast `check-traffic` reads and judges a HAR file, and how much memory it takes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TrafficReport } from '../conformance/report/traffic-report.ts';
import type { Bench, Benchmark } from './benchmark.ts';
import { atLeast, atMost, median, show, showTarget } from './figures.ts';
import type { Table } from './table.ts';
import { writeTraffic } from './traffic-file.ts';

const MIB = 1024 * 1024;

/** On one core. */
const PER_SECOND = atLeast(30_000);
/** In MiB, whatever the size of the file. */
const MOST_MEMORY = atMost(300);

const READ = fileURLToPath(import.meta.resolve('./read-traffic.ts'));
const JUDGE = fileURLToPath(import.meta.resolve('./judge-traffic.ts'));

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

export const checkTraffic: Benchmark = {
  name: 'check-traffic',
  runs: 'always',

  async run({ pace, processes, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-traffic-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    try {
      const files: TrafficFile[] = [];
      for (const bytes of pace.traffic.bytes) {
        const path = join(folder, 'traffic.har');
        progress(`check-traffic: writing ${show(bytes / 1e6)} MB`);
        const count = await writeTraffic(path, bytes);
        const readings: { readonly [work in TrafficFile['work']]: Reading[] } = { read: [], judged: [] };
        for (let round = 0; round < pace.rounds; round++) {
          progress(`check-traffic: reading and judging ${show(bytes / 1e6)} MB`);
          readings.read.push(JSON.parse((await processes.run([READ, path])).out));
          readings.judged.push(await judge(processes, path));
        }
        const { read, judged } = readings;
        const wrong = [...read, ...judged].find(({ exchanges }) => exchanges !== count);
        if (wrong !== undefined) throw new Error(`expected ${count} exchanges, got ${wrong.exchanges}`);
        files.push({ work: 'read', bytes, readings: read }, { work: 'judged', bytes, readings: judged });
      }

      return trafficTable(files);
    } finally {
      remove();
      process.off('exit', remove);
    }
  },
};

/** Runs the command as a user does. */
async function judge(processes: Bench['processes'], path: string): Promise<Reading> {
  const report = `${path}.json`;
  const { out } = await processes.run([JUDGE, path, '--report', `json=${report}`]);
  const { exchanges, verdict }: TrafficReport = JSON.parse(readFileSync(report, 'utf8'));
  if (verdict !== 'conformant') throw new Error(`expected traffic that is conformant, got ${verdict}`);
  const usage: Omit<Reading, 'exchanges'> = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');

  return { ...usage, exchanges: exchanges.calculateFee + exchanges.attachSale };
}

export function trafficTable(files: readonly TrafficFile[]): Table {
  return {
    title:
      'check-traffic: exchanges per second of a HAR file, read only and judged on both sides, and the memory used',
    columns: ['file MB', 'exchanges', 'work', 'a second', 'target', 'most MiB', 'target'],
    rows: files.map(({ work, bytes, readings }) => {
      const rate = median(readings.map(({ exchanges, seconds }) => exchanges / seconds));
      const most = Math.max(...readings.map((reading) => reading.most)) / MIB;

      return [
        show(bytes / 1e6),
        show(readings[0]?.exchanges ?? 0),
        work,
        show(rate),
        showTarget(PER_SECOND, rate),
        show(most),
        showTarget(MOST_MEMORY, most),
      ];
    }),
    notes: [
      'Each row is a process of its own. The rate is per second of processor time of all threads, which other load disturbs less than the clock.',
      'read: the reader alone; judged: the whole command, which also reads.',
      'Entries of 1.5 KB, as a browser writes them: carts of four merchants, each priced twice and sold; one in ten is refused.',
    ],
  };
}
