/** The versions of Node on which the package is tried, and how npm installs them. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { arch, platform } from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { type Place, run } from './processes.ts';

/** An installed Node. */
export interface Node {
  /** Such as `22.19.0`. */
  readonly version: string;
  /** The folder of its executable. */
  readonly folder: string;
}

/** The oldest version that package.json supports. */
export function oldestVersion(): string {
  const { engines } = manifest;
  const version = engines.node.match(/^>=(\d+\.\d+\.\d+)$/)?.[1];
  if (version === undefined) throw new Error(`engines.node: expected >= and a version, got ${engines.node}`);

  return version;
}

/** The Node that runs this file. */
export function ownNode(): Node {
  return { version: process.versions.node, folder: dirname(process.execPath) };
}

/** Installs another version, from the package that the install script of `node` fetches. */
export async function installNode(version: string, npm: readonly string[], place: Place): Promise<Node> {
  const system = platform === 'win32' ? 'win' : platform;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${system}-${arch}`;
  await run(place, [...npm, 'install', '--ignore-scripts', `${name}@${version}`]);
  const folder = join(place.folder, 'node_modules', name, 'bin');
  if (!existsSync(folder)) throw new Error(`${name}@${version}: expected a folder bin, found none`);

  return { version, folder };
}
