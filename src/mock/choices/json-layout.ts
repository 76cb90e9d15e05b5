/** How the JSON of an accepted answer is laid out. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const jsonLayout = choice('json-layout', {
  compact: asEver,
  indented: writing({ layout: indent }),
  escaped: writing({ layout: escapeLetters }),
});

/** Text by text, since reading the JSON would lose how its numbers are written. */
function indent(json: string): string {
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;

  return json.replaceAll(/"(?:\\.|[^"\\])*"|[[\]{},:]/g, (token) => {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return `${token}${newLine()}`;
      case '}':
      case ']':
        depth -= 1;
        return `${newLine()}${token}`;
      case ',':
        return `,${newLine()}`;
      case ':':
        return ': ';
      default:
        return token;
    }
  });
}

function escapeLetters(json: string): string {
  return json.replaceAll(/"(?:\\.|[^"\\])*"/g, (text) =>
    text.replaceAll(/\\u[\da-f]{4}|\\.|[a-z]/g, (part) => (part.length > 1 ? part : toEscape(part))),
  );
}

function toEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
