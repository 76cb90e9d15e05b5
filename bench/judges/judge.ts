/** What judges a server: told its address and a token, it is content or it is not. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Processes } from '../processes.ts';

export interface Judge {
  readonly name: string;
  /** Undefined where it is not installed. */
  readonly version: string | undefined;
  readonly judge: (server: Judged, processes: Processes) => Promise<Verdict>;
}

interface Judged {
  readonly url: string;
  readonly token: string;
  /** An empty folder, in which its contract is `openapi.yaml`. */
  readonly folder: string;
}

export interface Verdict {
  readonly kind: 'content' | 'warns' | 'accuses';
  /** From start to end. */
  readonly milliseconds: number;
}

/** Where a package of this folder is installed, with a slash at its end. */
export function folderOf(name: string): string {
  return fileURLToPath(new URL(`./node_modules/${name}/`, import.meta.url));
}

export function versionOf(name: string): string | undefined {
  const manifest = `${folderOf(name)}package.json`;
  if (!existsSync(manifest)) return undefined;

  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
