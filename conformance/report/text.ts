/** The report as a person reads it in a terminal: the verdict, what was not tested, each failure with its proof. */
import { SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import type { ReportCounterexample, ReportStep } from './counterexample.ts';
import type { Report, ReportRule } from './report.ts';

export function text(report: Report): string {
  const sections = [heading(report), untested(report), ...report.rules.map(detail), tally(report)];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading({ verdict, target, summary, requests, durationMs, effort, seed }: Report): string {
  const effortLine = `${requests} requests in ${(durationMs / 1000).toFixed(1)} s, effort ${effort}, seed ${seed}`;

  return [`${verdict.toUpperCase()}  ${target}`, summary, effortLine].join('\n');
}

/** What no one may take for tested stands at the top. */
function untested({ rules }: Report): string {
  const reasons = new Map<string, string[]>();
  for (const { id, outcome, reason } of rules) {
    if (outcome !== 'skipped' && outcome !== 'blocked') continue;
    reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  }
  if (reasons.size === 0) return '';
  const lines = [...reasons].flatMap(([reason, ids]) => [
    `  ${reason}`,
    ...summarise(ids, rules).map((id) => `    ${id}`),
  ]);

  return ['Not tested', ...lines].join('\n');
}

/** A group that is there as a whole becomes one line. */
function summarise(ids: readonly string[], rules: readonly ReportRule[]): readonly string[] {
  const inGroup = (id: string) => (other: { readonly id: string }) => groupOf(other.id) === groupOf(id);
  const isWhole = (id: string) => rules.filter(inGroup(id)).every((rule) => ids.includes(rule.id));
  const lines = ids.map((id) => (isWhole(id) ? wholeGroup(id, rules.filter(inGroup(id)).length) : id));

  return [...new Set(lines)];
}

function wholeGroup(id: string, size: number): string {
  return size === 1 ? id : `${groupOf(id)}/*  (${size} rules)`;
}

function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}

function detail(rule: ReportRule): string {
  switch (rule.outcome) {
    case 'fail':
    case 'unstable':
      return proof(rule);
    case 'broken':
      return `BROKEN  ${rule.id}: ${rule.reason}\n  This is a fault of tollgate, not of the deployment. Please report it.`;
    case 'pass':
    case 'blocked':
    case 'skipped':
    case 'observed':
      return '';
  }
}

function proof({ id, outcome, level, section, title, reason, counterexample, replay }: ReportRule): string {
  return [
    `${outcome.toUpperCase()}  ${id}  (${level}, section ${section})`,
    `  ${title}`,
    ...(outcome === 'unstable' ? [`  ${reason}`] : []),
    `  expected  ${counterexample?.expected}`,
    `  got       ${counterexample?.got}`,
    '  the smallest example:',
    ...(counterexample === undefined ? [] : stepLines(counterexample)),
    `  again:    ${replay}`,
  ].join('\n');
}

/** Each step as a command and what came back; of a long run of steps the first and the last ones. */
export function stepLines({ steps }: ReportCounterexample): readonly string[] {
  const lines = steps.map(({ curl, response }) => `    ${curl}\n    → ${describeResponse(response)}`);
  if (lines.length <= MOST_STEPS) return lines;
  const left = lines.length - MOST_STEPS + 1;

  return [
    ...lines.slice(0, 3),
    `    … ${left} more steps, which the report in JSON has …`,
    ...lines.slice(3 + left),
  ];
}

const MOST_STEPS = 12;

function describeResponse(response: ReportStep['response']): string {
  if ('none' in response) return `no answer: ${response.none} (${response.detail})`;
  const body = response.body.length > 300 ? `${response.body.slice(0, 300)}…` : response.body;

  return `${response.status} ${body === '' ? '(empty body)' : body}`;
}

function groupsOf(ids: readonly string[]): string {
  return [...new Set(ids.map(groupOf))].join(', ');
}

/** How many rules came out how, and where a replay gets its report from. */
function tally({ counts, rules }: Report): string {
  const numbers = Object.entries(counts).filter(([, count]) => count > 0);

  const hint = rules.some(({ replay }) => replay?.includes(' REPORT.json ') === true)
    ? '\n\nREPORT.json is what --report json=REPORT.json writes.'
    : '';

  const unknown = SHOULD_RULES.filter((id) => !rules.some((rule) => rule.id === id));
  const beyond =
    unknown.length === 0
      ? ''
      : `\n${unknown.length} should rules (${groupsOf(unknown)}) are not judged by this version.`;

  return `${rules.length} rules: ${numbers.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}${beyond}${hint}`;
}
