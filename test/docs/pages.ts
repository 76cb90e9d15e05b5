/** Which pages there are for people to read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../shape/source-files.ts';

/** Each with its path from the root. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}
