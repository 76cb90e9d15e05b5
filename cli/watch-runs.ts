/** `--watch`: runs a judge again when a file changes, and shows one screen: what changed since the last time, then the report. */
import { resolve } from 'node:path';
import type { Report } from '../conformance/report/report.ts';
import { FAILURE_STATUSES, rulesWith } from '../conformance/report/rule-status.ts';
import type { CommandContext, CommandOutput } from './command.ts';
import { isUserError, safeProblem } from './output.ts';
import { interruptedCode } from './shutdown.ts';
import {
  differing,
  endsWithLinesOf,
  filesBelow,
  filesOfOutput,
  idOf,
  type Snapshot,
  statesOf,
  whenChanged,
} from './watch.ts';

interface WatchedRun {
  readonly report: Report;
  /** Further files that were read. */
  readonly reads: readonly string[];
  readonly deliver: () => Promise<CommandOutput>;
}

interface Watched {
  /** Paths that were given; each change counts. */
  readonly files: readonly string[];
  /** The paths that the run writes; no change counts. */
  readonly written: readonly string[];
  /** The files below it that the judged command does not write itself count, too. */
  readonly folder: string | undefined;
}

/** @throws what the first run throws */
export async function watchRuns(
  { files, written, folder }: Watched,
  judge: () => Promise<WatchedRun>,
  context: CommandContext,
): Promise<CommandOutput> {
  const { shutdown } = context;
  const given = new Set(files);
  const outputs = new Set(written.map((path) => resolve(path)));
  const printed = filesOfOutput();
  const isOwn = (path: string) =>
    outputs.has(resolve(path)) || (printed.length > 0 && printed.includes(idOf(path) ?? ''));
  const look = (): Snapshot =>
    statesOf([...given, ...(folder === undefined ? [] : filesBelow(folder))].filter((path) => !isOwn(path)));
  /** What the first run changed: the judged command writes these itself while it runs. */
  let own: ReadonlySet<string> | undefined;
  /** Where another command, such as `tee`, writes what was printed. */
  const piped = new Set<string>();
  let failed: ReadonlySet<string> | undefined;
  for (let changed: readonly string[] = []; ; ) {
    const before = look();
    const run = await judge().catch((error) => {
      if (own === undefined || !isUserError(error)) throw error;
      context.warn(safeProblem(`tollgate: ${error.message}\n`));
    });
    const { out, problem = '' } = (await run?.deliver()) ?? { out: '' };
    if (shutdown.aborted) return { code: interruptedCode(shutdown), out: '' };
    context.warn(problem);
    if (run !== undefined) {
      for (const path of run.reads) given.add(path);
      const now = failuresOf(run.report);
      const news = sinceLast(failed, { now, passed: passedIn(run.report) }, changed);
      context.print(screen([...news, ...out.split('\n')], context));
      failed = now;
    }
    // A file may change as soon as the line is printed.
    let seen: Snapshot | undefined = look();
    const waiting = `Waiting for changes of ${folder === undefined ? [...given].join(', ') : 'files'}. Ctrl-C ends.\n`;
    context.print(waiting);
    const withoutPiped = (paths: readonly string[]) =>
      paths.filter((path) => {
        if (!given.has(path) && endsWithLinesOf(out + problem + waiting, path)) piped.add(path);

        return !piped.has(path);
      });
    const during = differing(before, seen);
    own ??= new Set(during.filter((path) => !given.has(path)));
    changed = withoutPiped(during.filter((path) => before.has(path) && !own?.has(path)));
    while (changed.length === 0) {
      const base: Snapshot = seen;
      seen = await whenChanged(base, look, shutdown);
      if (seen === undefined) return { code: interruptedCode(shutdown), out: '' };
      changed = withoutPiped(differing(base, seen));
    }
  }
}

function failuresOf(report: Report): ReadonlySet<string> {
  return new Set(rulesWith(report, ...FAILURE_STATUSES).map(({ id }) => id));
}

function passedIn({ rules }: Report): ReadonlySet<string> {
  return new Set(rules.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id));
}

function sinceLast(
  before: ReadonlySet<string> | undefined,
  { now, passed }: Readonly<Record<'now' | 'passed', ReadonlySet<string>>>,
  changed: readonly string[],
): readonly string[] {
  if (before === undefined) return [];
  const gone = [...before].filter((id) => !now.has(id));
  const lines = [
    ['Fails now', [...now].filter((id) => !before.has(id))],
    ['Fixed', gone.filter((id) => passed.has(id))],
    ['Not judged this time', gone.filter((id) => !passed.has(id))],
  ] as const;
  const news = lines.flatMap(([word, ids]) => (ids.length === 0 ? [] : [`  ${word}: ${ids.join(', ')}`]));
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : '';

  return [
    `Since ${changed.slice(0, 3).join(', ')}${more} changed:`,
    ...(news.length > 0 ? news : [now.size === 0 ? '  no rule fails' : '  the same failures and warnings']),
    '',
  ];
}

/** The lines that a terminal has room for, on a cleared screen; all of them elsewhere. */
function screen(lines: readonly string[], { rows }: CommandContext): string {
  if (rows === undefined) return `${lines.join('\n')}\n`;
  const room = Math.max(rows - 4, 10);
  const left = lines.length - room;
  const cut =
    left > 0 ? [...lines.slice(0, room), `… ${left} more lines (--report text=PATH has all)`] : lines;

  return `\x1b[2J\x1b[3J\x1b[H${cut.join('\n')}\n`;
}
