/** The frame of every HTML page: it works offline, and its content security policy keeps it from loading anything. */
import { createHash } from 'node:crypto';
import { readPackageFile } from '../../src/contract/package-files.ts';
import { PALETTE } from '../../src/text/palette.ts';
import { remember } from '../../src/text/remember.ts';
import { type Markup, markup, verbatim } from './markup.ts';

interface HtmlPage {
  readonly title: string;
  /** Beside the name of the project, at the top. */
  readonly subtitle: string;
  readonly links: readonly { readonly anchor: string; readonly name: string }[];
  readonly main: Markup;
  readonly footer: Markup;
}

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
