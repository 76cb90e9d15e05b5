/** Bundles the page from its source: for a package when it is built, in a clone with the first request. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PALETTE } from '../text/palette.ts';

export interface Bundle {
  readonly script: string;
  readonly style: string;
  /** The files that the script is made of. */
  readonly sources: readonly string[];
}

const FOLDER = new URL('./page/', import.meta.url);

export async function bundleConsole(): Promise<Bundle> {
  // A development dependency: the package has the finished files.
  const { rolldown } = await import('rolldown');
  await using bundle = await rolldown({
    input: fileURLToPath(new URL('main.tsx', FOLDER)),
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const style = `${PALETTE}\n${await readFile(new URL('page.css', FOLDER), 'utf8')}`;

  return { script: output[0].code, style, sources: output[0].moduleIds };
}
