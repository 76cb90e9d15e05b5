/** Runs a client several times side by side: the runs that a check expects start before it asks for them. */
import type { ClientRun, PlannedRun } from './run-client.ts';

interface RunAheadOptions {
  /** How many runs may take place at once. */
  readonly jobs: number;
  /** Runs the client. @param job from 1 to `jobs`, of no other run that takes place */
  readonly start: (run: PlannedRun, job: number, signal: AbortSignal) => Promise<ClientRun>;
  /** Ends all runs. */
  readonly signal: AbortSignal | undefined;
}

interface ExpectedRun {
  readonly run: PlannedRun;
  /** Undefined until it starts. */
  running?: Promise<ClientRun>;
}

/**
 * The results are those of one run after the other. A run beside others counts only if it shows nothing wrong; else it takes
 * place again, alone. So do runs that were not expected: they confirm a failure, or search for its cause.
 */
export function createRunsAhead({ jobs, start, signal }: RunAheadOptions) {
  const closing = new AbortController();
  const ending = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
  const taken = new Map<number, Promise<ClientRun>>();
  let expected: ExpectedRun[] = [];
  let isAlone = false;

  const begin = (run: PlannedRun) => {
    let job = 1;
    while (taken.has(job)) job += 1;
    const running = start(run, job, ending).finally(() => taken.delete(job));
    taken.set(job, running);

    return running;
  };
  const fill = () => {
    // Long runs start first, so that the check does not end with one of them.
    const waiting = expected
      .filter(({ running }) => running === undefined)
      .toSorted(({ run }, other) => Number(other.run.isLong ?? false) - Number(run.isLong ?? false));
    for (const next of waiting) {
      if (isAlone || ending.aborted || taken.size >= jobs) return;
      next.running = begin(next.run);
      next.running.then(fill, fill);
    }
  };
  const alone = async (run: PlannedRun) => {
    isAlone = true;
    await Promise.allSettled(taken.values());
    try {
      return await begin(run);
    } finally {
      isAlone = false;
      fill();
    }
  };

  return {
    expect(runs: readonly PlannedRun[]): void {
      if (jobs === 1) return;
      expected = [...expected, ...runs.map((run) => ({ run }))];
      fill();
    },
    async run(run: PlannedRun, isTrusted: (run: ClientRun) => boolean): Promise<ClientRun> {
      const at = expected.findIndex((one) => keyOf(one.run) === keyOf(run));
      const found = expected[at];
      if (found === undefined) return alone(run);
      // The check needs none of those before it.
      expected = expected.slice(at);
      for (fill(); found.running === undefined && taken.size > 0; fill()) await Promise.race(taken.values());
      const done = await found.running;
      expected = expected.slice(1);
      fill();
      // It has not started where the check is interrupted.
      if (done === undefined) return alone(run);

      return done.ending === 'interrupted' || isTrusted(done) ? done : alone(run);
    },
    /** Ends the runs that take place, and waits for their end. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.allSettled(taken.values());
    },
  };
}

function keyOf({ what, variation }: PlannedRun): string {
  return JSON.stringify([what, variation]);
}
