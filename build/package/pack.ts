/** Makes the tarball, as `npm publish` does. */
import { join } from 'node:path';
import type { Found } from '../steps.ts';
import { type Contents, checkContents } from './contents.ts';
import { type Place, run } from './processes.ts';

/** @param folder where the tarball is put @returns its path */
export async function pack(clone: Place, npm: readonly string[], folder: string): Promise<Found<string>> {
  const said = await run(clone, [...npm, 'pack', '--json', '--pack-destination', folder]);
  // The output of the build precedes the JSON.
  const [packed] = JSON.parse(said.slice(said.search(/^\[/m))) as (Contents & {
    readonly filename: string;
  })[];
  if (packed === undefined) throw new Error(`expected a tarball, got\n${said}`);

  return { found: checkContents(packed), value: join(folder, packed.filename) };
}
