/** The engine's only file that knows the yaml package. */
import { type Document, isNode, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import { ConfigurationError } from '../configuration-error.ts';

/** A price may be shared by so many processors; what asks for more is out to use up memory. */
const MOST_ALIASES = 1000;

/** Words for the few mistakes that the package puts in its own terms. */
const IN_OUR_WORDS: Partial<Readonly<Record<YAMLError['code'], string>>> = {
  MULTIPLE_DOCS: 'expected one document, got another one here',
  NON_STRING_KEY: 'expected a text as a key, got a list or a mapping',
};

/**
 * The value of a YAML text, with its mappings as `Map`s: objects would put keys that look like integers first. Keys
 * are texts, whatever they look like. A tag or directive that nobody knows is a mistake.
 *
 * @throws ConfigurationError with file, line and column of every mistake.
 */
export function readYaml(text: string, where: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    resolveKnownTags: false,
    stringKeys: true,
    merge: true,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${where}:${line}:${col}`;
  };

  const mistakes: readonly YAMLError[] = [...document.errors, ...document.warnings];
  if (mistakes.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw nestedTooDeeply(where);
  if (mistakes.length > 0) {
    throw new ConfigurationError(
      where,
      mistakes.map(({ code, message, pos }) => `${place(pos[0])}: ${IN_OUR_WORDS[code] ?? message}`),
    );
  }
  return toValue(document, where, place);
}

/**
 * Where in a text that `readYaml` has read a value stands, as `:line:column`; where it is missing, what it is missing
 * in. Nothing where even that is not there.
 */
export function locateIn(text: string): (path: readonly (string | number)[]) => string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });

  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (!isNode(node) || !node.range) continue;
      const { line, col } = lines.linePos(node.range[0]);

      return `:${line}:${col}`;
    }

    return '';
  };
}

/** Aliases and merges are followed only now. */
function toValue(document: Document, where: string, place: (offset: number) => string): unknown {
  try {
    return document.toJS({ mapAsMap: true, maxAliasCount: MOST_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeeply(where);
    if (!(error instanceof Error)) throw error;
    const lost = aliasesOfNothing(document).map(
      ({ at, name }) => `${place(at)}: no anchor &${name} stands above this alias`,
    );
    throw new ConfigurationError(where, lost.length > 0 ? lost : [`${where}: ${error.message}`]);
  }
}

function aliasesOfNothing(document: Document): readonly { readonly at: number; readonly name: string }[] {
  const lost: { at: number; name: string }[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) === undefined) lost.push({ at: alias.range?.[0] ?? 0, name: alias.source });
    },
  });
  return lost;
}

function nestedTooDeeply(where: string): ConfigurationError {
  return new ConfigurationError(where, [`${where}: nested too deeply`]);
}
