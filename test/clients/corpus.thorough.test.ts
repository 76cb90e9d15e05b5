/** Broken clients are never green in silence, and sound ones never accused. */
import { expect, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { type CheckClientOptions, checkClient } from '../../conformance/index.ts';
import { BROKEN, kit, SOUND, type Steps } from './corpus.ts';

/** In milliseconds: far beyond four time limits of a client, also on a busy machine. */
const TIME_LIMIT = 25_000;

/** Clients at the same time: most of their time they wait. */
const AT_ONCE = 6;

/** What a report accuses the client of, in a line; empty for a green report. */
async function accusations(steps: Steps, options: Partial<CheckClientOptions>): Promise<readonly string[]> {
  const { verdict, summary, rules } = await checkClient({
    ...{ startMock, seed: 1, timeLimit: TIME_LIMIT, ...options },
    async run(context) {
      await steps(kit(context), context);
    },
  });
  const failed = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');
  // Each of them is in the summary, or the verdict says why there is none.
  for (const { id } of failed) expect(summary).toContain(id);

  return [
    ...(verdict === 'inconclusive' ? [summary] : []),
    ...failed.map(({ id, reason }) => `${id}: ${reason}`),
  ];
}

async function eachOf<T>(all: readonly T[], judge: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await judge(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

test('no broken client is green in silence', async () => {
  const silent: string[] = [];
  await eachOf(Object.entries(BROKEN), async ([name, steps]) => {
    if ((await accusations(steps, { effort: 'quick' })).length > 0) return;
    // The faults alone: the baseline and the tolerances have shown nothing.
    const selects = (id: string) => !id.startsWith('client-tolerance/');
    if ((await accusations(steps, { effort: 'standard', selects })).length === 0) silent.push(name);
  });

  expect(silent).toEqual([]);
}, 900_000);

test('no sound client is accused, also where every should rule counts', async () => {
  const accused: string[] = [];
  await eachOf(Object.entries(SOUND), async ([name, steps]) => {
    for (const found of await accusations(steps, { effort: 'standard', strict: true }))
      accused.push(`${name}: ${found}`);
  });

  expect(accused).toEqual([]);
}, 900_000);
