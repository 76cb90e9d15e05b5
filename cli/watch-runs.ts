/** `--watch`: runs a judge again when a file changes, and shows one screen: what changed since the last time, then the failures. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyReport } from '../conformance/report/report.ts';
import { FAILURE_STATUSES, rulesWith } from '../conformance/report/rule-status.ts';
import { isBackground } from '../conformance/report/text.ts';
import { type CommandContext, type CommandOutput, UsageError } from './command.ts';
import { isUserError, safeProblem } from './errors.ts';
import { interruptedCode } from './shutdown.ts';

/** Milliseconds between two looks at the files. A change counts when two looks in a row see it. */
const INTERVAL = 300;

/** Folders that no editor writes sources to. */
const SKIPPED = /^(?:\.|node_modules$|__pycache__$|coverage$|dist$|build$|target$)/;

const MOST_FILES = 20_000;

export interface WatchedRun {
  readonly report: AnyReport;
  /** Further files that were read. */
  readonly reads?: readonly string[];
  readonly deliver: () => Promise<CommandOutput>;
}

export interface Watched {
  /** Paths that were given; each change counts. */
  readonly files: readonly (string | undefined)[];
  /** The files below it that the judged command does not write itself count, too. */
  readonly folder?: string;
}

/** Times and sizes by path. */
type Snapshot = ReadonlyMap<string, string>;

/** @throws UsageError beside options that allow one run only, and what the first run throws */
export async function watchRuns(
  { files, folder }: Watched,
  options: { readonly record: string | undefined; readonly sign: string | undefined },
  judge: (context: CommandContext) => Promise<WatchedRun>,
  context: CommandContext,
): Promise<CommandOutput> {
  const alone = options.record === undefined ? options.sign && '--sign' : '--record';
  if (alone) throw new UsageError(`--watch: expected no ${alone} beside it, which is for one run, got both`);
  const { shutdown } = context;
  const given = new Set(files.flatMap((path) => path ?? []));
  const look = (): Snapshot =>
    new Map([...given, ...filesBelow(folder)].map((path) => [path, stateOf(path)]));
  let failed: ReadonlySet<string> | undefined;
  /** The parts of the last report. */
  let shown: readonly string[] = [];
  let changed: readonly string[] = [];
  /** Files that the judged command writes itself. */
  let written = new Set<string>();
  for (let isFirst = true; ; isFirst = false) {
    const before = look();
    const isOwn = (path: string) => !given.has(path) && (isFirst || written.has(path) || !before.has(path));
    const again = new AbortController();
    const watching = whenChanged(before, look, isOwn, AbortSignal.any([shutdown, again.signal]));
    // During the run a change ends it early.
    const restart = new AbortController();
    void watching.then((paths) => paths.length > 0 && restart.abort());
    const signal = AbortSignal.any([shutdown, restart.signal]);
    const judged = await judge(Object.create(context, { shutdown: { value: signal } })).catch((error) => {
      if (isFirst || !isUserError(error)) throw error;

      return safeProblem(`tollgate: ${error.message}\n`);
    });
    const result = restart.signal.aborted || typeof judged === 'string' ? undefined : await judged.deliver();
    again.abort();
    if (shutdown.aborted) return { code: interruptedCode(shutdown), out: '' };
    const early = await watching;
    for (const path of typeof judged === 'string' ? [] : (judged.reads ?? [])) given.add(path);
    const after = look();
    if (isFirst) written = new Set(differing(before, after).filter((path) => !given.has(path)));
    if (early.length === 0) {
      if (typeof judged === 'string') context.warn(judged);
      else {
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
    changed = early.length > 0 ? early : await whenChanged(after, look, () => false, shutdown);
    for (const path of changed) written.delete(path);
    if (shutdown.aborted) return { code: interruptedCode(shutdown), out: '' };
  }
}

/** The paths that changed, as soon as they are settled; none where the signal came first. */
async function whenChanged(
  base: Snapshot,
  look: () => Snapshot,
  isOwn: (path: string) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  for (let last = base; !signal.aborted; ) {
    await pause(INTERVAL, signal);
    const seen = look();
    const changed = differing(base, seen).filter((path) => !isOwn(path));
    const isSettled = differing(last, seen).length === 0;
    if (changed.length > 0 && (isSettled || signal.aborted)) return changed;
    last = seen;
  }

  return [];
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

function differing(one: Snapshot, other: Snapshot): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

function filesBelow(folder: string | undefined): readonly string[] {
  const files: string[] = [];
  const folders = folder === undefined ? [] : [folder];
  for (let at = folders.pop(); at !== undefined && files.length < MOST_FILES; at = folders.pop())
    for (const entry of entriesOf(at)) {
      if (SKIPPED.test(entry.name)) continue;
      if (entry.isDirectory()) folders.push(join(at, entry.name));
      else if (entry.isFile()) files.push(join(at, entry.name));
    }

  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stateOf(path: string): string {
  const { mtimeMs, size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};

  return `${mtimeMs} ${size} ${ino}`;
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
