/** Reads the fenced code blocks of a page, each with its line and the comments directly above it. */

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
