/** Where the links of the pages lead, as far as that is within the project. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../shape/source-files.ts';
import { withoutBlocks } from './blocks.ts';
import { PAGES, textOf } from './pages.ts';

const LINK = /\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)|<a href="([^"]+)"/gm;
const ELSEWHERE = /^[a-z]+:/;

test.each([...PAGES, 'llms.txt'])('every link of %s leads to a file and a heading that are there', (page) => {
  const links = [...withoutBlocks(textOf(page)).matchAll(LINK)]
    .map(([, inline, reference, html]) => inline ?? reference ?? html ?? '')
    .filter((link) => !ELSEWHERE.test(link));
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;

    return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
  });

  expect(broken).toEqual([]);
});

/** As GitHub makes them of headings, and those that a page sets itself. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = withoutBlocks(page);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  const repeated = headings.map((slug, at) => {
    const before = headings.slice(0, at).filter((earlier) => earlier === slug).length;

    return before === 0 ? slug : `${slug}-${before}`;
  });

  return new Set([...repeated, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)]);
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
