/** The frame of every page: it works offline, and its content security policy keeps it from loading anything. */
import { createHash } from 'node:crypto';
import { type Markup, markup, verbatim } from '../markup.ts';
import { type PageSide, titleIn } from '../page.ts';
import { SCRIPT, STYLE } from './assets.ts';

const POLICY = [
  "default-src 'none'",
  `style-src '${hash(STYLE)}'`,
  `script-src '${hash(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

interface HtmlPage {
  readonly title: string;
  /** Beside the name of the project, at the top. */
  readonly subtitle: string;
  readonly links: readonly { readonly anchor: string; readonly name: string }[];
  readonly main: Markup;
  readonly footer: Markup;
}

export function page({ title, subtitle, links, main, footer }: HtmlPage): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title} – tollgate</title>
<style>${verbatim(STYLE)}</style>
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

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

export interface Section {
  readonly anchor: string;
  /** In the links of the page. */
  readonly name: string;
  readonly section: Markup;
}

/** A page of traffic has each section once for each side. */
export function anchorIn({ report: { subject }, words }: PageSide, name: string): string {
  return words.side === undefined ? name : `${subject}-${name}`;
}

export function section(side: PageSide, name: string, title: string, body: Markup, link = title): Section {
  const anchor = anchorIn(side, name);

  return {
    anchor,
    name: titleIn(side, link),
    section: markup`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${titleIn(side, title)}</h2>
${body}
</section>`,
  };
}
