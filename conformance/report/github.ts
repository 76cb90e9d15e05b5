/** The report as workflow commands of GitHub Actions: each line becomes an annotation of the run. */
import { cut, visible } from '../../src/text/visible.ts';
import { failureLines, type ShownRule } from './failure.ts';
import { type PageSide, titleIn, toPage } from './page.ts';
import type { AnyReport } from './report.ts';

/** GitHub shows ten annotations of a kind for each step, so the verdict comes first. */
export function github(report: AnyReport): string {
  const { judged, sides, target } = toPage(report);
  const head =
    judged.length === 0 ? [] : [verdict(report, `${report.verdict} ${target}`, [report.summary, ...judged])];
  const lines = [
    ...head,
    ...sides.flatMap((side) => [
      sideVerdict(side),
      ...side.failures.map(failure),
      ...notTested(side).map((notice) =>
        command('notice', `tollgate: ${titleIn(side, 'not tested')}`, notice),
      ),
    ]),
  ];

  return lines.map((line) => `${line}\n`).join('');
}

function sideVerdict({ report, words, selected, sentences, next }: PageSide): string {
  const { summary, target, outOfDate } = report;
  const of = `${report.verdict}${selected}`;
  const what = words.side === undefined ? `${of} ${target}` : `${words.side}: ${of}`;
  const title = outOfDate === undefined ? what : 'a waiver is out of date';

  return verdict(report, title, [...new Set([summary, ...sentences, next])]);
}

function verdict({ exitCode }: AnyReport, title: string, lines: readonly string[]): string {
  return command(exitCode === 0 ? 'notice' : 'error', `tollgate: ${title}`, lines);
}

/** Of a command and a sentence. */
const LONGEST = 1000;
const MOST_STEPS = 4;

function failure(rule: ShownRule): string {
  const { id, title, demand, note, look } = rule;
  // Without what was expected and got, which the note has.
  const [, , ...proof] = failureLines(rule, { longest: LONGEST, mostSteps: MOST_STEPS });

  return command(look.github ?? 'notice', `tollgate: ${id}`, [
    `${title} (${demand})`,
    cut(note, LONGEST),
    ...proof.map((line) => line.trim().replace(/^([a-z ]+:) +/, '$1 ')),
  ]);
}

/** A notice for each reason; for a side of traffic, of which there are many, one for all. */
function notTested({ untested, words }: PageSide): readonly (readonly string[])[] {
  if (words.side === undefined) return untested.map(({ reason, names }) => [reason, ...names]);
  const lines = untested.map(({ reason, names }) => `${reason}: ${names.join(', ')}`);

  return lines.length === 0 ? [] : [lines];
}

function command(kind: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');

  return `::${kind} title=${property}::${escapeData(lines.join('\n'))}`;
}

function escapeData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
