/** Parses YAML and locates values in it; the only file of the engine that loads the yaml package. */
import { createRequire } from 'node:module';
import type { Document, Node, YAMLError } from 'yaml';
import { ConfigurationError, toToken } from './problem-text.ts';

/** Loaded with the first text: its 75 files take a tenth of the mock's start, which usually reads none. */
const yaml = () => createRequire(import.meta.url)('yaml') as typeof import('yaml');

/** The message of the package for a bracket without an end. */
const UNCLOSED = /^Flow (?:map|sequence) .*must .*end with a ([\]}])$/;
const EXPECTED_END = 'expected $1 before this place, got none';

/** Far above any real file; protects against exponential expansion. */
const MAX_ALIASES = 1000;

/** Replaces messages of the package. */
const MESSAGES: Partial<Readonly<Record<YAMLError['code'], string>>> = {
  MULTIPLE_DOCS: 'expected one document, got another one here',
  TAB_AS_INDENT: 'expected spaces as indentation, got a tab',
  NON_STRING_KEY: 'expected a text as a key, got a list or a mapping',
};

function parse(text: string) {
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: 'core',
    resolveKnownTags: false,
    stringKeys: true,
    merge: true,
    // The package compares each key with all others of its mapping; `problemsOf` is linear.
    uniqueKeys: false,
  });

  return { document, lines };
}

/**
 * Parses YAML. All keys are strings. Unknown tags and directives are errors.
 *
 * @param mappings as Maps, or as objects, which reorder keys that look like integers
 * @throws ConfigurationError with file, line and column of every error
 */
export function readYaml(text: string, where: string, mappings: 'maps' | 'objects' = 'maps'): unknown {
  const { document, lines } = parse(text);
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${where}:${line}:${col}`;
  };

  const errors: readonly YAMLError[] = [...document.errors, ...document.warnings];
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw nestedTooDeeply(where);
  const problems =
    errors.length > 0
      ? errors.map(({ code, message, pos: [at] }) => ({
          at,
          text: MESSAGES[code] ?? message.replace(UNCLOSED, EXPECTED_END),
        }))
      : problemsOf(document);
  if (problems.length > 0)
    throw new ConfigurationError(
      where,
      problems.map(({ at, text }) => `${place(at)}: ${text}`),
    );
  try {
    return document.toJS({ mapAsMap: mappings === 'maps', maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof RangeError) throw nestedTooDeeply(where);
    if (!(error instanceof Error)) throw error;
    throw new ConfigurationError(where, [`${where}: ${error.message}`]);
  }
}

/**
 * Locates a value in a text that `readYaml` accepted, by its JSON Pointer, as `:line:column`. Falls back to the closest
 * ancestor of a missing value, then to an empty text.
 */
export function locateIn(text: string): (pointer: string) => string {
  let places: ReadonlyMap<string, string> | undefined;

  return (pointer) => {
    places ??= placesIn(text);
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = places.get(at);
      if (place !== undefined) return place;
    }

    return '';
  };
}

/** The place of each value below the first, by its JSON Pointer. */
function placesIn(text: string): ReadonlyMap<string, string> {
  const { isMap, isNode, isScalar, isSeq } = yaml();
  const { document, lines } = parse(text);
  const places = new Map<string, string>();
  const add = (node: unknown, pointer: string) => {
    if (isNode(node) && node.range) {
      const { line, col } = lines.linePos(node.range[0]);
      places.set(pointer, `:${line}:${col}`);
    }
    if (isSeq(node)) for (const [at, item] of node.items.entries()) add(item, `${pointer}/${at}`);
    if (isMap(node))
      for (const { key, value } of node.items)
        if (isScalar(key)) add(value, `${pointer}/${toToken(String(key.value))}`);
  };
  add(document.contents, '');

  return places;
}

/** Keys that a mapping has twice, and aliases of nothing or of what they are in, which would have no end: in one pass. */
function problemsOf(document: Document): readonly { readonly at: number; readonly text: string }[] {
  const { isAlias, isMap, isScalar, visit } = yaml();
  const problems: { readonly at: number; readonly text: string }[] = [];
  const anchors = new Map<string, Node>();
  let aliases = 0;
  visit(document, {
    Node(_, node, path) {
      if (isAlias(node)) {
        const { source, range } = node;
        const anchored = anchors.get(source);
        const at = range?.[0] ?? 0;
        if (++aliases === MAX_ALIASES + 1)
          problems.push({ at, text: `expected at most ${MAX_ALIASES} aliases, got one more` });
        if (anchored === undefined) problems.push({ at, text: `no anchor &${source} above this alias` });
        else if (path.includes(anchored))
          problems.push({
            at,
            text: `expected an alias of a value above it, got *${source} within &${source}`,
          });
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (!isMap(node)) return;
      const known = new Set<unknown>();
      for (const { key } of node.items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (known.has(key.value))
          problems.push({ at, text: `expected each key once, got ${key.source} twice` });
        known.add(key.value);
      }
    },
  });

  return problems;
}

function nestedTooDeeply(where: string): ConfigurationError {
  return new ConfigurationError(where, [`${where}: nested too deeply`]);
}
