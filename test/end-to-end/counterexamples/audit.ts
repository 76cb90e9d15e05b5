/** The counterexample that the suite reports for a broken deployment. */

import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import type { Report, ReportRule } from '../../../conformance/report/report.ts';
import { toReport } from '../../../conformance/report/to-report.ts';
import type { Rule } from '../../../conformance/rule/rule.ts';
import { RULES } from '../../../conformance/rules/index.gen.ts';
import { EFFORTS } from '../../../conformance/runner/effort.ts';
import type { Counterexample } from '../../../conformance/runner/outcome.ts';
import { run } from '../../../conformance/runner/run.ts';
import { describeRun } from '../../../conformance/verdict/counting.ts';
import type { Broken, Standing } from './broken.ts';
import { smallerThan } from './smaller.ts';

export interface Found {
  readonly rule: Rule;
  readonly counterexample: Counterexample;
  readonly reported: ReportRule;
  readonly report: Report;
}

/** Undefined where the rule does not fail. */
export async function find(broken: Broken, seed: number): Promise<Found | undefined> {
  await using standing = await broken.start();
  const { deployment } = standing;
  const { maxRequests, maxTime } = EFFORTS.standard;
  const result = await run({
    deployment,
    rules: RULES,
    observations: [],
    selects: () => true,
    effort: EFFORTS.standard,
    seed,
    maxRequests,
    maxTime,
  });
  const invocation = { command: 'tollgate', reportPath: undefined, deploymentPath: undefined };
  const described = describeRun('service', { startedAt: new Date(), seed, effort: 'standard' }, 0);
  const report = toReport(result, { deployment, invocation }, described);
  const rule = RULES.find(({ id }) => id === broken.rule);
  const outcome = result.results.find(({ id }) => id === broken.rule)?.outcome;
  const reported = report.rules.find(({ id }) => id === broken.rule);
  if (rule === undefined || reported === undefined || outcome?.kind !== 'fail') return undefined;

  return { rule, counterexample: outcome.counterexample, reported, report };
}

// Checks that the printed curl commands get the recorded answers from another deployment.

/** Runs a script in bash and returns its output; undefined where it takes longer than this many milliseconds. */
type Bash = (
  script: string,
  environment: Readonly<Record<string, string>>,
  longest: number,
) => Promise<string | undefined>;

interface Printed {
  /** The printed and the recorded answers, without values that differ between runs. */
  readonly got: readonly string[];
  readonly expected: readonly string[];
}

/** The longest time of a command that gets an answer, in milliseconds. */
const LONGEST = 30_000;

async function printed(
  { counterexample }: ReportRule,
  { target }: Report,
  { deployment }: Standing,
  bash: Bash,
): Promise<Printed> {
  const steps = counterexample?.steps ?? [];
  const script = steps.map(({ curl }) => `${curl}\necho`).join('\n');
  const isUnanswered = steps.some(({ response }) => !('body' in response));
  const out = await bash(
    script.replaceAll(new URL(target).origin, deployment.url.origin),
    tokensOf(deployment),
    isUnanswered ? deployment.limits.timeout : LONGEST,
  );
  const expected = steps.map(({ response }) => ('body' in response ? response.body : NO_ANSWER));
  const got = out === undefined ? [NO_ANSWER] : out.split('\n');

  return { got: normalise(got), expected: normalise(expected) };
}

const NO_ANSWER = 'no answer in time';

function tokensOf({ one, several }: Deployment): Readonly<Record<string, string>> {
  return { TOLLGATE_TOKEN: one.token ?? '', TOLLGATE_TOKEN_SEVERAL: several?.token ?? '' };
}

/** A fresh `mTxId`, masked by the report or with the random digits of a command. */
const FRESH_MTXID = /\b([a-z0-9]{5})(?:x{7}|\d{7})\b/g;

/** Puts bodies on one line, numbers identifiers in their order, and removes times. */
function normalise(texts: readonly string[]): readonly string[] {
  const seen: string[] = [];
  const numbered = (id: string) => {
    if (!seen.includes(id)) seen.push(id);

    return `#${seen.indexOf(id)}`;
  };

  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== '')
    .map((line) =>
      line.includes('"instance"')
        ? line
            .replace(/"instance":"[^"]*"/, '')
            .replace(FRESH_MTXID, '$1#')
            .replace(/\w*…\(\d+ digits\)\w*|[0-9a-f]{18,}/g, '#')
        : line.replace(/[0-9a-f]{18,}|(?<="(?:sTxId|mTxId)":"?)[^"},]+/g, numbered),
    );
}

// Checks one counterexample: whether it is minimal, and whether others can reproduce it.

/** Runs `tollgate replay` in a process of its own and returns its exit code. */
export type Replay = (report: Report, rule: string, deployment: Deployment) => Promise<number>;

interface Audit {
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
