/** Writes a set of files, or none of them. */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../command.ts';
import { codeOf } from '../files.ts';

export interface NewFile {
  /** From the current folder. */
  readonly path: string;
  readonly text: string;
}

/** The paths that exist, dangling links included. @throws UsageError where one is a folder */
export function existingPaths(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const found = lstat(path);
    if (found?.isDirectory())
      throw new UsageError(`init: expected to write the file ${path}, got a folder there`);

    return found !== undefined;
  });
}

function lstat(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new UsageError(`init: ${path} cannot be written (${codeOf(cause)})`);
  }
}

/**
 * Writes every text to a temporary file before it renames the first, so that a full disk or a read-only folder changes
 * nothing.
 *
 * @throws UsageError
 */
export function writeFiles(files: readonly NewFile[]): void {
  const undo: (() => void)[] = [];
  let path = '';
  try {
    const waiting = files.map((file) => {
      path = file.path;
      const made = mkdirSync(dirname(path), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
      const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`;
      undo.push(() => rmSync(draft, { force: true }));
      writeFileSync(draft, file.text, { flag: 'wx' });

      return { path, draft };
    });
    for (const { path: to, draft } of waiting) {
      path = to;
      const before = lstat(path)?.isFile() ? readFileSync(path) : undefined;
      renameSync(draft, path);
      undo.push(() => (before === undefined ? rmSync(to, { force: true }) : writeFileSync(to, before)));
    }
  } catch (cause) {
    for (const step of undo.toReversed()) step();
    throw new UsageError(`init: ${path} cannot be written (${codeOf(cause)}): nothing was written`);
  }
}
