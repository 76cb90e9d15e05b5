/** Runs `mock --retain` at half of full load for minutes or hours, and checks that memory and answers stay stable. */
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { Benchmark } from './benchmark.ts';
import { createFeeCall, type FeeCall, isFee } from './fee-call.ts';
import { atMost, median, show, showTarget, slope } from './figures.ts';
import { CONNECTIONS, load } from './load.ts';
import { residentOf } from './resident.ts';
import { serve } from './serve.ts';
import type { Table } from './table.ts';

const RETAIN = 10_000;
const MIB = 1024 * 1024;
/** In milliseconds. */
const MINUTE = 60_000;
/** How long memory takes to settle, while code is compiled and heaps reach their size. */
const SETTLING = 2 * MINUTE;
/** The fewest seconds from which a growth is calculated. */
const LEAST_POINTS = 60;
/** In MiB per minute, once memory has settled. */
const GROWTH = atMost(1);

/** The figures of one second. */
export interface Second {
  readonly calls: number;
  /** Since the start, in milliseconds. */
  readonly at: number;
  readonly p99: number;
  /** In bytes; undefined where the system does not tell. */
  readonly resident: number | undefined;
}

export const soak: Benchmark = {
  name: 'soak',
  runs: 'when asked for',

  async run({ processes, pace, progress }) {
    const { minutes, fullLoadSeconds } = pace.soak;
    const call = await createFeeCall();
    const args = ['cli/tollgate.js', 'mock', '--quiet', '--retain', `${RETAIN}`, '--port'];
    const commandFor = (port: number) => ({ args: [...args, `${port}`] });
    await using serving = await serve(processes, call, commandFor, (minutes + 3) * MINUTE);
    progress('soak: full load');
    const server = { name: 'tollgate mock', port: serving.port };
    const { perSecond } = await load(server, call, { seconds: fullLoadSeconds });

    const from = performance.now();
    const until = from + minutes * MINUTE;
    const pause = (CONNECTIONS * 1_000) / (perSecond / 2);
    const microseconds = createHistogram();
    const seconds: Second[] = [];
    const callers = Array.from({ length: CONNECTIONS }, async (_, caller) => {
      const steps = stepsOf(new Client(`http://127.0.0.1:${serving.port}`), call, caller);
      for (let due = from; due < until; due += pause) {
        await sleep(Math.max(0, due - performance.now()));
        const asked = performance.now();
        await steps.next();
        microseconds.record(Math.max(1, Math.round((performance.now() - asked) * 1_000)));
      }
      await steps.return();
    });
    const watch = async () => {
      for (let at = 0; at < until - from; progress(`soak: ${show(at / 1_000)} of ${show(minutes * 60)} s`)) {
        await sleep(1_000);
        at = performance.now() - from;
        const { count } = microseconds;
        const p99 = microseconds.percentile(99) / 1_000;
        seconds.push({ at, calls: count, p99, resident: residentOf(serving.pid)?.now });
        microseconds.reset();
      }
    };
    await Promise.all([watch(), ...callers]);

    return soakTable(perSecond, seconds);
  },
};

/** Makes one call per step: a first call, an update, a sale, and a sale that is refused. @throws at a wrong answer */
async function* stepsOf(client: Client, { method, path, headers, body }: FeeCall, caller: number) {
  const ask = async (to: string, fields: object, isRight: (status: number, text: string) => boolean) => {
    const answer = await client.request({ path: to, method, headers, body: JSON.stringify(fields) });
    const text = await answer.body.text();
    if (isRight(answer.statusCode, text)) return JSON.parse(text) as { readonly sTxId?: string };
    throw new Error(`soak: ${to}: expected another answer, got ${answer.statusCode}: ${text.slice(0, 300)}`);
  };
  try {
    for (let order = 0; ; order++) {
      const mTxId = `order-${caller}-${order}`;
      const { sTxId } = await ask(path, { ...JSON.parse(body), mTxId }, (_, text) => isFee(text));
      const isSame = (_: number, text: string) => JSON.parse(text).sTxId === sTxId;
      yield;
      await ask(path, { ...JSON.parse(body), amount: 7, sTxId }, isSame);
      yield;
      await ask(`${path}/sale`, { mTxId }, isSame);
      yield;
      await ask(`${path}/sale`, { mTxId: `${mTxId}-unknown` }, (status) => status >= 400 && status < 500);
      yield;
    }
  } finally {
    await client.destroy();
  }
}

/** @param fullLoad fee calls per second without a limit */
export function soakTable(fullLoad: number, seconds: readonly Second[]): Table {
  const minutes = Map.groupBy(seconds, ({ at }) => Math.ceil(Math.max(1, at - 500) / MINUTE));
  const row = (what: string, of: readonly Second[]) => {
    const residents = of.flatMap(({ resident }) => (resident === undefined ? [] : [resident / MIB]));
    const before = seconds[seconds.indexOf(of[0]!) - 1]?.at ?? 0;
    const calls = of.reduce((sum, second) => sum + second.calls, 0);

    return [
      what,
      show((calls * 1_000) / ((of.at(-1)?.at ?? 0) - before)),
      show(Math.max(...of.map(({ p99 }) => p99)), 2),
      residents.length === 0 ? '' : show(median(residents), 1),
      residents.length === 0 ? '' : show(Math.max(...residents), 1),
      '',
    ];
  };
  const points = seconds.flatMap(({ at, resident }) =>
    resident === undefined || at <= SETTLING ? [] : [[at / MINUTE, resident / MIB] as const],
  );
  const growth = points.length < LEAST_POINTS ? undefined : slope(points);
  const target = growth === undefined ? ['', '', ''] : [show(growth, 2), '', showTarget(GROWTH, growth)];

  return {
    title: `soak: the mock with --retain ${RETAIN} at half of its ${show(fullLoad)} fee calls/s, ${CONNECTIONS} connections`,
    columns: ['minute', 'calls/s', 'worst p99 ms', 'MiB', 'most MiB', 'target'],
    rows: [
      ...[...minutes].map(([minute, of]) => row(`${minute}`, of)),
      row('all', seconds),
      ['MiB more with each minute, after the second', '', '', ...target],
    ],
    notes: [
      'A quarter of the calls each: first calls, updates by sTxId, sales by mTxId, and sales that are refused.',
    ],
  };
}
