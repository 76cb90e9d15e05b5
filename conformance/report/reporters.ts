/** The reporters by the name that `--report` takes. */
import { visible } from '../../src/text/visible.ts';
import { github } from './github.ts';
import { html } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import type { AnyReport, ReportKind } from './report.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

type Reporter = (report: AnyReport) => string;

export const REPORTERS: Readonly<Record<ReportKind, Reporter>> = {
  text,
  json: (report) => `${visible(JSON.stringify(report, null, 2))}\n`,
  junit,
  sarif,
  html,
  markdown,
  github,
};
