/** The reporters by the name that `--report` takes. */
import { github } from './github.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import type { ReportKind } from './kinds.ts';
import { markdown } from './markdown.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';
import type { AnyReport } from './traffic-report.ts';

type Reporter = (report: AnyReport) => string;

export const REPORTERS: Readonly<Record<ReportKind, Reporter>> = {
  text,
  json,
  junit,
  sarif,
  html,
  markdown,
  github,
};
