/** Folders for the files of tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = newFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return folder;
}

/** One that a test makes for itself. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tollgate-'));
}
