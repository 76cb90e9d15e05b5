/** Parses YAML and locates values in it; the only file of the engine that loads the yaml package. */
import { createRequire } from 'node:module';
import type { Alias, Document, Node, YAMLError, YAMLMap, YAMLSeq } from 'yaml';
import { ConfigurationError } from './problem-text.ts';

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
    // The package compares each key with all others of its mapping; `repeatedKeys` is linear.
    uniqueKeys: false,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${where}:${line}:${col}`;
  };

  const errors: readonly YAMLError[] = [...document.errors, ...document.warnings];
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw nestedTooDeeply(where);
  if (errors.length > 0) {
    const unclosed = unclosedIn(text);
    throw new ConfigurationError(
      where,
      errors.map(({ code, message, pos: [at] }) => {
        const open = UNCLOSED.test(message) ? unclosed.shift() : undefined;
        if (open === undefined) return `${place(at)}: ${MESSAGES[code] ?? message}`;
        const close = text[open] === '{' ? '}' : ']';
        const { line, col } = lines.linePos(at);
        const before = at < text.length ? `line ${line}, column ${col}` : 'the end of the file';

        return `${place(open)}: expected ${close} at the end of this ${text[open]}, got none before ${before}`;
      }),
    );
  }
  const repeated = repeatedKeys(document);
  if (repeated.length > 0)
    throw new ConfigurationError(
      where,
      repeated.map((at) => `${place(at)}: Map keys must be unique`),
    );
  return toValue(document, mappings === 'maps', where, place);
}

/**
 * Locates a value in a text that `readYaml` accepted, as `:line:column`. Falls back to the closest ancestor of a missing
 * value, then to an empty text.
 */
export function locateIn(text: string): (path: readonly (string | number)[]) => string {
  const { isNode, LineCounter, parseDocument } = yaml();
  const parse = () => {
    const lineCounter = new LineCounter();
    const options = { lineCounter, prettyErrors: false, uniqueKeys: false };

    return { document: parseDocument(text, options), lines: lineCounter };
  };
  let parsed: ReturnType<typeof parse> | undefined;

  return (path) => {
    parsed ??= parse();
    const { document, lines } = parsed;
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
  const aliases = aliasesIn(document);
  const cyclic = aliases.find(({ isWithin }) => isWithin);
  if (cyclic !== undefined)
    throw new ConfigurationError(where, [
      `${place(cyclic.at)}: expected an alias of a value above it, got *${cyclic.name} within &${cyclic.name}`,
    ]);
  const surplus = aliases[MAX_ALIASES];
  if (surplus !== undefined)
    throw new ConfigurationError(where, [
      `${place(surplus.at)}: expected at most ${MAX_ALIASES} aliases, got one more`,
    ]);
  try {
    return document.toJS({ mapAsMap, maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeeply(where);
    if (!(error instanceof Error)) throw error;
    const problems = aliases
      .filter(({ isKnown }) => !isKnown)
      .map(({ at, name }) => `${place(at)}: no anchor &${name} above this alias`);
    throw new ConfigurationError(where, problems.length > 0 ? problems : [`${where}: ${error.message}`]);
  }
}

/** The message of the package, whose place is the one of the missing end. */
const UNCLOSED = /^Flow (?:map|sequence) .*must .*end with a [\]}]$/;

/** The places of brackets without an end, in the order of the errors: the innermost first. */
function unclosedIn(text: string): number[] {
  const { parseDocument, visit } = yaml();
  const found: { readonly from: number; readonly to: number }[] = [];
  visit(parseDocument(text, { keepSourceTokens: true, prettyErrors: false, uniqueKeys: false }), {
    Collection(_, { srcToken, range }: YAMLMap | YAMLSeq) {
      if (srcToken?.type !== 'flow-collection' || !range) return;
      const end = srcToken.start.source === '{' ? 'flow-map-end' : 'flow-seq-end';
      if (!srcToken.end.some(({ type }) => type === end)) found.push({ from: range[0], to: range[1] });
    },
  });

  return found.toSorted((one, other) => one.to - other.to || other.from - one.from).map(({ from }) => from);
}

/** The places of keys that a mapping has twice. */
function repeatedKeys(document: Document): readonly number[] {
  const found: number[] = [];
  const { isScalar, visit } = yaml();
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) found.push(key.range?.[0] ?? 0);
        known.add(key.value);
      }
    },
  });

  return found;
}

interface PlacedAlias {
  readonly at: number;
  readonly name: string;
  /** Whether there is such an anchor above it. */
  readonly isKnown: boolean;
  /** Whether it is in the value of its anchor, which then has no end. */
  readonly isWithin: boolean;
}

/** In one pass: `resolve` of an alias visits the whole document. */
function aliasesIn(document: Document): readonly PlacedAlias[] {
  const aliases: PlacedAlias[] = [];
  const anchors = new Map<string, Node>();
  yaml().visit(document, {
    Alias(_, { source, range }: Alias, path) {
      const anchored = anchors.get(source);
      const isWithin = anchored !== undefined && path.includes(anchored);
      aliases.push({ at: range?.[0] ?? 0, name: source, isKnown: anchored !== undefined, isWithin });
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });

  return aliases;
}

function nestedTooDeeply(where: string): ConfigurationError {
  return new ConfigurationError(where, [`${where}: nested too deeply`]);
}
