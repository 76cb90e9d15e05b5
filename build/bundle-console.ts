/** Bundles the console into one script and one stylesheet in dist, so that users need not install its packages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleConsole as bundle } from '../src/console/bundle.ts';
import { writeNotices } from './licences.ts';

const FOLDER = 'dist/src/console/page';

/** In bytes, compressed. */
const LARGEST = 80 * 1024;

/** @returns the packages that the script contains, as `NAME@VERSION`. @throws Error where the script is too large */
export async function bundleConsole(): Promise<readonly string[]> {
  const { script, style, sources } = await bundle();
  const size = gzipSync(script).length;
  if (size > LARGEST)
    throw new Error(`the script of the console: expected at most ${LARGEST} bytes compressed, got ${size}`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'main.js'), script);
  writeFileSync(join(FOLDER, 'style.css'), style);

  return writeNotices(join(FOLDER, 'main.js'), sources);
}
