/** The entries of the package, each against its source. `npm run check:package` tries them as they are installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
}

const { exports: entries, bin }: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What is compiled to that path of dist. */
function sourceOf(target: string): string {
  return target.replace(/^(\.\/)?dist\//, '').replace(/(\.d\.ts|\.js)$/, '.ts');
}

test.each(Object.entries(entries))('%s is there', (_, target) => {
  const sources = typeof target === 'string' ? [target] : [target.types, target.default].map(sourceOf);

  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  // Types and program are of one file.
  expect(new Set(sources).size).toBe(1);
});

test('the command is there, and says what runs it', () => {
  const source = readFileSync(join(ROOT, sourceOf(bin['tollgate'] ?? '')), 'utf8');

  expect(source).toMatch(/^#!\/usr\/bin\/env node\n/);
});
