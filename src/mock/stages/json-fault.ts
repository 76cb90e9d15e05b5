/** Finds the place where a text stops being JSON. Messages of JSON.parse may repeat a card number. */

export interface JsonFault {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  /** The character at this place, or the end. */
  readonly got: string;
}

/** What may come next, where a name or a value may. */
const WORDS = {
  value: 'a value',
  'first value': 'a value or ]',
  name: 'a name in double quotes',
  'first name': 'a name in double quotes or }',
} as const;

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Finds the first fault of a text that is not JSON. Keeps its own stack, so that deep nesting cannot overflow. */
export function findJsonFault(text: string): JsonFault {
  const open: ('}' | ']')[] = [];
  let awaited: keyof typeof WORDS | 'colon' | 'next' = 'value';
  let at = 0;

  for (;;) {
    at = after(SPACE, text, at) ?? at;
    const closing = open.at(-1);
    const next = text[at];
    if (closing !== undefined && next === closing && /next|first/.test(awaited)) {
      open.pop();
      awaited = 'next';
      at += 1;
    } else if (awaited === 'next') {
      if (closing === undefined) return fault(text, at, 'nothing more');
      if (next !== ',') return fault(text, at, `a comma or ${closing}`);
      awaited = closing === '}' ? 'name' : 'value';
      at += 1;
    } else if (awaited === 'colon') {
      if (next !== ':') return fault(text, at, 'a colon');
      awaited = 'value';
      at += 1;
    } else if (next === '"') {
      const end = endOfString(text, at);
      if (end.fault !== undefined) return fault(text, end.at, end.fault);
      awaited = awaited.endsWith('name') ? 'colon' : 'next';
      at = end.at;
    } else if (awaited.endsWith('value') && (next === '{' || next === '[')) {
      open.push(next === '{' ? '}' : ']');
      awaited = next === '{' ? 'first name' : 'first value';
      at += 1;
    } else {
      const end = awaited.endsWith('value') ? after(SCALAR, text, at) : undefined;
      if (end === undefined) return fault(text, at, WORDS[awaited]);
      awaited = 'next';
      at = end;
    }
  }
}

/** The end of the string that starts here, or the fault in it. */
function endOfString(text: string, start: number): { readonly at: number; readonly fault?: string } {
  let at = start + 1;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') return { at: at + 1 };
    if (character < ' ') return { at, fault: 'control characters to be escaped' };
    const end = character === '\\' ? after(ESCAPE, text, at) : at + 1;
    if (end === undefined) return { at, fault: 'an escape such as \\n or \\u0041' };
    at = end;
  }

  return { at, fault: 'a closing double quote' };
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);

  return match === null ? undefined : at + match[0].length;
}

function fault(text: string, at: number, expected: string): JsonFault {
  const lines = text.slice(0, at).split('\n');
  const character = text.codePointAt(at);
  const got =
    character === undefined ? 'the end of the body' : JSON.stringify(String.fromCodePoint(character));

  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, expected, got };
}
