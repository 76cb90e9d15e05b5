/** Whether the mock stays as it is for as long as one likes: memory, answers and what it retains, at half of full load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Benchmark } from './benchmark.ts';
import { createFeeCall } from './fee-call.ts';
import { show } from './figures.ts';
import { CONNECTIONS, load } from './load.ts';
import { residentOf } from './resident.ts';
import { type Serving, serve } from './serve.ts';
import { type Connection, connect } from './soak/caller.ts';
import { createKept, type KeptTransactions } from './soak/kept.ts';
import { createPacer } from './soak/pacer.ts';
import { type Second, type Soaking, soakTable } from './soak/report.ts';
import { createTraffic, type Traffic } from './soak/traffic.ts';

const RETAIN = 10_000;
const MINUTE = 60_000;

/** How many of those outside are asked for in the end. */
const SWEPT_OUTSIDE = 2_000;

export const soak: Benchmark = {
  name: 'soak',
  runs: 'when asked for',

  async run(bench) {
    const { minutes, fullLoadSeconds } = bench.pace.soak;
    const call = await createFeeCall();
    const commandFor = (port: number) => ({
      args: ['src/cli/main.ts', 'mock', '--port', `${port}`, '--quiet', '--retain', `${RETAIN}`],
    });
    const longest = (minutes + 3) * MINUTE;
    await using serving = await serve(bench.processes, call, commandFor, longest);
    const server = { name: 'tollgate mock', port: serving.port };
    bench.progress('soak: full load');
    const { perSecond } = await load(server, call, { seconds: fullLoadSeconds });

    const kept = createKept(RETAIN, CONNECTIONS);
    const traffic = createTraffic(kept, Math.random);
    await using stack = new AsyncDisposableStack();
    const connections = Array.from({ length: CONNECTIONS }, () => stack.use(connect(serving.port, call)));
    const seconds = await drive(bench, { serving, connections, traffic, perSecond: perSecond / 2 });
    bench.progress('soak: looking at what is retained');
    const swept = await sweep(kept, traffic, connections);

    return soakTable({ retain: RETAIN, fullLoad: perSecond, seconds, tally: traffic.tally, swept });
  },
};

interface Driving {
  readonly serving: Serving;
  readonly connections: readonly Connection[];
  readonly traffic: Traffic;
  readonly perSecond: number;
}

/** @throws at the first answer that is wrong or does not come */
async function drive(
  { pace, progress }: Bench,
  { serving, connections, traffic, perSecond }: Driving,
): Promise<readonly Second[]> {
  using pacer = createPacer(perSecond);
  const from = performance.now();
  const until = from + pace.soak.minutes * MINUTE;
  const seconds: Second[] = [];
  let calls = 0;
  let isOver = false;

  const workers = connections.map(async (connection, worker) => {
    for (let number = worker; !isOver; number++) {
      await pacer.turn();
      if (isOver) return;
      await traffic.step(connection, number);
      calls++;
    }
  });
  const watch = async () => {
    while (!isOver) {
      await sleep(Math.min(1_000, Math.max(0, until - performance.now())));
      const at = performance.now() - from;
      seconds.push({
        at,
        calls,
        p99: traffic.microseconds.percentile(99) / 1000,
        resident: residentOf(serving.pid)?.now,
      });
      calls = 0;
      traffic.microseconds.reset();
      progress(`soak: ${show(at / 1000)} of ${show(pace.soak.minutes * 60)} s`);
      isOver ||= from + at >= until;
    }
  };
  try {
    await Promise.race([watch(), Promise.all(workers)]);
  } finally {
    isOver = true;
  }
  pacer[Symbol.dispose]();
  await Promise.all(workers);

  return seconds;
}

/** Every one that must be there, and some of those that cannot be. @throws where one is lost, or kept */
async function sweep(
  kept: KeptTransactions,
  traffic: Traffic,
  connections: readonly Connection[],
): Promise<Soaking['swept']> {
  const inside = kept.allInside();
  const outside = kept.allOutside().slice(0, SWEPT_OUTSIDE);
  const queue = [
    ...inside.map((transaction) => (connection: Connection) => traffic.sell(connection, transaction)),
    ...outside.map((transaction) => (connection: Connection) => traffic.miss(connection, transaction)),
  ];
  await Promise.all(
    connections.map(async (connection) => {
      for (let ask = queue.shift(); ask !== undefined; ask = queue.shift()) await ask(connection);
    }),
  );

  return { inside: inside.length, outside: outside.length };
}
