/** HTML that cannot be written unescaped: what a template takes in is text, unless it is markup already. */
import { escapeHtml } from '../../../src/text/escape-html.ts';
import { visible } from '../../../src/text/visible.ts';

/** Whole and escaped. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = Markup | string | number | undefined | readonly Part[];

export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(template.map((fixed, index) => fixed + write(parts[index])).join(''));
}

/** Nothing of it is escaped: for what stands in this folder alone. */
export function verbatim(source: string): Markup {
  return new Markup(source);
}

function write(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(visible(String(part)));

  return part.map(write).join('');
}
