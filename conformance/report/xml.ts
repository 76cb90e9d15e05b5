/** The little XML that a report needs: nothing gets into an element unescaped. */
import { visible } from '../../src/text/visible.ts';

/** Whole and escaped. */
export class Xml {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Xml[]
): Xml {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join('');
  const within = children.map(({ source }) => source).join('');

  return new Xml(within === '' ? `<${name}${written}/>` : `<${name}${written}>${within}</${name}>`);
}

export function characters(text: string): Xml {
  return new Xml(escapeText(text));
}

/** A line for each, so that people can read the file too. */
export function lines(elements: readonly Xml[]): Xml {
  return new Xml(`\n${elements.map(({ source }) => `${source}\n`).join('')}`);
}

/** Characters that XML 1.0 has no way to write stand as JSON writes them. `]]>` may not stand in a text either. */
function escapeText(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A parser would make spaces of line breaks and tabs. */
function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
