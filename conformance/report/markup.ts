/** A template tag for HTML and XML that escapes every value, unless the value is markup itself; and the frame of a page. */
import { createHash } from 'node:crypto';
import { readPackageFile } from '../../src/contract/package-files.ts';
import { PALETTE } from '../../src/text/palette.ts';
import { remember } from '../../src/text/remember.ts';
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

interface HtmlPage {
  readonly title: string;
  /** Beside the name of the project, at the top. */
  readonly subtitle: string;
  readonly links: readonly { readonly anchor: string; readonly name: string }[];
  readonly main: Markup;
  readonly footer: string;
}

/** A page that works offline, and whose content security policy keeps it from loading anything. */
export function htmlPage({ title, subtitle, links, main, footer }: HtmlPage): string {
  const style = `${PALETTE}\n${readStyle('conformance/report/html.css')}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    `script-src '${hash(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title} – tollgate</title>
<style>${verbatim(style)}</style>
</head>
<body>
<header class="top">
<p class="brand">tollgate <span>${subtitle}</span></p>
<nav aria-label="On this page"><ul>${links.map(({ anchor, name }) => markup`<li><a href="#${anchor}">${name}</a></li>`)}</ul></nav>
</header>
<main>
${main}
</main>
<footer><p>${footer}</p></footer>
<script>${verbatim(SCRIPT)}</script>
</body>
</html>
`.source;
}

/** Without comments and line breaks: each report has it. */
const readStyle = remember((path) => (readPackageFile(path) ?? '').replaceAll(/\/\*.*?\*\/|\s+/gs, ' '));

/** Copies commands. Without it, the page only lacks the buttons. */
const SCRIPT = `
for (const button of document.querySelectorAll('.command button')) {
  const text = button.parentElement.querySelector('pre');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      getSelection().selectAllChildren(text);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
