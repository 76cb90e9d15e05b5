/** The TypeScript that the pages show, by a strict compiler: all of it in one go. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../shape/source-files.ts';
import { blocksOf, saysOfItself } from './blocks.ts';
import { layPackages } from './page-folder.ts';
import { PAGES, textOf } from './pages.ts';
import { treatmentOf } from './treatment.ts';

interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly file: string;
  readonly code: string;
}

const SNIPPETS: readonly Snippet[] = PAGES.filter(
  (page) => !saysOfItself(textOf(page), /^no block is run: ./),
).flatMap((page) =>
  blocksOf(textOf(page)).flatMap((block) => {
    const treatment = treatmentOf(block);
    if (treatment.kind !== 'script' || block.language !== 'ts') return [];
    const { file = `line-${block.line}.ts` } = treatment;

    return [{ page, line: block.line, file: join(page.replace(/\W/g, '-'), file), code: block.code }];
  }),
);

test('every snippet of TypeScript fits the types of what it imports', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  layPackages(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const { file, code } of SNIPPETS) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        types: ['node'],
        typeRoots: [join(ROOT, 'node_modules/@types')],
        noUnusedLocals: false,
        noUnusedParameters: false,
        rootDir: '/',
        // What a page shows of a clone lies among the files of the clone.
        rootDirs: [ROOT, ...new Set(SNIPPETS.map(({ file }) => join(folder, file.split('/')[0] ?? '')))],
      },
      include: [],
      files: SNIPPETS.map(({ file }) => file),
    }),
  );

  expect(SNIPPETS.length).toBeGreaterThan(0);
  expect(await compile(folder)).toBe('');
});

/** What the compiler says, with pages and lines in place of files. */
async function compile(folder: string): Promise<string> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const said = await promisify(execFile)(process.execPath, [tsc, '--pretty', 'false'], { cwd: folder }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );

  return said.replace(/^(\S+)\((\d+),/gm, (whole, path: string, line: string) => {
    const snippet = SNIPPETS.find(({ file }) => relative(folder, join(folder, path)) === file);

    return snippet === undefined ? whole : `${snippet.page}:${snippet.line + Number(line) - 1} (`;
  });
}
