/** The recorded runs of a client, for the same check again: each has to be the one that the check plans. */
import { toMockOptions } from '../clients/client-mock.ts';
import { type ClientRun, type RunSource, reasonOf } from '../clients/run-client.ts';
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
  readonly source: RunSource;
  /** The first run that the check did not ask for, in words; undefined where there is none. */
  readonly left: () => string | undefined;
}

export function playRuns(runs: readonly RecordedRun[]): PlayedRuns {
  let next = 0;

  const source: RunSource = {
    async run({ what, variation }) {
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

      return toRun(page, entries);
    },
  };

  return {
    source,
    left() {
      const over = runs[next]?.page;

      return over && `${over.id} (${over.title})`;
    },
  };
}

function toRun({ _run }: RecordedPage, entries: readonly ClientEntry[]): ClientRun {
  const exchanges = entries.map(exchangeOf);
  const origins = entries.map(({ _run: { world, several } }) => ({ world, several }));
  const { ending, dropped, startedAt, endedAt, exitCode = 1, output = '' } = _run;
  const { passed = exitCode === 0, reason = reasonOf(exitCode) } = _run;

  return {
    ...{ passed, ending, reason, output, exchanges, origins, calls: callsOf(exchanges) },
    ...{ dropped, startedAt, endedAt },
  };
}
