/** Checks one counterexample: whether it is minimal, and whether others can reproduce it. */
import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import type { Report } from '../../../conformance/report/report.ts';
import type { Broken } from './broken.ts';
import { type Bash, type Printed, printed } from './curls.ts';
import { find } from './found.ts';
import { smallerThan } from './smaller.ts';

/** Runs `tollgate replay` in a process of its own and returns its exit code. */
export type Replay = (report: Report, rule: string, deployment: Deployment) => Promise<number>;

export interface Audit {
  readonly broken: Broken;
  /** Requests of the counterexample. */
  readonly steps: number;
  /** The requests spent on shrinking it. */
  readonly spent: number;
  /** A smaller case that fails the same; undefined where there is none. */
  readonly smaller: unknown;
  /** 1 where the rule fails again. */
  readonly replayed: number;
  readonly curls: 'reproduced' | 'by timing' | Printed;
}

interface Tools {
  readonly seed: number;
  readonly bash: Bash;
  readonly replay: Replay;
}

/** How often commands with concurrent requests are run at most, since their order varies. */
const TIMES = 10;

/** Undefined where the rule does not find the defect. */
export async function audit(broken: Broken, { seed, bash, replay }: Tools): Promise<Audit | undefined> {
  const found = await find(broken, seed);
  if (found === undefined) return undefined;
  const { counterexample, report, reported } = found;
  const { steps } = counterexample.transcript;
  const showsAgain = async () => {
    await using standing = await broken.start();

    return await printed(reported, report, standing, bash);
  };
  const replayOnce = async () => {
    await using standing = await broken.start();

    return await replay(report, broken.rule, standing.deployment);
  };
  const isRace = steps.some(({ concurrent }) => concurrent);

  return {
    broken,
    steps: steps.length,
    spent: counterexample.spent ?? 0,
    smaller: await smallerThan(broken, found),
    replayed: await replayOnce(),
    curls: isRace ? await race(showsAgain) : outcomeOf(await showsAgain(), isAlike),
  };
}

function outcomeOf(shown: Printed, same: (shown: Printed) => boolean): Audit['curls'] {
  return same(shown) ? 'reproduced' : shown;
}

async function race(show: () => Promise<Printed>): Promise<Audit['curls']> {
  for (let time = 0; time < TIMES; time++) if (isAlikeInAnyOrder(await show())) return 'reproduced';

  return 'by timing';
}

function isAlike({ got, expected }: Printed): boolean {
  return got.join('\n') === expected.join('\n') || isTakenInTurns({ got, expected });
}

/** A fee that alternates shows its two values in either order. */
function isTakenInTurns({ got, expected }: Printed): boolean {
  const withoutNames = (lines: readonly string[]) =>
    lines.map((line) => line.replace(/#\d+/g, '#')).toSorted();

  return expected.length === 2 && withoutNames(got).join('\n') === withoutNames(expected).join('\n');
}

/** Concurrent answers come in any order, so only the number of their transactions and the last answer are compared. */
function isAlikeInAnyOrder({ got, expected }: Printed): boolean {
  const kindsOf = (lines: readonly string[]) =>
    new Set(lines.flatMap((line) => line.match(/#\d+/g) ?? [])).size;

  return got.length === expected.length && kindsOf(got) === kindsOf(expected);
}
