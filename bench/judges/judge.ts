/** The tools that judge a server, given its address and a token. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../conformance/report/report.ts';
import type { Processes } from '../processes.ts';
import { contractFor } from './contract.ts';

export interface Judge {
  readonly name: string;
  /** Undefined where it is not installed. */
  readonly version: string | undefined;
  readonly judge: (server: Judged, processes: Processes) => Promise<Verdict>;
}

interface Judged {
  readonly url: string;
  readonly token: string;
  /** An empty folder, for its contract `openapi.yaml`. */
  readonly folder: string;
}

export interface Verdict {
  readonly kind: 'content' | 'warns' | 'accuses';
  /** From start to end. */
  readonly milliseconds: number;
}

/** Gets the address and the token, as the others do. */
const tollgate: Judge = {
  name: 'tollgate conform',
  version: JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,

  async judge({ url, token }, { start }) {
    const args = ['cli/tollgate.js', 'conform', url, '--token', token, '--seed', '1', '--report', 'json'];
    await using child = start(args);
    const { out, milliseconds } = await child.ended;
    const { verdict, rules }: Report = JSON.parse(out);
    const warns = rules.some(({ outcome }) => outcome === 'fail');

    return { kind: verdict !== 'conformant' ? 'accuses' : warns ? 'warns' : 'content', milliseconds };
  },
};

/** Runs on Java: a call for each example of the contract. */
const specmatic: Judge = {
  name: 'Specmatic',
  version: versionOf('specmatic'),

  async judge({ url, token, folder }, { start }) {
    writeFileSync(join(folder, 'openapi.yaml'), contractFor('described'));
    const args = [
      '-jar',
      `${folderOf('specmatic')}specmatic.jar`,
      'test',
      'openapi.yaml',
      `--testBaseURL=${url}`,
    ];
    // It reads the token from a variable named after the contract's security scheme.
    const environment = { merchantToken: token };
    await using child = start(args, { program: 'java', folder, environment });
    const { how, milliseconds } = await child.ended;

    return { kind: how === 'code 0' ? 'content' : 'accuses', milliseconds };
  },
};

/** One call for each operation, by the first example of the contract. */
const dredd: Judge = {
  name: 'Dredd',
  version: versionOf('dredd'),

  async judge({ url, token, folder }, { start }) {
    writeFileSync(join(folder, 'openapi.yaml'), contractFor('left out'));
    const args = [`${folderOf('dredd')}bin/dredd`, 'openapi.yaml', url];
    const headers = ['--header', `Authorization: Bearer ${token}`, '--loglevel', 'warning'];
    await using child = start([...args, ...headers], { folder });
    const { how, milliseconds } = await child.ended;

    return { kind: how === 'code 0' ? 'content' : 'accuses', milliseconds };
  },
};

export const JUDGES: readonly Judge[] = [tollgate, specmatic, dredd];

/** Where a package of this folder is installed, with a slash at its end. */
function folderOf(name: string): string {
  return fileURLToPath(new URL(`./node_modules/${name}/`, import.meta.url));
}

function versionOf(name: string): string | undefined {
  const manifest = `${folderOf(name)}package.json`;
  if (!existsSync(manifest)) return undefined;

  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
