/** Prints choices × rules: no rule may fail a choice, and few may warn. */
import { deviationsOf } from './deviations.ts';
import { warningsOf } from './expected.ts';
import type { Judged, Mark } from './judge.ts';
import { columnsOf, matrix, SIGNS } from './matrix.ts';
import { choicesOf } from './mock-options.ts';

export function choicePage(all: readonly Judged[]): readonly string[] {
  const judged = all.filter(({ subject: { kind } }) => kind === 'plain' || kind === 'choice');
  const rules = judged[0]?.marks.map(({ id }) => id) ?? [];
  if (rules.length === 0) return [];
  const due = judged.flatMap(({ subject }) =>
    warningsOf(choicesOf(subject)).map((id) => `    ${subject.name}: ${id}`),
  );

  return [
    'CHOICES × RULES: each mock takes one option that the document leaves open, and no rule may fail it;',
    'every option of every choice at effort standard; the default options in the mock without options (plain)',
    '',
    `  ${count(judged)} as expected.`,
    ...(due.length === 0
      ? []
      : ['  Warnings that an option must cause; a missing one is listed below:', ...due]),
    '',
    '  . passes   w the expected warning   ! fails, and must not   b blocked by the rule that warns   - not judged',
    '  o observed',
    `  columns: ${columnsOf(rules)}`,
    '',
    ...matrix(
      rules,
      judged.map((one) => ({ label: one.subject.name, signs: one.marks.map((mark) => signOf(mark, one)) })),
    ),
  ];
}

export function mixturePage(all: readonly Judged[]): readonly string[] {
  return [
    ...summaryOf(all, 'mixture', 'mixtures, each with a random option of every choice'),
    ...summaryOf(all, 'grease', 'greased mocks, whose responses vary in unspecified details'),
  ];
}

/** Names the number of judged rules, because effort quick does not judge all. */
function summaryOf(all: readonly Judged[], kind: 'mixture' | 'grease', what: string): readonly string[] {
  const ofKind = all.filter(({ subject }) => subject.kind === kind);
  if (ofKind.length === 0) return [];
  const efforts = Map.groupBy(ofKind, ({ subject }) => subject.effort);
  const reach = [...efforts].map(([effort, judged]) => {
    const [musts, shoulds] = (['must', 'should'] as const).map((level) => fewestJudged(judged, level));

    return `    ${judged.length} at effort ${effort}: ${musts} and ${shoulds} judged in each, at least`;
  });

  return [`${ofKind.length} ${what}: ${count(ofKind)} as expected.`, ...reach, ''];
}

function fewestJudged(judged: readonly Judged[], level: Mark['level']): string {
  const numbers = judged.map(
    ({ marks }) => marks.filter((mark) => mark.level === level && isJudged(mark)).length,
  );
  const all = judged[0]?.marks.filter((mark) => mark.level === level).length ?? 0;

  return `${Math.min(...numbers)} of ${all} ${level} rules`;
}

function isJudged({ outcome }: Mark): boolean {
  return outcome !== 'skipped' && outcome !== 'blocked';
}

function count(judged: readonly Judged[]): string {
  return `${judged.filter((one) => deviationsOf(one).length === 0).length} of ${judged.length}`;
}

function signOf({ id, outcome }: Mark, { subject }: Judged): string {
  if (outcome === 'fail') return warningsOf(choicesOf(subject)).includes(id) ? 'w' : '!';

  return outcome === 'unstable' ? '!' : SIGNS[outcome];
}
