/** Prints defects × rules: a line for each defect, with the outcome of every rule. */
import type { RuleId } from '../../contract/rule-ids.ts';
import { deviationsOf, failuresIn } from './deviations.ts';
import { FAILS_BESIDES } from './expected.ts';
import type { Judged, Mark } from './judge.ts';
import { columnsOf, matrix } from './matrix.ts';

export function defectPage(all: readonly Judged[]): readonly string[] {
  const judged = all.flatMap((one) =>
    one.subject.kind === 'defect' ? [{ ...one, rule: one.subject.rule, defect: one.subject.defect }] : [],
  );
  const rules = judged[0]?.marks.map(({ id }) => id) ?? [];
  if (rules.length === 0) return [];
  const right = judged.filter((one) => deviationsOf(one).length === 0).length;
  const explained = judged.flatMap(({ defect }) => {
    const besides = FAILS_BESIDES[defect];

    return besides === undefined ? [] : [`  besides ${defect}: ${besides.why}`];
  });

  return [
    'DEFECTS × RULES: each mock breaks one rule on purpose, and that very rule has to fail at effort standard;',
    'the other rules judge it at effort quick, or at effort standard where the defect shows only in what they send',
    '',
    `  ${'no'.padStart(3)}  ${'defect'.padEnd(LONGEST_ID)}  level   found   requests  example  fails besides`,
    ...judged.map((one) => lineOf(one, rules)),
    '',
    `  ${right} of ${judged.length} found by the very rule that they break, and by no other that is not explained.`,
    ...explained,
    '  No mock can break transport/https, which is about where a deployment is reached.',
    '',
    '  F fails, and is the rule that is broken   f fails besides   u fails now and then   b blocked by a rule that fails',
    '  - not judged   o observed   ! the tool broke   . passes',
    `  columns: ${columnsOf(rules)}`,
    '',
    ...matrix(
      rules,
      judged.map(({ rule, marks }) => ({
        label: String(rules.indexOf(rule) + 1).padStart(3),
        signs: marks.map((mark) => signOf(mark, rule)),
      })),
    ),
  ];
}

const LONGEST_ID = 72;

type OfDefect = Judged & { readonly rule: RuleId; readonly defect: string };

function lineOf({ rule, defect, marks, requests, ...rest }: OfDefect, rules: readonly string[]): string {
  const own = marks.find(({ id }) => id === rule);
  const besides = failuresIn({ ...rest, marks }).filter(({ id }) => id !== rule);
  const steps = own?.steps ?? 0;
  const cells = [
    String(rules.indexOf(rule) + 1).padStart(3),
    defect.padEnd(LONGEST_ID),
    (own?.level ?? '').padEnd(6),
    (own?.outcome === 'fail' ? 'yes' : 'NO').padEnd(5),
    String(requests).padStart(9),
    (steps === 0 ? '' : `${steps} ${steps === 1 ? 'step' : 'steps'}`).padStart(9),
    besides.map(({ id }) => id).join(', '),
  ];

  return `  ${cells.join('  ')}`.trimEnd();
}

function signOf({ id, outcome }: Mark, broken: RuleId): string {
  switch (outcome) {
    case 'fail':
      return id === broken ? 'F' : 'f';
    case 'unstable':
      return 'u';
    case 'blocked':
      return 'b';
    case 'skipped':
      return '-';
    case 'observed':
      return 'o';
    case 'broken':
      return '!';
    case 'pass':
      return '.';
  }
}
