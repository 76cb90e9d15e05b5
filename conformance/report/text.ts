/** The report for a terminal: verdict, failures, choices, untested rules; for traffic one such part for each side. */

import { cut, visibleLine } from '../../src/text/visible.ts';
import { count, fold } from '../../src/text/words.ts';
import { dayOf, failureLines, type ShownRule } from './failure.ts';
import { CHOICES_HEADING, joinGroups, type Page, type PageSide, toPage } from './page.ts';
import type { AnyReport, EffortName, Report } from './report.ts';
import { isLeftOut, type RuleStatus, rulesWith, type Tone, VERDICTS } from './rule-status.ts';

/** Colours a word, if the terminal has colours. */
type Tint = (tone: Tone, word: string) => string;

export function text(report: AnyReport, tint: Tint = (_, word) => word): string {
  const page = toPage(report);
  const sections = [
    heading(page, tint),
    ...page.sides.flatMap((side) => [
      sideHeading(side, tint),
      ...side.failures.map((rule) => failure(rule, tint)),
      notTested(side),
      wrap(side.untouched, '  ', NO_CALL).join('\n'),
      choices(side),
      tally(side),
    ]),
  ];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Whether a part of the text is not about verdict, failures and numbers. */
export function isBackground(part: string): boolean {
  return [NOT_TESTED, NO_CALL, CHOICES_HEADING].some((beginning) => part.startsWith(beginning));
}

const NOT_TESTED = 'Not tested';
const NO_CALL = 'No call touched: ';

/** The verdict and its reason on one line. */
export function verdictLine(report: AnyReport): string {
  return `${verdictOf(toPage(report), (_, word) => word)}  ${report.target}  ${visibleLine(report.summary)}\n`;
}

function verdictOf(
  { verdict, exitCode, selected }: Pick<Page, 'verdict' | 'exitCode' | 'selected'>,
  tint: Tint,
): string {
  const isUsual = exitCode === 1 ? verdict === 'nonconformant' : exitCode !== 0 || verdict === 'conformant';
  const but = isUsual ? '' : `, but exit code ${exitCode}`;

  return tint(
    isUsual || exitCode === 0 ? VERDICTS[verdict].tone : 'bad',
    `${verdict.toUpperCase()}${selected}${but}`,
  );
}

function heading(page: Page, tint: Tint): string {
  const { target, summary, time, sides } = page;
  const [judged, ...notJudged] = page.judged;

  return [
    `${verdictOf(page, tint)}  ${visibleLine(target)}`,
    visibleLine(summary),
    ...(judged === undefined
      ? sides.flatMap(({ report }) => runLines(report, time))
      : [`${judged}, in ${time}`, ...notJudged.map((line) => `  ${visibleLine(line)}`)]),
  ].join('\n');
}

function runLines(report: Report, time: string): readonly string[] {
  const { notes = [], requests, effort, seed } = report;

  return [
    ...notes.map(visibleLine),
    ...baselineLine(report),
    `${count(requests, 'request')} in ${time}, effort ${effort}, seed ${seed}`,
  ];
}

function sideHeading({ report, words, selected }: PageSide, tint: Tint): string {
  if (words.side === undefined) return '';
  const passed = joinGroups(rulesWith(report, 'passed'), report);

  return [
    `${words.side.toUpperCase()}  ${verdictOf({ ...report, selected }, tint)}`,
    visibleLine(report.summary),
    ...(report.notes ?? []).map(visibleLine),
    ...(passed.length === 0 ? [] : wrap(passed, '    ', 'Passed: ')),
    ...baselineLine(report),
  ].join('\n');
}

/** The baseline, and how its run differed from this one. */
function baselineLine({ baseline, target, effort, strict }: Report): readonly string[] {
  if (baseline === undefined) return [];
  const differences = [
    ...(baseline.target === target ? [] : [`, of ${visibleLine(baseline.target)}`]),
    ...(baseline.effort === effort ? [] : [`, with effort ${baseline.effort}`]),
    ...(baseline.strict === strict ? [] : [baseline.strict ? ', with --strict' : ', without --strict']),
  ];
  const compared = `Compared with the report of ${dayOf(baseline.startedAt)}${differences.join('')}.`;

  return [triesFewer(baseline.effort, effort) ? `${compared} ${SAME_EFFORT}` : compared];
}

const SAME_EFFORT =
  'A failure of another shape of a known rule counts as new: record the baseline at the same effort.';

function triesFewer(effort: EffortName, than: EffortName): boolean {
  return effort !== than && (effort === 'quick' || than === 'deep');
}

/** Characters of a command. */
const LONGEST_COMMAND = 1000;
function failure(rule: ShownRule, tint: Tint): string {
  const { id, title, reason, outcome, status, look, demand, note, waived, known } = rule;
  const { word = '', tone } = look;
  const head = `${tone === undefined ? word : tint(tone, word)}  ${id}`;
  const until = waived?.until === undefined ? '' : ` until ${waived.until}`;
  if (waived !== undefined) return `${head}${until}: ${visibleLine(waived.reason)}\n  ${visibleLine(reason)}`;
  if (known !== undefined) return `${head} since ${dayOf(known.since)}\n  ${visibleLine(reason)}`;
  const about = [status === 'broken' ? note : title, ...(outcome === 'unstable' ? [note] : [])];

  return [
    `${head}  (${demand})`,
    ...about.map((line) => `  ${line}`),
    ...failureLines(rule, { indent: '  ', longest: LONGEST_COMMAND }),
  ].join('\n');
}

const LONGEST_OPTION = 300;

function choices({ choices }: PageSide): string {
  if (choices.length === 0) return '';
  const width = Math.max(...choices.map(({ name }) => name.length));

  return [
    `${CHOICES_HEADING} (observed, not judged)`,
    ...choices.map(
      ({ name, option }) => `  ${name.padEnd(width)}  ${visibleLine(cut(option, LONGEST_OPTION))}`,
    ),
  ].join('\n');
}

/** Rules that were not tested and choices that were not observed. */
function notTested({ report, untested, unobserved }: PageSide): string {
  // The summary at the top shows the reason why nothing was judged.
  const isAbove = ({ reason }: PageSide['untested'][number]) => report.summary.startsWith(reason);
  const all = [
    ...untested.map((each) => ({ ...each, noun: 'rule' })),
    ...unobserved.filter((each) => !isAbove(each)).map((each) => ({ ...each, noun: 'choice' })),
  ];
  if (all.length === 0) return '';
  const lines = all.flatMap((each) => [
    `  ${isAbove(each) ? '(for the reason above)' : visibleLine(each.reason)}${each.count === 0 ? '' : ` (${count(each.count, each.noun)})`}`,
    ...wrap(each.names, '    '),
  ]);
  // All reasons that a deployment file can remove say so.
  const lacksFile = untested.some(({ reason }) => reason.includes('no deployment file '));
  const hint = lacksFile
    ? ['  (tollgate init URL writes a deployment file, whose comments say what to complete)']
    : [];

  return [NOT_TESTED, ...lines, ...hint].join('\n');
}

/** In characters. */
const LINE = 100;

/** Wraps a list of ids for a terminal. @param first the beginning of the first line */
function wrap(ids: readonly string[], indent: string, first = indent): readonly string[] {
  return fold(ids, LINE - first.length, ', ').map((line, index) => (index === 0 ? first : indent) + line);
}

/**
 * How many of the selected rules of each level have each outcome, how warnings count, and where the REPORT.json of a replay
 * command comes from.
 */
function tally({ rules, failures, toCount }: PageSide): string {
  const levels = Map.groupBy(
    rules.filter((rule) => !isLeftOut(rule)),
    ({ level }) => level,
  );
  const hasCommand = failures.some(
    ({ replay, waived, known }) =>
      replay?.includes(' REPORT.json ') === true && waived === undefined && known === undefined,
  );
  const hints = [
    ...(toCount === '' ? [] : [`To count the warnings as failures: ${toCount}`]),
    ...(hasCommand ? ['--report json=REPORT.json writes the REPORT.json of a replay command.'] : []),
  ];
  const tallies = [...levels].map(([level, ofLevel]) => tallyOf(level, ofLevel)).join('\n');

  return [tallies, ...hints].join('\n\n');
}

/** Failures that do not count are counted apart. */
const NOT_COUNTED: readonly RuleStatus[] = ['warning', 'waived', 'known'];

function tallyOf(level: string, rules: readonly ShownRule[]): string {
  const names = rules.map(({ status, label, outcome }) => (NOT_COUNTED.includes(status) ? label : outcome));
  const numbers = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) =>
    name === 'warning' ? count(length, name) : `${length} ${name}`,
  );

  return `${count(rules.length, `${level} rule`)}: ${numbers.join(', ')}`;
}
