/** Bundles the page from its source: for a package when it is built, in a clone with the first request. */
import { readdir, readFile } from 'node:fs/promises';
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

  return { script: output[0].code, style: await readStyles(), sources: output[0].moduleIds };
}

/** All styles of the folder, those of the page as a whole first. */
async function readStyles(): Promise<string> {
  const names = await readdir(FOLDER, { recursive: true });
  const styles = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.css'))
    .toSorted((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1));
  const texts = await Promise.all(styles.map((name) => readFile(new URL(name, FOLDER), 'utf8')));

  return [PALETTE, ...texts].join('\n');
}

function depthOf(name: string): number {
  return name.split('/').length;
}
