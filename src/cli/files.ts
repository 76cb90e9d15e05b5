/** Files that the user names: read and written with an error that says what to do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from './command.ts';

/** @throws UsageError */
export function readNamed(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unreadable(path, what, codeOf(cause));
  }
}

/** @throws UsageError */
export function writeNamed(path: string, text: string, what: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new UsageError(`${what}: ${path} cannot be written (${codeOf(cause)})`);
  }
}

export function unreadable(path: string, what: string, code: string): UsageError {
  return new UsageError(`${what}: ${path} cannot be read (${code})`);
}

/** The system's own, such as ENOENT. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
