/** Headings and anchors of sections: a page of traffic has each section once for each side. */
import { sideTitle } from '../judged-traffic.ts';
import { type Markup, markup } from '../markup.ts';
import type { Report } from '../report.ts';

export function anchorIn({ subject, passive }: Report, name: string): string {
  return passive === true ? `${subject}-${name}` : name;
}

/** Such as `Client: not tested` for a side, and `Not tested` otherwise. */
export function titleIn(report: Report, title: string): string {
  if (report.passive !== true) return title;

  return `${sideTitle(report)}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

export function section(report: Report, name: string, title: string, body: Markup): Markup {
  const anchor = anchorIn(report, name);

  return markup`<section aria-labelledby="${anchor}">
<h2 id="${anchor}">${titleIn(report, title)}</h2>
${body}
</section>`;
}
