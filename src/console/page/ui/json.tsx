/** JSON over several lines, with the names of members set apart. */
import { visible } from '../../../text/visible.ts';

/** In characters: a larger value is one piece of text, which browsers draw faster. */
const MOST_COLOURED = 20_000;

export function Json({ value }: { readonly value: unknown }) {
  const text = visible(JSON.stringify(value, undefined, 2));

  return <pre class="json">{text.length > MOST_COLOURED ? text : text.split('\n').map(toLine)}</pre>;
}

/** A line begins with the name of its member, if it has one. */
function toLine(line: string, at: number) {
  const [, indent, name, rest] = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/.exec(line) ?? [];
  const end = at === 0 ? '' : '\n';
  if (name === undefined) return `${end}${line}`;

  return (
    <>
      {end}
      {indent}
      <b>{name}</b>
      {rest}
    </>
  );
}
