/** Shows which parts of the contract each server checks: a server that checks nothing is fast, but no fair comparison. */
import type { Benchmark } from './benchmark.ts';
import type { LineUp } from './contenders/line-up.ts';
import { PROBES } from './contenders/probes.ts';
import type { Table } from './table.ts';

export const checks: Benchmark = {
  name: 'checks',
  runs: 'always',
  run: async ({ lineUp }) => checksTable(await lineUp()),
};

export function checksTable({ contestants, missing }: LineUp): Table {
  return {
    title: 'checks: what each server checks, probed before it was measured',
    columns: ['what it does', ...contestants.map(({ name }) => name)],
    rows: [
      ...PROBES.map(({ name }) => [
        name,
        ...contestants.map(({ stands }) => (stands.includes(name) ? 'yes' : 'no')),
      ]),
      ['of these', ...contestants.map(({ stands }) => `${stands.length} of ${PROBES.length}`)],
    ],
    notes: [...contestants.map(({ name, version, about }) => `${name} (${version}): ${about}`), ...missing],
  };
}
