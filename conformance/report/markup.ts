/** A template tag for HTML and XML that escapes every value, unless the value is markup itself. */
import { escapeHtml, visible } from '../../src/text/visible.ts';

/** Complete and escaped. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type MarkupPart = Markup | string | number | undefined | readonly MarkupPart[];

export function markup(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(template.map((fixed, index) => fixed + toSource(parts[index])).join(''));
}

/** Not escaped: for constants of this folder. */
export function verbatim(source: string): Markup {
  return new Markup(source);
}

function toSource(part: MarkupPart): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(visible(String(part)));

  return part.map(toSource).join('');
}
