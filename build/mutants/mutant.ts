/** One change to the source of a test server, and the key by which `listed.yaml` names it. */

/** A range of a file and the text that replaces it. */
export interface Edit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

export interface Mutant extends Edit {
  /** Counts from 1. */
  readonly line: number;
  /** `FILE: LINE | BEFORE => AFTER`, with ` #2` for the second such mutant of a file. Line numbers may move. */
  readonly key: string;
}

/** Leaves out edits that change nothing, and repeated ones. */
export function toMutants(edits: readonly Edit[], readText: (path: string) => string): readonly Mutant[] {
  const seen = new Set<string>();
  const times = new Map<string, number>();

  return edits.flatMap((edit) => {
    const text = readText(edit.path);
    const from = text.slice(edit.start, edit.end);
    const position = `${edit.path} ${edit.start} ${edit.end} ${edit.to}`;
    if (from === edit.to || seen.has(position)) return [];
    seen.add(position);
    const line = text.slice(0, edit.start).split('\n').length;
    const source = text.split('\n')[line - 1]!.trim();
    const key = `${edit.path}: ${source} | ${inOneLine(from)} => ${inOneLine(edit.to)}`;
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);

    return [{ ...edit, line, key: nth === 1 ? key : `${key} #${nth}` }];
  });
}

export function mutate(text: string, { start, end, to }: Edit): string {
  return text.slice(0, start) + to + text.slice(end);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
