/** The recorded runs of a client, for the same check again: each has to be the one that the check plans. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { toMockOptions } from '../clients/client-mock.ts';
import { type ClientRun, type RunOnce, reasonOf } from '../clients/run-client.ts';
import { callsOf } from '../rule/client-calls.ts';
import { Diverged } from './played-source.ts';
import { type ClientEntry, exchangeOf } from './read-exchange.ts';
import type { RecordedPage } from './recording.ts';

export interface RecordedRun {
  readonly page: RecordedPage;
  readonly entries: readonly ClientEntry[];
}

export interface PlayedRuns {
  /** Throws Diverged where the check and the recording part. */
  readonly runOnce: RunOnce;
  /** The first run that the check did not ask for, in words; undefined where there is none. */
  readonly left: () => string | undefined;
}

export function playRuns(runs: readonly RecordedRun[]): PlayedRuns {
  let next = 0;

  return {
    async runOnce(what, variation, { observe }) {
      const run = runs[next++];
      if (run === undefined)
        throw new Diverged('a run was removed: the check runs the client more often than the recording');
      const { page, entries } = run;
      const { choices, faults } = page._run;
      const content = [page._run.what, choices, faults];
      if (JSON.stringify(content) !== JSON.stringify([what, variation.choices, variation.faults]))
        throw new Diverged(
          `the check plans another run than ${page.id} (${page.title}), ${[what, toMockOptions(variation)].join(' ').trim()}: a run was removed, added, moved or edited`,
        );
      if (entries.length !== page._run.exchanges || entries.some(({ _run }, at) => _run.number !== at + 1))
        throw new Diverged(
          `${page.id} (${page.title}) has other exchanges than it counted: one was removed, added, moved or repeated`,
        );
      const exchanges = entries.map(exchangeOf);
      if (observe !== undefined) observeAll(entries, exchanges, observe);

      return toRun(page, exchanges);
    },
    left() {
      const over = runs[next]?.page;

      return over && `${over.id} (${over.title})`;
    },
  };
}

/** Each world of the mock has an observer. */
function observeAll(
  entries: readonly ClientEntry[],
  exchanges: readonly Exchange[],
  observe: NonNullable<Parameters<RunOnce>[2]['observe']>,
): void {
  const several = new Map(entries.map(({ _run }) => [_run.merchant, _run.several]));
  const worlds = 1 + entries.reduce((most, { _run }) => Math.max(most, _run.world), -1);
  const observers = Array.from({ length: worlds }, () =>
    observe({ hasSeveralProcessors: (merchant) => several.get(merchant) }),
  );
  for (const [at, exchange] of exchanges.entries()) observers[entries[at]?._run.world ?? 0]?.(exchange);
}

function toRun({ _run }: RecordedPage, exchanges: readonly Exchange[]): ClientRun {
  const { ending, dropped, startedAt, endedAt, exitCode = 1, output = '' } = _run;
  const { passed = exitCode === 0, reason = reasonOf(exitCode) } = _run;

  return {
    ...{ passed, ending, reason, output, exchanges, calls: callsOf(exchanges) },
    ...{ dropped, startedAt, endedAt },
  };
}
