import { execFile } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { type Watch, watchFile } from './watch-file.ts';

const DEADLINE = { timeout: 20_000 };

/** A file in a folder of its own. */
function write(text: string, name = 'file'): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);

  return path;
}

/** Watches, and lists what counted as a change. */
function watching(path: string, text: string): Watch & { readonly changes: readonly string[] } {
  const changes: string[] = [];
  const watch = watchFile(path, text, async (seen) => {
    changes.push(seen.kind === 'text' ? seen.text : seen.code);
  });
  onTestFinished(watch.stop);

  return { ...watch, changes };
}

it('sees a file written anew, replaced, removed and put back, each once', async () => {
  const path = write('one');
  const { changes } = watching(path, 'one');
  writeFileSync(path, 'two');
  await expect.poll(() => changes, DEADLINE).toEqual(['two']);
  writeFileSync(`${path}~`, 'three');
  renameSync(`${path}~`, path);
  await expect.poll(() => changes, DEADLINE).toEqual(['two', 'three']);
  rmSync(path);
  await expect.poll(() => changes, DEADLINE).toEqual(['two', 'three', 'ENOENT']);
  writeFileSync(path, 'three');
  await expect.poll(() => changes, DEADLINE).toEqual(['two', 'three', 'ENOENT', 'three']);
});

it('sees a link turned to another file', async () => {
  const [one, two, path] = [write('one'), write('two'), `${write('')}-link`];
  symlinkSync(one, path);
  const { changes } = watching(path, 'one');
  symlinkSync(two, `${path}~`);
  renameSync(`${path}~`, path);

  await expect.poll(() => changes, DEADLINE).toEqual(['two']);
});

it('sees what was written between the reading and the watching', async () => {
  const { changes } = watching(write('two'), 'one');

  await expect.poll(() => changes, DEADLINE).toEqual(['two']);
});

it('sees an edit that keeps size and time, and none in a new time alone', async () => {
  const path = write('one');
  const touched = write('one');
  const [edits, touches] = [watching(path, 'one'), watching(touched, 'one')];
  utimesSync(touched, 1, 1);
  utimesSync(path, 1, 1);
  writeFileSync(path, 'two');
  utimesSync(path, 1, 1);
  await expect.poll(() => edits.changes, DEADLINE).toEqual(['two']);
  writeFileSync(touched, 'three');

  await expect.poll(() => touches.changes, DEADLINE).toEqual(['three']);
});

it('sees nothing more once it is stopped', async () => {
  const path = write('one');
  const [stopped, witness] = [watching(path, 'one'), watching(path, 'one')];
  stopped.stop();
  for (const text of ['two', 'three']) {
    writeFileSync(path, text);
    await expect.poll(() => witness.changes.at(-1), DEADLINE).toBe(text);
  }

  expect(stopped.changes).toEqual([]);
});

it('waits with the next change until this one is dealt with', async () => {
  const path = write('one');
  const { promise: dealtWith, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const watch = watchFile(path, 'one', async (seen) => {
    begun.push(seen.kind === 'text' ? seen.text : seen.code);
    await dealtWith;
  });
  onTestFinished(watch.stop);
  const witness = watching(path, 'one');
  for (const text of ['two', 'three']) {
    writeFileSync(path, text);
    await expect.poll(() => witness.changes.at(-1), DEADLINE).toBe(text);
  }
  await expect.poll(() => begun, DEADLINE).toEqual(['two']);
  resolve();

  await expect.poll(() => begun, DEADLINE).toEqual(['two', 'three']);
});

it('keeps no process alive', async () => {
  const path = write('one');
  const script = `
    import { watchFile } from ${JSON.stringify(join(import.meta.dirname, 'watch-file.ts'))};
    watchFile(${JSON.stringify(path)}, 'one', async () => {});
    console.log('watching');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);

  expect(stdout).toBe('watching\n');
});
