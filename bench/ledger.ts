/** How much memory the memory ledger takes, beside a plain Map of the same requests. */
import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import { ratio, show, showRatio } from './figures.ts';
import type { Table } from './table.ts';
import { atMost, showTarget } from './target.ts';

const COUNTS = [100_000, 1_000_000];
const BODIES = ['three fields', 'with mTxId'] as const;
/** What holds the transactions; `fill-ledger.ts` knows them by these names. */
type Holder = 'ledger' | 'map' | 'retaining';

const MIB = 1024 * 1024;

/** In MiB, with a million transactions. */
const A_MILLION = atMost(700);

const FILL = fileURLToPath(import.meta.resolve('./fill-ledger.ts'));

/** Bytes. */
export interface Memory {
  readonly resident: number;
  /** Whenever it was the most. */
  readonly most: number;
}

/** A ledger that retains 10,000, after so many. */
export interface Retaining {
  readonly count: number;
  readonly memory: Memory;
}

export interface Holding {
  readonly body: (typeof BODIES)[number];
  readonly count: number;
  readonly ledger: Memory;
  readonly map: Memory;
}

export const ledger: Benchmark = {
  name: 'ledger',
  runs: 'always',

  async run({ processes, progress }) {
    const hold = async (holder: Holder, body: string, count: number): Promise<Memory> => {
      progress(`ledger: ${count} transactions, ${body}, in a ${holder}`);
      const { out } = await processes.run(['--expose-gc', FILL, holder, body, `${count}`]);

      return JSON.parse(out);
    };
    const empty = await hold('ledger', BODIES[0], 0);
    const holdings: Holding[] = [];
    for (const body of BODIES) {
      for (const count of COUNTS) {
        const [inLedger, inMap] = [await hold('ledger', body, count), await hold('map', body, count)];
        holdings.push({ body, count, ledger: inLedger, map: inMap });
      }
    }
    const retaining: Retaining[] = [];
    for (const count of COUNTS) {
      retaining.push({ count, memory: await hold('retaining', 'with mTxId', count) });
    }

    return ledgerTable(empty, holdings, retaining);
  },
};

export function ledgerTable(
  empty: Memory,
  holdings: readonly Holding[],
  retaining: readonly Retaining[],
): Table {
  const row = (what: string, { resident, most }: Memory, others: readonly string[]) => [
    what,
    show(resident / MIB),
    show(most / MIB),
    ...others,
  ];

  return {
    title: 'ledger: resident memory of a process with so many transactions, after collecting garbage',
    columns: ['transactions', 'MiB', 'most MiB', 'target', 'bytes each', '× Map'],
    rows: [
      row('none', empty, ['', '', '']),
      ...holdings.flatMap(({ body, count, ledger, map }) => {
        const each = ({ resident }: Memory) => (resident - empty.resident) / count;
        const target = count === 1_000_000 ? showTarget(A_MILLION, ledger.resident / MIB) : '';

        return [
          row(`${show(count)} in the ledger, ${body}`, ledger, [
            target,
            show(each(ledger)),
            showRatio(ratio(each(ledger), each(map))),
          ]),
          row(`${show(count)} in a Map, ${body}`, map, ['', show(each(map)), '']),
        ];
      }),
      ...retaining.map(({ count, memory }) =>
        row(`10,000 retained of ${show(count)}, with mTxId`, memory, ['', '', '']),
      ),
    ],
  };
}
