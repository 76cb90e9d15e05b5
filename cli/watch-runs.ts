/** `--watch`: runs a judge again when a file changes, and shows one screen: what changed since the last time, then the failures. */
import { resolve } from 'node:path';
import type { AnyReport } from '../conformance/report/report.ts';
import { FAILURE_STATUSES, rulesWith } from '../conformance/report/rule-status.ts';
import { isBackground } from '../conformance/report/text.ts';
import type { CommandContext, CommandOutput } from './command.ts';
import { isUserError, safeProblem } from './output.ts';
import { interruptedCode } from './shutdown.ts';
import { differing, filesBelow, type Snapshot, statesOf, whenChanged } from './watch.ts';

interface WatchedRun {
  readonly report: AnyReport;
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
  judge: (context: CommandContext) => Promise<WatchedRun>,
  context: CommandContext,
): Promise<CommandOutput> {
  const { shutdown } = context;
  const given = new Set(files);
  const outputs = new Set(written.map((path) => resolve(path)));
  const look = (): Snapshot =>
    statesOf(
      [...given, ...(folder === undefined ? [] : filesBelow(folder))].filter(
        (path) => !outputs.has(resolve(path)),
      ),
    );
  let failed: ReadonlySet<string> | undefined;
  /** The parts of the last report. */
  let shown: readonly string[] = [];
  let changed: readonly string[] = [];
  /** Files that the judged command writes itself; unknown until one run was whole. */
  let own: Set<string> | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const before = look();
    const counts = (path: string) => given.has(path) || (own?.has(path) === false && before.has(path));
    const ended = new AbortController();
    const watching = whenChanged(before, look, AbortSignal.any([shutdown, ended.signal]), counts);
    // During the run a change ends it early.
    const restart = new AbortController();
    void watching.then((seen) => seen !== undefined && restart.abort());
    const signal = AbortSignal.any([shutdown, restart.signal]);
    const judged = await judge(Object.create(context, { shutdown: { value: signal } })).catch((error) => {
      if (isFirst || !isUserError(error)) throw error;

      return safeProblem(`tollgate: ${error.message}\n`);
    });
    const result = restart.signal.aborted || typeof judged === 'string' ? undefined : await judged.deliver();
    ended.abort();
    if (shutdown.aborted) return { code: interruptedCode(shutdown), out: '' };
    const early = await watching;
    for (const path of typeof judged === 'string' ? [] : judged.reads) given.add(path);
    const after = look();
    if (early === undefined) {
      if (typeof judged === 'string') context.warn(judged);
      else {
        own = new Set([...(own ?? []), ...differing(before, after)]);
        const { out = '', problem = '' } = result ?? {};
        const now = failuresOf(judged.report);
        const parts = out.split(PART);
        const news = parts.filter((part) => !(isBackground(part) && shown.includes(part)));
        context.warn(problem);
        context.print(screen([...sinceLast(failed, now, changed), ...news.join(PART).split('\n')], context));
        failed = now;
        shown = parts;
      }
      context.print(
        `Waiting for changes of ${folder === undefined ? [...given].join(', ') : 'files'}. Ctrl-C ends.\n`,
      );
    }
    const [base, seen] =
      early === undefined ? [after, await whenChanged(after, look, shutdown)] : [before, early];
    if (seen === undefined) return { code: interruptedCode(shutdown), out: '' };
    changed = differing(base, seen).filter(early === undefined ? () => true : counts);
  }
}

function failuresOf(report: AnyReport): ReadonlySet<string> {
  const sides = report.subject === 'traffic' ? report.sides : [report];

  return new Set(sides.flatMap((side) => rulesWith(side, ...FAILURE_STATUSES).map(({ id }) => id)));
}

/** Between two parts of a report. */
const PART = '\n\n';

function sinceLast(
  before: ReadonlySet<string> | undefined,
  now: ReadonlySet<string>,
  changed: readonly string[],
): readonly string[] {
  if (before === undefined) return [];
  const lines = [
    ['Fails now', [...now].filter((id) => !before.has(id))],
    ['Fixed', [...before].filter((id) => !now.has(id))],
  ] as const;
  const told = lines.flatMap(([word, ids]) => (ids.length === 0 ? [] : [`  ${word}: ${ids.join(', ')}`]));
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : '';

  return [
    `Since ${changed.slice(0, 3).join(', ')}${more} changed:`,
    ...(told.length > 0 ? told : [now.size === 0 ? '  no rule fails' : '  the same failures and warnings']),
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
