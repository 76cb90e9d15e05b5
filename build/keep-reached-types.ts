/** Deletes the compiled types that no entry of the package reaches. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, normalize } from 'node:path';
import ts from 'typescript';
import manifest from '../package.json' with { type: 'json' };

const DECLARATION = '.d.ts';

export function keepReachedTypes(folder: string): void {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles)
      if (/^\..*\.[jt]s$/.test(fileName))
        visit(join(file, '..', fileName.replace(/(\.d)?\.[jt]s$/, DECLARATION)));
  };
  for (const target of Object.values(manifest.exports))
    if (typeof target !== 'string') visit(normalize(target.types));

  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (file.endsWith(DECLARATION) && !reached.has(file)) rmSync(file);
  }
}
