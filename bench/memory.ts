/** How much memory each of the servers takes: at rest, and after as many fee calls as it answers in the time given. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Benchmark } from './benchmark.ts';
import type { Contestant } from './contenders/line-up.ts';
import { createFeeCall } from './fee-call.ts';
import { ratio, show, showRatio } from './figures.ts';
import { load } from './load.ts';
import { type Resident, residentOf } from './resident.ts';
import type { Table } from './table.ts';

const MIB = 1024 * 1024;

/** What a server is given to come to rest, in milliseconds. */
const REST = 1_000;

interface Memory {
  readonly name: string;
  readonly idle: Resident | undefined;
  readonly after: Resident | undefined;
  /** How many calls came between. */
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

/** @param memories those of bare Node among them */
export function memoryTable(memories: readonly Memory[], missing: readonly string[]): Table {
  const bare = memories.find(({ name }) => name === 'bare node:http');
  const cells = (own: number | undefined, bares: number | undefined) =>
    own === undefined || bares === undefined ? ['', ''] : [show(own / MIB), showRatio(ratio(own, bares))];

  return {
    title: 'memory: resident memory of each server, at rest and after so many fee calls',
    columns: ['server', 'idle MiB', '× bare', 'calls', 'after MiB', '× bare', 'most MiB'],
    rows: memories.map(({ name, idle, after, calls }) => [
      name,
      ...cells(idle?.now, bare?.idle?.now),
      show(calls),
      ...cells(after?.now, bare?.after?.now),
      after === undefined ? '' : show(after.most / MIB),
    ]),
    notes: [
      'The mock keeps what it answered, to find it again; the others keep nothing.',
      'A server that does not answer a million calls within a minute is looked at after as many as it did.',
      ...missing,
    ],
  };
}
