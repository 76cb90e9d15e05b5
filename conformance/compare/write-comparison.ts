/** Comparisons of reports as text, as Markdown and as an HTML page: what differs first. */
import { visible } from '../../src/text/visible.ts';
import { dayOf } from '../report/failure.ts';
import { section, sectionBody } from '../report/html.ts';
import { sectionPart } from '../report/markdown.ts';
import { htmlPage, markup } from '../report/markup.ts';
import type { Inline, Section } from '../report/page.ts';
import { sectionText } from '../report/text.ts';
import { type Cell, type Comparison, type Row, rowsThat, sameInAll } from './compare-reports.ts';

/** A writer by the kind of report. */
export const COMPARISONS = {
  text: (all: readonly Comparison[]) => `${all.map(toSection).map(sectionText).join('\n\n')}\n`,
  markdown: (all: readonly Comparison[]) =>
    `${all.map((one) => sectionPart(toSection(one), '##')).join('\n\n')}\n`,
  html: (all: readonly Comparison[]) =>
    htmlPage({
      title: all.map(({ title }) => title).join('; '),
      subtitle: 'comparison of reports',
      links: all.map((one) => ({ anchor: one.subject, name: NAMES[one.subject] })),
      main: markup`${all.map((one) => section(one.subject, one.title, sectionBody(toSection(one))))}`,
      footer:
        'tollgate compared these reports and sent nothing. A rule that a report did not test is not a difference. Any choice is fine where the document is silent.',
    }),
  json: (all: readonly Comparison[]) =>
    `${visible(JSON.stringify({ comparisons: all.map(asData) }, null, 2))}\n`,
};

const NAMES = { service: 'Services', client: 'Clients' } as const;

function asData({ subject, columns, rows }: Comparison) {
  const [choices = [], rules = []] = [true, false].map((isChoice) =>
    rows.filter(({ level }) => (level === 'choice') === isChoice),
  );
  const results = ({ cells }: Row) => cells.map(({ text }) => text || null);

  return {
    subject,
    reports: columns,
    rules: rules.map((row) => ({
      ...{ id: row.name, level: row.level, differs: row.differs, results: results(row) },
    })),
    choices: choices.map((row) => ({ name: row.name, differs: row.differs, results: results(row) })),
  };
}

function toSection(comparison: Comparison): Section {
  const { subject, title, columns } = comparison;
  const names = columns.map(({ name }): Inline => ({ code: name }));
  const rows = rowsThat(true, comparison).map(({ level, name, cells }) => [
    ...[level, { code: name }],
    ...cells.map(toInline),
  ]);
  const reasons = [...sameInAll(comparison)].map(([reason, ofLabel]) => ({
    ...{ reason, counted: '', names: ofLabel.map(({ name }) => name) },
  }));

  return {
    ...{ name: NAMES[subject], title },
    blocks: [
      {
        kind: 'table',
        heads: ['report', 'verdict', 'day', 'effort', 'target'],
        rows: columns.map(({ name, verdict, startedAt, effort, target }) => [
          ...[{ code: name }, verdict, dayOf(startedAt), effort, { code: target }],
        ]),
      },
      rows.length === 0
        ? { kind: 'list', items: [['No rule and no choice differs.']] }
        : { kind: 'table', heads: ['', 'what differs', ...names], rows },
      { kind: 'reasons', reasons },
    ],
  };
}

function toInline({ text, status }: Cell): Inline {
  if (text === '') return '–';

  return status === undefined ? { code: text } : { status };
}
