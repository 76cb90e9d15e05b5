/** The pages of the documentation: their fenced code blocks, each with its line and the comments above it, and how each is tested. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.ts';

export interface Block {
  /** The number of its first line of code, from 1. */
  readonly line: number;
  /** The fence's language, such as `sh`; empty where it has none. */
  readonly language: string;
  readonly code: string;
  /** The texts of the HTML comments above it, in their order. */
  readonly comments: readonly string[];
}

const FENCE = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)\s*$/;
const COMMENT = /^\s*<!--\s*(.*?)\s*-->\s*$/;

export function blocksOf(page: string): readonly Block[] {
  const lines = page.split('\n');
  const blocks: Block[] = [];
  let comments: string[] = [];
  for (let n = 0; n < lines.length; n++) {
    const comment = COMMENT.exec(lines[n] ?? '')?.[1];
    const fence = FENCE.exec(lines[n] ?? '');
    if (fence !== null) {
      const [, indent = '', ticks = '', language = ''] = fence;
      const isEnd = (line: string) =>
        line.trim().startsWith(ticks) && line.trim().replace(/[`~]/g, '') === '';
      const end = lines.findIndex((line, at) => at > n && isEnd(line));
      if (end < 0) throw new Error(`line ${n + 1}: expected an end of this block, got none`);
      const code = lines
        .slice(n + 1, end)
        .map((line) => line.replace(new RegExp(`^\\s{0,${indent.length}}`), ''));
      blocks.push({ line: n + 2, language, code: `${code.join('\n')}\n`, comments });
      comments = [];
      n = end;
    } else if (comment !== undefined) comments.push(comment);
    else if (lines[n]?.trim() !== '') comments = [];
  }

  return blocks;
}

/** The comment above the first heading, which applies to the whole page, such as `in a clone`. */
export function saysOfItself(page: string, said: RegExp): boolean {
  const [head = ''] = page.split(/^#/m, 1);

  return head.split('\n').some((line) => said.test(COMMENT.exec(line)?.[1] ?? ''));
}

/** The prose of a page. */
export function withoutBlocks(page: string): string {
  return page.replace(/^\s*(`{3,}|~{3,}).*\n[\s\S]*?^\s*\1\s*$/gm, '');
}

// How a block is tested, by its language and the comments above it.

type Treatment =
  | { readonly kind: 'not run' }
  | { readonly kind: 'commands'; readonly exit: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'script'; readonly file?: string; readonly exit: number }
  | { readonly kind: 'prints' }
  | { readonly kind: 'patch' }
  | { readonly kind: 'write'; readonly file: string }
  | { readonly kind: 'yaml'; readonly file?: string }
  | { readonly kind: 'from'; readonly file: string }
  | { readonly kind: 'json' };

const SHELL = ['sh', 'bash'];
const SCRIPTS = ['ts', 'js', 'mjs'];

/** @throws Error at an unknown comment or language */
export function treatmentOf({ language, comments }: Block): Treatment {
  const said = new Map(comments.map(readComment));
  if (said.has('not run')) return { kind: 'not run' };
  if (said.has('prints')) return { kind: 'prints' };
  const file = said.get('file');
  const named = file === undefined ? {} : { file };
  const from = said.get('from');
  if (from !== undefined) return { kind: 'from', file: from };
  if (said.has('start')) return { kind: 'start' };
  const exit = Number(said.get('exit') ?? 0);
  if (SHELL.includes(language) && file === undefined) return { kind: 'commands', exit };
  if (SCRIPTS.includes(language)) return { kind: 'script', ...named, exit };
  if (language === 'yaml') return { kind: 'yaml', ...named };
  if (file !== undefined) return { kind: 'write', file };
  if (language === 'json') return { kind: 'json' };
  if (language === 'diff') return { kind: 'patch' };
  throw new Error(
    `expected a block of sh, ts, yaml, json or diff, or above it <!-- prints --> or <!-- not run: REASON -->, got ${
      language === '' ? 'a block of no language' : language
    }`,
  );
}

const INSTRUCTION = /^(?:(file|from|exit|not run): (.+)|(start|prints))$/;

function readComment(comment: string): readonly [name: string, value: string] {
  const [, name, value = '', alone = ''] = INSTRUCTION.exec(comment) ?? [];
  const isRight = name === 'exit' ? /^\d+$/.test(value) : name !== undefined || alone !== '';
  if (isRight) return [name ?? alone, value];
  throw new Error(
    `expected a comment such as <!-- file: NAME -->, <!-- from: PATH -->, <!-- start -->, <!-- prints -->, <!-- exit: N --> or <!-- not run: REASON -->, got <!-- ${comment} -->`,
  );
}

// Lists the pages of the documentation.

/** Their paths from the root. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}
