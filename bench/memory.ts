/** Measures the resident memory of each server: idle, and after many fee calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Benchmark } from './benchmark.ts';
import type { Contestant } from './contenders/line-up.ts';
import { createFeeCall } from './fee-call.ts';
import { ratio, show, showRatio } from './figures.ts';
import { load } from './load.ts';
import { type Resident, residentOf } from './resident.ts';
import type { Table } from './table.ts';

const MIB = 1024 * 1024;

/** How long a server may settle before its memory is read, in milliseconds. */
const REST = 1_000;

interface Memory {
  readonly name: string;
  readonly idle: Resident | undefined;
  readonly after: Resident | undefined;
  /** The calls between the two readings. */
  readonly calls: number;
}

export const memory: Benchmark = {
  name: 'memory',
  runs: 'always',

  async run(bench) {
    const { contestants, missing } = await bench.lineUp();
    const memories: Memory[] = [];
    for (const contestant of contestants) {
      bench.progress(`memory: ${contestant.name}`);
      memories.push(await measure(bench, contestant));
    }

    return memoryTable(memories, missing);
  },
};

async function measure({ pace }: Bench, { name, serve }: Contestant): Promise<Memory> {
  const call = await createFeeCall();
  await using serving = await serve();
  await sleep(REST);
  const idle = residentOf(serving.pid);
  const { calls } = await load({ name, port: serving.port }, call, pace.memory);
  await sleep(REST);

  return { name, idle, after: residentOf(serving.pid), calls };
}

/** @param memories includes that of bare Node */
export function memoryTable(memories: readonly Memory[], missing: readonly string[]): Table {
  const bare = memories.find(({ name }) => name === 'bare node:http');
  const cells = (own: number | undefined, bares: number | undefined) =>
    own === undefined || bares === undefined ? ['', ''] : [show(own / MIB), showRatio(ratio(own, bares))];

  return {
    title: 'memory: resident memory of each server, idle and after many fee calls',
    columns: ['server', 'idle MiB', '× bare', 'calls', 'after MiB', '× bare', 'most MiB'],
    rows: memories.map(({ name, idle, after, calls }) => [
      name,
      ...cells(idle?.now, bare?.idle?.now),
      show(calls),
      ...cells(after?.now, bare?.after?.now),
      after === undefined ? '' : show(after.most / MIB),
    ]),
    notes: [
      'The mock keeps its transactions; the other servers keep nothing.',
      'A server is measured after a million calls, or after the calls that it answered in a minute.',
      ...missing,
    ],
  };
}
