/** The engine's only file that knows the yaml package. */
import { LineCounter, parseDocument } from 'yaml';
import { ConfigurationError } from '../configuration-error.ts';

/**
 * The value of a YAML text, with its mappings as `Map`s: objects would put keys that look like integers first.
 *
 * @throws ConfigurationError with file, line and column of every mistake.
 */
export function readYaml(text: string, where: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });

  if (document.errors.length > 0) {
    throw new ConfigurationError(
      where,
      document.errors.map(({ message, pos: [start] }) => {
        const { line, col } = lines.linePos(start);
        return `${where}:${line}:${col}: ${message}`;
      }),
    );
  }
  return toValue(() => document.toJS({ mapAsMap: true }), where);
}

/** Aliases are followed only now: one that is too greedy shows here and has no place of its own. */
function toValue(value: () => unknown, where: string): unknown {
  try {
    return value();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ConfigurationError(where, [`${where}: ${error.message}`]);
  }
}
