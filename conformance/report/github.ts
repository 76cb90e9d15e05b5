/** The report as workflow commands of GitHub Actions: each line becomes an annotation of the run. */

import { cut, visible } from '../../src/text/visible.ts';
import { meaningOf } from './meaning.ts';
import type { Report, ReportRule } from './report.ts';
import { type Standing, standingOf } from './standing.ts';
import { otherFailureLines } from './text.ts';
import { untestedByReason } from './untested.ts';
import { waiverLines } from './waiver-line.ts';

type Annotation = 'error' | 'warning' | 'notice';

/** GitHub shows ten of a kind a step, so the verdict comes first. */
export function github(report: Report): string {
  const rules = report.rules.flatMap((rule) => annotate(rule, report));

  return [verdict(report), ...rules, ...untested(report)].map((line) => `${line}\n`).join('');
}

function verdict(report: Report): string {
  const { exitCode, summary, target } = report;
  const { means, next } = meaningOf(report);
  const message = [...new Set([summary, means, next])].join('\n');

  const title = report.outOfDate === undefined ? `${report.verdict} ${target}` : 'a waiver is out of date';

  return command(exitCode === 0 ? 'notice' : 'error', `tollgate: ${title}`, message);
}

const KINDS: Readonly<Record<Standing, Annotation | undefined>> = {
  failed: 'error',
  broken: 'error',
  unsettled: 'error',
  warned: 'warning',
  waived: 'notice',
  known: 'notice',
  passed: undefined,
  observed: undefined,
  unobserved: undefined,
  /** Told together, by reason. */
  untested: undefined,
};

function annotate(rule: ReportRule, report: Report): readonly string[] {
  const kind = KINDS[standingOf(rule, report)];
  if (kind === undefined) return [];
  const { id, title, section, reason, counterexample, replay, waived, known } = rule;
  const message = [
    `${title} (section ${section})`,
    cut(reason, LONGEST),
    ...(waived === undefined ? [] : [`waived: ${waived.reason}`]),
    ...(known === undefined ? [] : [`known from the baseline since ${known.since.slice(0, 10)}`]),
    ...(counterexample?.steps ?? []).slice(0, MOST_STEPS).map(({ curl }) => cut(curl, LONGEST)),
    ...(replay === undefined ? [] : [`again: ${replay}`]),
    ...otherFailureLines(rule).map((line) => cut(line, LONGEST)),
    ...waiverLines(rule, report).map((line) => `to waive: ${line}`),
  ];

  return [command(kind, `tollgate: ${id}`, message.join('\n'))];
}

const LONGEST = 1000;
const MOST_STEPS = 3;

function untested(report: Report): readonly string[] {
  return untestedByReason(report).map(({ reason, rules }) =>
    command('notice', 'tollgate: not tested', `${reason}\n${rules.join('\n')}`),
  );
}

function command(kind: Annotation, title: string, message: string): string {
  return `::${kind} title=${escapeProperty(title)}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
