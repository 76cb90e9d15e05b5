/** The report as workflow commands of GitHub Actions: each line becomes an annotation of the run. */
import { cut, visible } from '../../src/text/visible.ts';
import { failureLines, type ShownRule } from './failure.ts';
import { type Heading, toPage } from './page.ts';
import type { AnyReport } from './report.ts';

/** GitHub shows ten annotations of a kind for each step, so the verdict comes first. */
export function github(report: AnyReport): string {
  const { heading, sides } = toPage(report);
  const lines = [
    ...(heading === undefined ? [] : [verdict(heading)]),
    ...sides.flatMap(({ heading: own, failures, untested, side, report: { outOfDate } }) => [
      verdict(own, outOfDate && 'a waiver is out of date'),
      ...failures.map(failure),
      ...(untested.length === 0
        ? []
        : [
            command(
              'notice',
              `tollgate: ${side === undefined ? '' : `${side}: `}not tested`,
              untested.map(({ reason, names }) => `${reason}: ${names.join(', ')}`),
            ),
          ]),
    ]),
  ];

  return lines.map((line) => `${line}\n`).join('');
}

function verdict(
  { verdict: of, exitCode, selected, side, target, sentences, next }: Heading,
  title?: string,
) {
  const what = side === undefined ? `${of}${selected} ${target}` : `${side}: ${of}${selected}`;

  return command(exitCode === 0 ? 'notice' : 'error', `tollgate: ${title ?? what}`, [
    ...sentences,
    ...(next === undefined ? [] : [next]),
  ]);
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

function command(kind: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');

  return `::${kind} title=${property}::${escapeData(lines.join('\n'))}`;
}

function escapeData(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
