/** Judges hostile and awkward deployments: verdict, time, and peak memory of the suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../conformance/report/report.ts';
import type { Hostile } from '../test/deployments/hostile/hostile.ts';
import { HOSTILE, LONG } from '../test/deployments/hostile/index.ts';
import { TOKENS } from '../test/deployments/reference.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, show, showTarget } from './figures.ts';
import type { Processes } from './processes.ts';
import { residentOf } from './resident.ts';
import type { Table } from './table.ts';

const MIB = 1024 * 1024;
const MOST = atMost(300);

/** In milliseconds: how long the suite waits for an answer, and the pause between two readings of its memory. */
const TIMEOUT = 1000;
const LOOK = 20;

interface Met {
  readonly name: string;
  readonly expected: Report['verdict'];
  readonly verdict: string;
  readonly requests: number;
  readonly milliseconds: number;
  /** In bytes; undefined where the system does not tell. */
  readonly most: number | undefined;
}

export const hostile: Benchmark = {
  name: 'hostile',
  runs: 'when asked for',

  async run({ processes, progress }) {
    const met: Met[] = [];
    for (const deployment of [...HOSTILE, ...LONG]) {
      progress(`hostile: ${deployment.name}`);
      met.push(await meet(deployment, processes));
    }

    return hostileTable(met);
  },
};

/** Judges the deployment in a process of its own, as a user does. */
export async function meet(
  { name, verdict: expected, start, effort = 'quick' }: Hostile,
  processes: Processes,
): Promise<Met> {
  await using server = await start();
  const args = ['cli/tollgate.js', 'conform', server.url.href, '--token', TOKENS.one, '--seed', '1'];
  const options = ['--effort', effort, '--timeout', `${TIMEOUT}`, '--report', 'json'];
  await using child = processes.start([...args, ...options]);
  let most: number | undefined;
  let isOver = false;
  const watch = async () => {
    for (; !isOver; await sleep(LOOK)) {
      const seen = child.pid === undefined ? undefined : residentOf(child.pid)?.most;
      most = Math.max(most ?? 0, seen ?? 0) || undefined;
    }
  };
  const watching = watch();
  const { out, how, milliseconds } = await child.ended;
  isOver = true;
  await watching;
  const { verdict, requests } = readReport(out, how);

  return { name, expected, verdict, requests, milliseconds, most };
}

function readReport(out: string, how: string): { readonly verdict: string; readonly requests: number } {
  try {
    return JSON.parse(out) as Report;
  } catch {
    return { verdict: `no report (${how})`, requests: 0 };
  }
}

function hostileTable(met: readonly Met[]): Table {
  const most = Math.max(...met.map((one) => one.most ?? 0)) / MIB;

  return {
    title: `hostile: ${met.length} deployments judged with --timeout ${TIMEOUT}, whole process`,
    columns: ['a deployment that', 'verdict', 'as expected', 'requests', 'ms', 'most MiB'],
    rows: [
      ...met.map(({ name, expected, verdict, requests, milliseconds, most: bytes }) => [
        name,
        verdict,
        verdict === expected ? 'yes' : `no: ${expected}`,
        show(requests),
        show(milliseconds),
        bytes === undefined ? '' : show(bytes / MIB),
      ]),
      [
        'the most of all',
        '',
        '',
        '',
        show(Math.max(...met.map((one) => one.milliseconds))),
        `${show(most)}, ${showTarget(MOST, most)}`,
      ],
    ],
  };
}
