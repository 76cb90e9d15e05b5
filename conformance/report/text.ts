/** The report as a person reads it in a terminal: the verdict, what was not tested, each failure with its proof. */

import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import type { ReportCounterexample, ReportStep } from './counterexample.ts';
import { fixLine } from './fix.ts';
import { observedIn, SILENT, untoldIn } from './observed.ts';
import type { Report, ReportRule } from './report.ts';
import { rulesOf, type Standing, standingOf } from './standing.ts';
import { untestedByReason } from './untested.ts';
import { sayAgreed, waiverLines } from './waiver-line.ts';

/** Gives a word its colour, where there are any. */
export type Tint = (tone: 'good' | 'bad' | 'doubtful', word: string) => string;

export function text(report: Report, tint: Tint = (_, word) => word): string {
  const warned = rulesOf(report, 'warned');
  const others = report.rules.filter((rule) => !warned.includes(rule));
  const sections = [
    heading(report, warned, tint),
    untested(report),
    ...[...others, ...warned].map((rule) => detail(rule, report, tint)),
    observations(report),
    tally(report),
  ];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(report: Report, warned: readonly ReportRule[], tint: Tint): string {
  const { target, summary, requests, durationMs, effort, seed } = report;

  return [
    `${verdictIn(report, tint)}  ${target}`,
    visibleLine(summary),
    ...(warned.length === 0
      ? []
      : [`Warnings, which do not count without --strict: ${warned.map(({ id }) => id).join(', ')}.`]),
    ...compared(report),
    `${requests} requests in ${(durationMs / 1000).toFixed(1)} s, effort ${effort}, seed ${seed}`,
  ].join('\n');
}

const TONES = { conformant: 'good', nonconformant: 'bad', inconclusive: 'doubtful' } as const;

function verdictIn({ verdict, exitCode }: Report, tint: Tint): string {
  const isUsual = exitCode === 1 ? verdict === 'nonconformant' : exitCode !== 0 || verdict === 'conformant';
  const but = isUsual ? '' : `, but exit code ${exitCode}`;

  return tint(isUsual || exitCode === 0 ? TONES[verdict] : 'bad', `${verdict.toUpperCase()}${but}`);
}

/** The verdict and its ground, for a log that shows no more. */
export function verdictLine(report: Report, tint: Tint = (_, word) => word): string {
  return `${verdictIn(report, tint)}  ${report.target}  ${visibleLine(report.summary)}\n`;
}

/** What the baseline was a report of, where that was another sort of run. */
function compared({ baseline, target, effort, strict }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const others = [
    ...(baseline.target === target ? [] : [`of ${visibleLine(baseline.target)}`]),
    ...(baseline.effort === effort ? [] : [`with effort ${baseline.effort}`]),
    ...(baseline.strict === strict ? [] : [baseline.strict ? 'with --strict' : 'without --strict']),
  ];

  return [
    `Compared with the report of ${baseline.startedAt.slice(0, 10)}${others.map((other) => `, ${other}`).join('')}.`,
  ];
}

/** What no one may take for tested stands at the top. */
function untested(report: Report): string {
  const reasons = untestedByReason(report);
  if (reasons.length === 0) return '';
  const lines = reasons.flatMap(({ reason, rules }) => [
    `  ${reason === report.summary ? '(for the reason above)' : visibleLine(reason)}`,
    ...rules.map((rule) => `    ${rule}`),
  ]);

  // What a deployment file has to give begins so, wherever a rule lacks it.
  const lacksFile = reasons.some(({ reason }) => reason.startsWith('no deployment file '));
  const hint = lacksFile ? ['  (tollgate init URL writes a deployment file, for conform --deployment)'] : [];

  return ['Not tested', ...lines, ...hint].join('\n');
}

function detail(rule: ReportRule, report: Report, tint: Tint): string {
  switch (standingOf(rule, report)) {
    case 'failed':
      return proof(tint('bad', 'FAIL'), rule, report);
    case 'unsettled':
      return proof(tint('doubtful', 'UNSTABLE'), rule, report);
    case 'warned':
      return proof(tint('doubtful', 'WARNING'), rule, report);
    case 'waived':
      return `WAIVED  ${rule.id}${until(rule)}: ${visibleLine(rule.waived?.reason ?? '')}\n  ${visibleLine(rule.reason)}`;
    case 'known':
      return `KNOWN  ${rule.id} since ${rule.known?.since.slice(0, 10)}\n  ${visibleLine(rule.reason)}`;
    case 'broken':
      return `${tint('bad', 'BROKEN')}  ${rule.id}: ${visibleLine(rule.reason)}\n  This is a fault of tollgate, not of the deployment. Please report it.`;
    case 'passed':
    case 'untested':
    case 'observed':
    case 'unobserved':
      return '';
  }
}

function until({ waived }: ReportRule): string {
  return waived?.until === undefined ? '' : ` until ${waived.until}`;
}

function proof(word: string, rule: ReportRule, report: Report): string {
  const { id, outcome, level, section, title, reason, counterexample, replay } = rule;

  return [
    `${word}  ${id}  (${level}, section ${section})`,
    `  ${title}`,
    ...(outcome === 'unstable' ? [`  ${visibleLine(reason)}`] : []),
    `  expected  ${visibleLine(counterexample?.expected ?? '')}`,
    `  got       ${visibleLine(counterexample?.got ?? '')}`,
    '  the smallest example:',
    ...(counterexample === undefined ? [] : stepLines(counterexample)),
    ...fixLine(id).map((line) => `  ${line}`),
    `  again:    ${visibleLine(replay ?? '')}`,
    ...otherFailureLines(rule).map((line) => `  ${line}`),
    ...waiverLines(rule, report).map((line) => `  to waive: ${visibleLine(line)}`),
  ].join('\n');
}

/** In what other ways it failed, and which of them do not count. */
export function otherFailureLines({ otherFailures = [] }: ReportRule): readonly string[] {
  return otherFailures.map((other) =>
    visibleLine(`also:     ${other.shape}${sayAgreed(other)}: ${other.reason}`),
  );
}

/** Each step as a command and what came back; of a long run of steps the first and the last ones. */
export function stepLines({ steps }: ReportCounterexample): readonly string[] {
  const lines = steps.map(
    ({ curl, response }) => `    ${visible(cut(curl, LONGEST_COMMAND))}\n    → ${describeResponse(response)}`,
  );
  if (lines.length <= MOST_STEPS) return lines;
  const left = lines.length - MOST_STEPS + 1;

  return [
    ...lines.slice(0, 3),
    `    … ${left} more steps, which the report in JSON has …`,
    ...lines.slice(3 + left),
  ];
}

const MOST_STEPS = 12;
const LONGEST_COMMAND = 20_000;

/** On one line, so that no line of an answer is taken for one of the report's own, or for a command to a CI system. */
export function describeResponse(response: ReportStep['response']): string {
  if ('none' in response) return `no answer: ${response.none} (${visibleLine(response.detail)})`;

  return `${response.status} ${response.body === '' ? '(empty body)' : visibleLine(cut(response.body, 300))}`;
}

/** Noted and never judged. */
function observations(report: Report): string {
  const observed = observedIn(report);
  // Where the summary is the reason, nothing could be asked at all: it stands at the top.
  const untold = untoldIn(report).filter(({ reason }) => reason !== report.summary);
  if (observed.length === 0 && untold.length === 0) return '';
  const width = Math.max(0, ...observed.map(({ name }) => name.length));

  return [
    `${SILENT} (observed, not judged)`,
    ...observed.map(({ name, option }) => `  ${name.padEnd(width)}  ${visibleLine(cut(option, 300))}`),
    ...untold.map(({ reason, names }) => `  not told: ${names.join(', ')}: ${visibleLine(reason)}`),
  ].join('\n');
}

/** How many rules of each level came out how, and where a replay gets its report from. */
function tally(report: Report): string {
  const { rules } = report;
  const levels = Map.groupBy(rules, ({ level }) => level);
  const hint = rules.some(({ replay }) => replay?.includes(' REPORT.json ') === true)
    ? '\n\nREPORT.json is what --report json=REPORT.json writes.'
    : '';

  return [...levels].map(([level, ofLevel]) => tallyOf(level, ofLevel, report)).join('\n') + hint;
}

/** What does not count as a failure is not counted among them. */
const COUNTED_AS: { readonly [S in Standing]?: string } = {
  warned: 'warned of',
  waived: 'waived',
  known: 'known',
};

function tallyOf(level: string, rules: readonly ReportRule[], report: Report): string {
  const names = rules.map((rule) => COUNTED_AS[standingOf(rule, report)] ?? rule.outcome);
  const numbers = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => `${length} ${name}`);

  return `${rules.length} ${level} rules: ${numbers.join(', ')}`;
}
