/** The report as GitHub-flavoured Markdown for pull requests. A server's text stays in code, where markup has no effect. */
import { cut, visible, visibleLine } from '../../src/text/visible.ts';
import { capitalize, count } from '../../src/text/words.ts';
import { abridge, acceptedBy, describeResponse, requestLines, type ShownRule } from './failure.ts';
import { CHOICES_HEADING, type Page, type PageSide, toPage } from './page.ts';
import type { AnyReport } from './report.ts';
import { type RuleStatus, VERDICTS } from './rule-status.ts';

/** A comment on GitHub holds 65,536 characters. Further failures are listed by name. */
const MOST_FAILURES = 10;
const MOST_STEPS = 6;
const LONGEST = 400;
const LONGEST_COMMAND = 2000;

export function markdown(report: AnyReport): string {
  const page = toPage(report);
  const run = report.subject === 'traffic' ? '' : `, effort ${report.effort}, seed ${report.seed}`;
  const sections = [
    ...(page.judged.length === 0 ? [] : [trafficHeading(page)]),
    ...page.sides.flatMap((side) => [
      heading(side, page),
      failed(side),
      ...Object.entries(LISTED).map(([status, title]) => list(title, side, status as RuleStatus)),
      notTested(side),
      side.untouched.length === 0 ? '' : `No call touched: ${prose(side.untouched.join(', '))}.`,
      choices(side),
    ]),
    `<sub>tollgate ${report.tool.version}${run}</sub>`,
  ];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Statuses of which each rule has one line. */
const LISTED: Partial<Record<RuleStatus, string>> = {
  broken: 'Faults of tollgate itself',
  warning: 'Warnings',
  waived: 'Waived',
  known: 'Known from the baseline',
};

function trafficHeading({ verdict, target, summary, judged }: Page): string {
  return [
    `# ${VERDICTS[verdict].mark} ${verdict}: ${code(target)}`,
    prose(summary),
    judged.map((line) => `- ${prose(line)}`).join('\n'),
  ].join('\n\n');
}

function heading({ report, rules, words, selected, sentences, next }: PageSide, { time }: Page): string {
  const { verdict, target, requests } = report;
  const isRun = words.side === undefined;
  const what = `${verdict}${selected}`;
  const counts = new Map<string, string | number>([
    ...[...Map.groupBy(rules, ({ label }) => label)].map(([label, { length }]) => [label, length] as const),
    ...(isRun
      ? ([
          ['requests', requests],
          ['time', time],
        ] as const)
      : []),
  ]);

  return [
    `## ${VERDICTS[verdict].mark} ${isRun ? `${what}: ${code(target)}` : `${words.side}: ${what}`}`,
    ...[...sentences, next].map(prose),
    table([...counts.keys()], [[...counts.values()].map(String)]),
  ].join('\n\n');
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  // A bar within code would end its cell.
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

  return [toLine(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(toLine)].join('\n');
}

function failed({ failures }: PageSide): string {
  const rules = failures.filter(({ status }) => status === 'failed' || status === 'unstable');
  if (rules.length === 0) return '';
  const rest = rules.slice(MOST_FAILURES).map(({ id }) => code(id));

  return [
    '### Failed',
    ...rules.slice(0, MOST_FAILURES).map(failure),
    ...(rest.length === 0 ? [] : [`And ${count(rest.length, 'more rule')}: ${rest.join(', ')}.`]),
  ].join('\n\n');
}

function failure(rule: ShownRule): string {
  const { id, outcome, title, reason, counterexample, replay, otherFailures = [], toWaive } = rule;
  const { demand, role, caption, often, steps, fix } = rule;
  const head = `#### ${code(id)}\n\n${prose(title)} (${demand})`;
  if (counterexample === undefined) return `${head}\n\n${code(reason)}`;
  const { expected, got } = counterexample;
  const times = outcome === 'unstable' ? (reason.split(':')[0] ?? reason) : often;
  const commands = abridge(
    steps.map((step) => [
      ...requestLines(step, role, LONGEST_COMMAND),
      `# ${describeResponse(step.response)}`,
    ]),
    (left) => [`# … ${count(left, 'more step')} in the JSON report`],
    MOST_STEPS,
  ).flat();
  const others = otherFailures.map(
    (other) => `- ${code(other.shape)}${acceptedBy(other)}: ${code(cut(other.reason, LONGEST))}`,
  );

  return [
    head,
    `${times === undefined ? '' : `- ${code(times)}\n`}- expected ${code(expected)}\n- got ${code(cut(got, LONGEST))}`,
    ...(role === 'reproduction' ? [] : [`${capitalize(caption)}:`]),
    fence(commands.join('\n'), role === 'recorded' ? 'text' : 'sh'),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    ...(replay === undefined ? [] : [`Replay: ${code(replay)}`]),
    ...(others.length === 0
      ? []
      : [`The rule also failed in ${count(others.length, 'other way')}:\n\n${others.join('\n')}`]),
    ...toWaive.map((entry) => `To waive: ${code(entry)}`),
  ].join('\n\n');
}

function list(title: string, { failures }: PageSide, status: RuleStatus): string {
  const rules = failures.filter((rule) => rule.status === status);
  const lines = rules.map(({ id, note }) => `- ${code(id)}: ${code(cut(note, LONGEST))}`);

  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
}

/** On few lines, because a pull request is rarely about them. */
function choices({ choices, unobserved }: PageSide): string {
  const observed = choices.map(({ name, option }) => `${code(name)}: ${code(cut(option, LONGEST))}`);
  const lines = [
    ...(observed.length === 0 ? [] : [`- ${observed.join('; ')}`]),
    ...unobserved.map(
      ({ reason, names }) => `- not observed (${code(reason)}): ${names.map(code).join(', ')}`,
    ),
  ];

  return lines.length === 0 ? '' : `### ${CHOICES_HEADING} (not judged)\n\n${lines.join('\n')}`;
}

/** Folded for a side of traffic, which shows few rules of all. */
function notTested({ untested, words }: PageSide): string {
  if (untested.length === 0) return '';
  const sum = untested.reduce((total, reason) => total + reason.count, 0);
  const lines = untested.map(({ reason, names }) => `- ${code(reason)}: ${names.map(code).join(', ')}`);
  const title = `Not tested${sum === 0 ? '' : `: ${count(sum, 'rule')}`}`;

  return words.side === undefined ? `### ${title}\n\n${lines.join('\n')}` : folded(title, lines);
}

export function folded(summary: string, lines: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>`;
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
export function prose(text: string): string {
  return visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>|~&]/g, (mark) => `\\${mark}`)
    .replaceAll(/[@#]/g, (mark) => `${mark}<!-- -->`);
}
