/** Reads and writes files that the user names; each error says what to do. */
import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeUnreadable } from '../src/text/unreadable.ts';
import { UsageError } from './command.ts';

/** The root of the Git repository that contains the folder. */
export function repositoryAbove(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Files come from strangers, too: none is larger than this many bytes. */
const LARGEST = 256 * 1024 * 1024;

/** @throws UsageError, also where the file is larger than 256 MiB */
export function readUserFile(path: string, what: string): string {
  let size: number;
  try {
    ({ size } = statSync(path));
    if (size <= LARGEST) return checkKind(readFileSync(path, 'utf8'), path, what);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${what}: ${path}: ${describeUnreadable(cause)}`);
  }
  throw new UsageError(
    `${path}: expected a ${what.replace(/^--/, '')} of at most ${LARGEST} bytes, got ${size}`,
  );
}

/** Files that are taken for one another: how each kind looks, and what takes it. */
const KINDS = {
  report: [/^\s*\{\s*"schema":/, '--baseline, --like, compare, replay, statement and verify take'],
  recording: [/^\s*\{\s*"log":/, 'check-traffic, drift and verify take'],
  'waiver file': [/^(?:waivers:\s*)?- *\{? *rule:/m, '--waivers takes'],
  'deployment file': [/^(?:url|cards|regions|amounts|limits|tls|pricing):/m, '--deployment takes'],
  'merchant file': [/^merchants:[\s\S]*[ {]pricing:\s*(?:\{|$)/m, '--merchants and --pricing take'],
} as const;

/** By the option or argument that names the file. */
const EXPECTED: Readonly<Record<string, keyof typeof KINDS>> = {
  ...{ '--deployment': 'deployment file', '--merchants': 'merchant file', '--pricing': 'merchant file' },
  ...{ '--waivers': 'waiver file', '--baseline': 'report', '--like': 'report' },
  ...{ report: 'report', recording: 'recording' },
};

/** @throws UsageError where the text is a file of another kind */
function checkKind(text: string, path: string, what: string): string {
  const expected = EXPECTED[what];
  const found = Object.entries(KINDS).find(([, [look]]) => look.test(text));
  if (expected === undefined || found === undefined || found[0] === expected) return text;
  const [kind, [, taker]] = found;
  throw new UsageError(`${what}: expected a ${expected}, got ${path}, a ${kind}, which ${taker}`);
}

/** @param flag `a` to add to the file. @throws UsageError */
export function writeUserFile(path: string, text: string, what: string, flag: 'w' | 'a' = 'w'): void {
  try {
    writeFileSync(path, text, { flag });
  } catch (cause) {
    throw unwritable(path, what, codeOf(cause));
  }
}

/** Checks without writing, so that an earlier file remains if the run fails. @throws UsageError */
export function checkWritable(path: string, what: string): void {
  const folder = dirname(path);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new UsageError(`${what}: expected a file, got the folder ${path}`);
    accessSync(found === undefined ? folder : path, constants.W_OK);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const code = codeOf(cause);
    const advice = code === 'ENOENT' ? `: create the folder ${folder} first` : '';
    throw new UsageError(`${unwritable(path, what, code).message}${advice}`);
  }
}

function unwritable(path: string, what: string, code: string): UsageError {
  return new UsageError(`${what}: ${path} cannot be written (${code})`);
}

/** The code of a system error, such as ENOENT. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
