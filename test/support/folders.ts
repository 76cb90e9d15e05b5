/** Folders for the files of tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function newFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));

  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const { folder, remove } = newFolder();
  afterAll(remove);

  return folder;
}

/** A folder that is removed after the test that makes it. */
export function ownFolder(): string {
  const { folder, remove } = newFolder();
  onTestFinished(remove);

  return folder;
}

/** Writes files into a folder; by default each into one of its own. @returns their paths */
export function fileWriter(folder?: string) {
  return (name: string, text: string): string => {
    const path = join(folder ?? ownFolder(), name);
    writeFileSync(path, text);

    return path;
  };
}
