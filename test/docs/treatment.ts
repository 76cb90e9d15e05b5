/** How a block is tested, by its language and the comments above it. */
import type { Block } from './blocks.ts';

export type Treatment =
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

const COMMENT = /^(?:(file|from|exit|not run): (.+)|(start|prints))$/;

function readComment(comment: string): readonly [name: string, value: string] {
  const [, name, value = '', alone = ''] = COMMENT.exec(comment) ?? [];
  const isRight = name === 'exit' ? /^\d+$/.test(value) : name !== undefined || alone !== '';
  if (isRight) return [name ?? alone, value];
  throw new Error(
    `expected a comment such as <!-- file: NAME -->, <!-- from: PATH -->, <!-- start -->, <!-- prints -->, <!-- exit: N --> or <!-- not run: REASON -->, got <!-- ${comment} -->`,
  );
}
