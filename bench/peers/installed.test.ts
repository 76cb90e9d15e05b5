/** The benchmarks with and without installed peers. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findInstalled } from './installed.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test('the peers that benchmarks alone need are pinned, and run no script when they are installed', () => {
  const versions = Object.values(read('package.json').dependencies);
  const packages: readonly { readonly hasInstallScript?: boolean }[] = Object.values(
    read('package-lock.json').packages,
  );

  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  expect(packages.length).toBeGreaterThan(versions.length);
  expect(packages.filter(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
});

test('the project itself needs none of them', () => {
  const { dependencies, devDependencies } = read('../../package.json');
  const peers = Object.keys(read('package.json').dependencies);

  expect(peers.filter((peer) => peer in dependencies || peer in devDependencies)).toEqual([]);
});

test('a peer that is not installed is missing, and how to get it is said', () => {
  expect(findInstalled('no-such-peer')).toEqual({
    kind: 'missing',
    why: 'not installed, npm run bench:peers does that',
  });
});
