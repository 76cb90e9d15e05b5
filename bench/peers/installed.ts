/** Finds the peers, which only benchmarks need. They have a folder of their own, so that other commands do not install them. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Installed =
  | { readonly kind: 'installed'; readonly version: string; readonly folder: string }
  | { readonly kind: 'missing'; readonly why: string };

/** Looks for a package of `bench/peers`. */
export function findInstalled(name: string): Installed {
  const folder = fileURLToPath(new URL(`./node_modules/${name}/`, import.meta.url));
  const description = `${folder}package.json`;
  if (!existsSync(description))
    return { kind: 'missing', why: 'not installed, npm run bench:peers does that' };
  const { version }: { readonly version: string } = JSON.parse(readFileSync(description, 'utf8'));

  return { kind: 'installed', version, folder };
}
