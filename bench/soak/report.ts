/** What a soak came to, minute by minute. */
import { median, show, slope } from '../figures.ts';
import { CONNECTIONS } from '../load.ts';
import type { Table } from '../table.ts';
import { atMost, showTarget } from '../target.ts';
import type { Tally } from './traffic.ts';

const MIB = 1024 * 1024;
const MINUTE = 60_000;

/** How long memory takes to settle, in milliseconds: compiled code, and heaps that grow to the size that they need. */
const SETTLING = 2 * MINUTE;

/** Fewer seconds make no line. */
const LEAST_POINTS = 60;

/** In MiB for each minute, once memory has settled. */
const GROWTH = atMost(1);

/** What was seen in one second, or in whatever the last one is. */
export interface Second {
  readonly calls: number;
  /** Since the start, in milliseconds. */
  readonly at: number;
  readonly p99: number;
  /** In bytes; undefined where the system does not say. */
  readonly resident: number | undefined;
}

export interface Soaking {
  readonly retain: number;
  /** Fee calls per second, when nothing holds them back. */
  readonly fullLoad: number;
  readonly seconds: readonly Second[];
  readonly tally: Readonly<Tally>;
  readonly swept: { readonly inside: number; readonly outside: number };
}

export function soakTable({ retain, fullLoad, seconds, tally, swept }: Soaking): Table {
  // By its middle: the last second ends a little after the last minute.
  const minutes = Map.groupBy(seconds, ({ at }) => Math.ceil(Math.max(1, at - 500) / MINUTE));
  const last = seconds.at(-1)?.at ?? 0;
  const growth = growthOf(seconds.filter(({ at }) => at > SETTLING));
  const row = (what: string, of: readonly Second[]) => {
    const residents = of.flatMap(({ resident }) => (resident === undefined ? [] : [resident / MIB]));
    const from = (seconds[seconds.indexOf(of[0]!) - 1]?.at ?? 0) / 1000;
    const calls = of.reduce((sum, second) => sum + second.calls, 0);

    return [
      what,
      show(calls / ((of.at(-1)?.at ?? 0) / 1000 - from)),
      show(Math.max(...of.map(({ p99 }) => p99)), 2),
      residents.length === 0 ? '' : show(median(residents), 1),
      residents.length === 0 ? '' : show(Math.max(...residents), 1),
      '',
    ];
  };
  const all = seconds.reduce((sum, { calls }) => sum + calls, 0);

  return {
    title: `soak: the mock with --retain ${retain}, ${show(last / 1000)} s at half of its ${show(fullLoad)} fee calls/s, ${CONNECTIONS} connections`,
    columns: ['minute', 'calls/s', 'worst p99 ms', 'MiB', 'most MiB', 'target'],
    rows: [
      ...[...minutes].map(([minute, of]) => row(`${minute}`, of)),
      row('all', seconds),
      [
        'MiB more with each minute, after the second',
        '',
        '',
        growth === undefined ? '' : show(growth, 2),
        '',
        growth === undefined ? '' : showTarget(GROWTH, growth),
      ],
    ],
    notes: [
      `${show(all)} calls, all of them answered as they must be: ${show(tally.opened)} transactions opened,`,
      `${show(tally.updated)} updates and ${show(tally.sold)} sales by both identifiers found theirs among the retained,`,
      `${show(tally.refused)} sales of those no longer retained were refused.`,
      `In the end each of the ${show(swept.inside)} that surely are retained was found, and none of ${show(swept.outside)} others.`,
    ],
  };
}

/** MiB a minute; undefined where the memory is not known, or not for long enough to say. */
function growthOf(seconds: readonly Second[]): number | undefined {
  const points = seconds.flatMap(({ at, resident }) =>
    resident === undefined ? [] : [[at / MINUTE, resident / MIB] as const],
  );

  return points.length < LEAST_POINTS ? undefined : slope(points);
}
