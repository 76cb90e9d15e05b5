/** The report as GitHub-flavoured Markdown for pull requests. A server's text stays in code, where markup has no effect. */
import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import { capitalize, count } from '../../src/text/words.ts';
import { captionOf, type ExchangesRole, roleOf } from './exchanges-role.ts';
import { describeJudged, describeNotJudged, sideTitle } from './judged-traffic.ts';
import type { Report, ReportCounterexample, ReportRule } from './report.ts';
import {
  acceptedBy,
  describeResponse,
  fixOf,
  frequencyOf,
  levelAndSection,
  requestLines,
  waiverEntries,
} from './report-text.ts';
import { labelOf, rulesWith, selectedPart, statusOf } from './rule-status.ts';
import {
  CHOICES_HEADING,
  explainVerdict,
  notTestedByReason,
  observedChoices,
  unobservedChoices,
} from './summary.ts';
import type { AnyReport, TrafficReport } from './traffic-report.ts';

/** A comment on GitHub holds 65,536 characters. Further failures are listed by name. */
const MOST_FAILURES = 10;
const MOST_STEPS = 6;
const LONGEST = 400;
const LONGEST_COMMAND = 2000;

export function markdown(report: AnyReport): string {
  const { tool } = report;
  const run = report.subject === 'traffic' ? '' : `, effort ${report.effort}, seed ${report.seed}`;
  const sections = [
    ...(report.subject === 'traffic'
      ? [trafficHeading(report), ...report.sides.flatMap(reportSections)]
      : reportSections(report)),
    `<sub>tollgate ${tool.version}${run}</sub>`,
  ];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function reportSections(report: Report): readonly string[] {
  const isSide = report.passive === true;

  return [
    heading(report),
    counts(report),
    failures(report),
    isSide ? '' : notTested(report),
    list('Warnings', rulesWith(report, 'warning')),
    list('Waived', rulesWith(report, 'waived')),
    list('Known from the baseline', rulesWith(report, 'known')),
    list('Faults of tollgate itself', rulesWith(report, 'broken')),
    choices(report),
    isSide ? notTested(report) : '',
  ];
}

const MARKS = { conformant: '✅', nonconformant: '❌', inconclusive: '⚠️' } as const;

function trafficHeading(report: TrafficReport): string {
  const { verdict, target, summary } = report;
  const judged = [describeJudged(report), ...describeNotJudged(report)].map((line) => `- ${prose(line)}`);

  return [`# ${MARKS[verdict]} ${verdict}: ${code(target)}`, prose(summary), judged.join('\n')].join('\n\n');
}

function heading(report: Report): string {
  const { verdict, target, summary, notes = [], passive } = report;
  const part = selectedPart(report);
  const { meaning, next } = explainVerdict(report);
  const paragraphs = [meaning, ...([meaning, next].includes(summary) ? [] : [summary]), ...notes, next];

  return [
    `## ${MARKS[verdict]} ${passive === true ? `${sideTitle(report)}: ${verdict}${part}` : `${verdict}${part}: ${code(target)}`}`,
    ...paragraphs.map(prose),
  ].join('\n\n');
}

function counts(report: Report): string {
  const { rules, requests, durationMs, passive } = report;
  const columns = [
    ...[...Map.groupBy(rules, (rule) => statusOf(rule, report))].map(
      ([status, { length }]) => [labelOf(status), length] as const,
    ),
    ...(passive === true
      ? []
      : ([
          ['requests', requests],
          ['time', `${(durationMs / 1000).toFixed(1)} s`],
        ] as const)),
  ];

  return [
    `| ${columns.map(([name]) => name).join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    `| ${columns.map(([, value]) => value).join(' | ')} |`,
  ].join('\n');
}

function failures(report: Report): string {
  const rules = rulesWith(report, 'failed', 'unstable');
  if (rules.length === 0) return '';
  const rest = rules.slice(MOST_FAILURES).map(({ id }) => code(id));

  return [
    '### Failed',
    ...rules.slice(0, MOST_FAILURES).map((rule) => failure(rule, report)),
    ...(rest.length === 0 ? [] : [`And ${count(rest.length, 'more rule')}: ${rest.join(', ')}.`]),
  ].join('\n\n');
}

function failure(rule: ReportRule, report: Report): string {
  const { id, outcome, title, reason, counterexample, replay } = rule;
  const head = `#### ${code(id)}\n\n${prose(title)} (${levelAndSection(rule)})`;
  if (counterexample === undefined) return `${head}\n\n${code(reason)}`;
  const { expected, got } = counterexample;
  const fix = fixOf(id);
  const role = roleOf(rule, report);
  const times = outcome === 'unstable' ? (reason.split(':')[0] ?? reason) : frequencyOf(rule);
  const often = times === undefined ? '' : `- ${code(times)}\n`;

  return [
    head,
    `${often}- expected ${code(expected)}\n- got ${code(cut(got, LONGEST))}`,
    ...(role === 'reproduction' ? [] : [`${capitalize(captionOf(role))}:`]),
    fence(commands(counterexample, report, role), report.passive === true ? 'text' : 'sh'),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    ...(replay === undefined ? [] : [`Replay: ${code(replay)}`]),
    ...otherFailures(rule),
    ...waiverEntries(rule, report).map((entry) => `To waive: ${code(entry)}`),
  ].join('\n\n');
}

function commands({ steps }: ReportCounterexample, report: Report, role: ExchangesRole): string {
  const left = steps.length - MOST_STEPS;
  const lines = steps
    .slice(0, MOST_STEPS)
    .flatMap((step) => [
      ...requestLines(step, report, role).map((line) => cut(line, LONGEST_COMMAND)),
      `# ${describeResponse(step.response)}`,
    ]);

  return [...lines, ...(left > 0 ? [`# … ${count(left, 'more step')} in the JSON report`] : [])].join('\n');
}

function otherFailures({ otherFailures = [] }: ReportRule): readonly string[] {
  if (otherFailures.length === 0) return [];
  const lines = otherFailures.map(
    (other) => `- ${code(other.shape)}${acceptedBy(other)}: ${code(cut(other.reason, LONGEST))}`,
  );

  return [`The rule also failed in ${count(lines.length, 'other way')}:\n\n${lines.join('\n')}`];
}

function notTested(report: Report): string {
  const reasons = notTestedByReason(report);
  if (reasons.length === 0) return '';
  const sum = reasons.reduce((total, reason) => total + reason.count, 0);
  const unseen = report.passive === true ? unobservedChoices(report) : [];
  const lines = [
    ...reasons.map(({ reason, rules }) => `- ${code(reason)}: ${rules.map(code).join(', ')}`),
    ...unseen.map(({ reason, names }) => `- choices, ${code(reason)}: ${names.map(code).join(', ')}`),
  ];

  const title = `Not tested${sum === 0 ? '' : `: ${count(sum, 'rule')}`}`;
  const [before, after] =
    report.passive === true
      ? [`<details><summary>${title}</summary>`, '\n\n</details>']
      : [`### ${title}`, ''];

  return `${before}\n\n${lines.join('\n')}${after}`;
}

/** On few lines, because a pull request is rarely about them. */
function choices(report: Report): string {
  const observed = observedChoices(report).map(
    ({ name, option }) => `${code(name)}: ${code(cut(option, LONGEST))}`,
  );
  const lines = [
    ...(observed.length === 0 ? [] : [`- ${observed.join('; ')}`]),
    ...(report.passive === true ? [] : unobservedChoices(report)).map(
      ({ reason, names }) => `- not observed (${code(reason)}): ${names.map(code).join(', ')}`,
    ),
  ];

  return lines.length === 0 ? '' : `### ${CHOICES_HEADING} (not judged)\n\n${lines.join('\n')}`;
}

function list(title: string, rules: readonly ReportRule[]): string {
  if (rules.length === 0) return '';
  const lines = rules.map(({ id, reason, waived }) => {
    const until = waived?.until === undefined ? '' : ` until ${code(waived.until)}`;

    return `- ${code(id)}: ${code(cut(reason, LONGEST))}${waived === undefined ? '' : ` – ${code(waived.reason)}${until}`}`;
  });

  return `### ${title}\n\n${lines.join('\n')}`;
}

/** A code span on one line. Its fence is longer than any run of backticks in the text. */
export function code(text: string): string {
  const line = visibleLine(text);
  const ticks = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';

  return line === '' ? '(nothing)' : `${ticks}${space}${line}${space}${ticks}`;
}

function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));

  return `${ticks}${language}\n${visible(text)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Escapes markup, mentions and references to issues in a sentence of the suite, which may quote a target. */
function prose(text: string): string {
  return visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>|~&]/g, (mark) => `\\${mark}`)
    .replaceAll(/[@#]/g, (mark) => `${mark}<!-- -->`);
}
