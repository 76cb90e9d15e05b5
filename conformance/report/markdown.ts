/**
 * The report as GitHub-flavoured Markdown, for a pull request or a job summary. What a server sent stands in code
 * alone, where neither markup nor a mention means anything.
 */

import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import type { ReportCounterexample } from './counterexample.ts';
import { fixOf } from './fix.ts';
import { count, meaningOf } from './meaning.ts';
import { observedIn, SILENT, untoldIn } from './observed.ts';
import type { Report, ReportRule } from './report.ts';
import { rulesOf, standingOf } from './standing.ts';
import { describeResponse } from './text.ts';
import { untestedByReason } from './untested.ts';
import { sayAgreed, waiverLines } from './waiver-line.ts';

export function markdown(report: Report): string {
  const sections = [
    heading(report),
    counts(report),
    shown('Failed', rulesOf(report, 'failed', 'unsettled'), report),
    untested(report),
    listed('Warnings', rulesOf(report, 'warned')),
    listed('Waived', rulesOf(report, 'waived')),
    listed('Known from the baseline', rulesOf(report, 'known')),
    listed('Broke in tollgate itself', rulesOf(report, 'broken')),
    observations(report),
    `<sub>tollgate ${report.tool.version}, effort ${report.effort}, seed ${report.seed}</sub>`,
  ];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const MARKS = { conformant: '✅', nonconformant: '❌', inconclusive: '⚠️' } as const;

function heading(report: Report): string {
  const { verdict, target, summary } = report;
  const { means, next } = meaningOf(report);
  const details = [means, next].includes(summary) ? '' : `\n\n${prose(summary)}`;

  return `## ${MARKS[verdict]} ${verdict}: ${code(target)}\n\n${prose(means)}${details}\n\n${prose(next)}`;
}

function counts(report: Report): string {
  const { rules, requests, durationMs } = report;
  const counted = [...Map.groupBy(rules, (rule) => standingOf(rule, report))];

  return [
    `| ${counted.map(([standing]) => standing).join(' | ')} | requests | time |`,
    `|${'---|'.repeat(counted.length + 2)}`,
    `| ${counted.map(([, { length }]) => length).join(' | ')} | ${requests} | ${(durationMs / 1000).toFixed(1)} s |`,
  ].join('\n');
}

/** A comment has room for so many; the others are named. */
const MOST_SHOWN = 10;
const MOST_STEPS = 6;

function shown(title: string, rules: readonly ReportRule[], report: Report): string {
  if (rules.length === 0) return '';
  const rest = rules.slice(MOST_SHOWN).map(({ id }) => code(id));
  const more = rest.length === 0 ? [] : [`And ${count(rest.length, 'more rule')}: ${rest.join(', ')}.`];

  return [`### ${title}`, ...rules.slice(0, MOST_SHOWN).map((rule) => failure(rule, report)), ...more].join(
    '\n\n',
  );
}

function failure(rule: ReportRule, report: Report): string {
  const { id, outcome, level, section, title, reason, counterexample, replay } = rule;
  const head = `#### ${code(id)}\n\n${prose(title)} (${level}, section ${section})`;
  if (counterexample === undefined) return `${head}\n\n${code(reason)}`;
  const { expected, got } = counterexample;
  const fix = fixOf(id);
  const often = outcome === 'unstable' ? `- ${code(reason.split(':')[0] ?? reason)}\n` : '';

  return [
    head,
    `${often}- expected ${code(expected)}\n- got ${code(cut(got, LONGEST))}`,
    fence(commands(counterexample)),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    `Again: ${code(replay ?? '')}`,
    ...others(rule),
    ...waiverLines(rule, report).map((line) => `To waive: ${code(line)}`),
  ].join('\n\n');
}

function others({ otherFailures = [] }: ReportRule): readonly string[] {
  if (otherFailures.length === 0) return [];
  const lines = otherFailures.map(
    (other) => `- ${code(other.shape)}${sayAgreed(other)}: ${code(cut(other.reason, LONGEST))}`,
  );

  return [`It failed in ${count(lines.length, 'other way')} as well:\n\n${lines.join('\n')}`];
}

const LONGEST = 400;
const LONGEST_COMMAND = 2000;

function commands({ steps }: ReportCounterexample): string {
  const left = steps.length - MOST_STEPS;
  const lines = steps
    .slice(0, MOST_STEPS)
    .flatMap(({ curl, response }) => [cut(curl, LONGEST_COMMAND), `# ${describeResponse(response)}`]);

  return [
    ...lines,
    ...(left > 0 ? [`# … ${count(left, 'more step')}, which the report in JSON has`] : []),
  ].join('\n');
}

function untested(report: Report): string {
  const reasons = untestedByReason(report);
  if (reasons.length === 0) return '';
  const sum = reasons.reduce((total, reason) => total + reason.count, 0);
  const lines = reasons.map(
    ({ reason, rules }) => `- ${code(reason)}: ${rules.map((rule) => code(rule)).join(', ')}`,
  );

  return `### Not tested${sum === 0 ? '' : `: ${count(sum, 'rule')}`}\n\n${lines.join('\n')}`;
}

/** In few lines, for it is seldom what a pull request is about. */
function observations(report: Report): string {
  const observed = observedIn(report);
  const untold = untoldIn(report);
  if (observed.length === 0 && untold.length === 0) return '';
  const told = observed.map(({ name, option }) => `${code(name)}: ${code(cut(option, LONGEST))}`).join('; ');
  const lines = [
    ...(told === '' ? [] : [`- ${told}`]),
    ...untold.map(
      ({ reason, names }) => `- not told (${code(reason)}): ${names.map((name) => code(name)).join(', ')}`,
    ),
  ];

  return `### ${SILENT} (not judged)\n\n${lines.join('\n')}`;
}

function listed(title: string, rules: readonly ReportRule[]): string {
  if (rules.length === 0) return '';
  const lines = rules.map(
    ({ id, reason, waived }) =>
      `- ${code(id)}: ${code(cut(reason, LONGEST))}${waived === undefined ? '' : ` – ${code(waived.reason)}${until(waived)}`}`,
  );

  return `### ${title}\n\n${lines.join('\n')}`;
}

function until({ until }: NonNullable<ReportRule['waived']>): string {
  return until === undefined ? '' : ` until ${code(until)}`;
}

/** A code span on one line, of whatever text: its fence is longer than any run of backticks within. */
function code(text: string): string {
  const line = visibleLine(text);
  const ticks = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';

  return line === '' ? '(nothing)' : `${ticks}${space}${line}${space}${ticks}`;
}

function fence(text: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));

  return `${ticks}sh\n${visible(text)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Sentences of our own, which may quote a target: no markup, no mention and no reference to an issue comes of it. */
function prose(text: string): string {
  return visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>|~&]/g, (mark) => `\\${mark}`)
    .replaceAll(/[@#]/g, (mark) => `${mark}<!-- -->`);
}
