/** Parses YAML and locates values in it; the only file of the engine that loads the yaml package. */
import { createRequire } from 'node:module';
import type { Alias, Document, YAMLError } from 'yaml';
import { ConfigurationError } from '../configuration-error.ts';

/** Loaded with the first text: its 75 files take a tenth of the mock's start, which usually reads none. */
const yaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml');

/** Far above any real file; protects against exponential expansion. */
const MAX_ALIASES = 1000;

/** Replaces messages of the package. */
const MESSAGES: Partial<Readonly<Record<YAMLError['code'], string>>> = {
  MULTIPLE_DOCS: 'expected one document, got another one here',
  NON_STRING_KEY: 'expected a text as a key, got a list or a mapping',
};

/**
 * Parses YAML. All keys are strings. Unknown tags and directives are errors.
 *
 * @param mappings as Maps, or as objects, which reorder keys that look like integers
 * @throws ConfigurationError with file, line and column of every error
 */
export function readYaml(text: string, where: string, mappings: 'maps' | 'objects' = 'maps'): unknown {
  const { LineCounter, parseDocument } = yaml();
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

  const errors: readonly YAMLError[] = [...document.errors, ...document.warnings];
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw nestedTooDeeply(where);
  if (errors.length > 0) {
    throw new ConfigurationError(
      where,
      errors.map(({ code, message, pos }) => `${place(pos[0])}: ${MESSAGES[code] ?? message}`),
    );
  }
  return toValue(document, mappings === 'maps', where, place);
}

/**
 * Locates a value in a text that `readYaml` accepted, as `:line:column`. Falls back to the closest ancestor of a missing
 * value, then to an empty text.
 */
export function locateIn(text: string): (path: readonly (string | number)[]) => string {
  const { isNode, LineCounter, parseDocument } = yaml();
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

/** Resolves aliases and merges. */
function toValue(
  document: Document,
  mapAsMap: boolean,
  where: string,
  place: (offset: number) => string,
): unknown {
  const [cyclic] = cyclicAliases(document);
  if (cyclic !== undefined)
    throw new ConfigurationError(where, [
      `${place(cyclic.at)}: expected an alias of a value above it, got *${cyclic.name} within &${cyclic.name}`,
    ]);
  try {
    return document.toJS({ mapAsMap, maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeeply(where);
    if (!(error instanceof Error)) throw error;
    const problems = unresolvedAliases(document).map(
      ({ at, name }) => `${place(at)}: no anchor &${name} above this alias`,
    );
    throw new ConfigurationError(where, problems.length > 0 ? problems : [`${where}: ${error.message}`]);
  }
}

interface PlacedAlias {
  readonly at: number;
  readonly name: string;
}

function unresolvedAliases(document: Document): readonly PlacedAlias[] {
  return aliasesIn(document, (alias) => alias.resolve(document) === undefined);
}

/** The value of such an alias has no end. */
function cyclicAliases(document: Document): readonly PlacedAlias[] {
  return aliasesIn(document, (alias, path) => path.some((node) => node === alias.resolve(document)));
}

function aliasesIn(
  document: Document,
  isIt: (alias: Alias, path: readonly unknown[]) => boolean,
): readonly PlacedAlias[] {
  const aliases: PlacedAlias[] = [];
  yaml().visit(document, {
    Alias(_, alias, path) {
      if (isIt(alias, path)) aliases.push({ at: alias.range?.[0] ?? 0, name: alias.source });
    },
  });
  return aliases;
}

function nestedTooDeeply(where: string): ConfigurationError {
  return new ConfigurationError(where, [`${where}: nested too deeply`]);
}
